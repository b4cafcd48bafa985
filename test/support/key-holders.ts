import { join } from 'node:path';
import { testLedger } from '#testing/test-keys';
import type { TestStack } from '#testing/test-stack';

export const publicFile = ({ folder }: TestStack, kid: string): string =>
  join(folder, `${kid}.jwk`);
export const privateFile = ({ folder }: TestStack, kid: string): string =>
  join(folder, `${kid}.private.jwk`);

/**
 * Makes a key for each id, in two files of the stack's folder, and puts the keys in force.
 * @param people the options of `keys new` by the id of the key
 */
export async function addKeys(
  stack: TestStack,
  people: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const kids = Object.keys(people);
  for (const kid of kids) {
    const files = ['--public', publicFile(stack, kid), '--private', privateFile(stack, kid)];
    const what = people[kid] ?? [];
    const holder = what.includes('--holder') ? [] : ['--holder', kid];
    const own = ['--ledger', testLedger, '--kid', kid, ...holder, ...what, ...files];
    expect(await stack.cli('keys', 'new', ...own)).toMatchObject({ code: 0 });
  }
  const files = kids.map((kid) => publicFile(stack, kid));
  expect(await stack.cli('keys', 'add', '--yes', ...files)).toMatchObject({ code: 0 });
}
