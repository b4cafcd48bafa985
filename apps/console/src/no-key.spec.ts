import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'apps/console';

/** Names that only a signing program needs. */
const signing = /createPrivateKey|generateKeyPair|signRecord|new Signer|sendCommands|COMMAND_KEY/;
/** Calls that change Redis. */
const writing =
  /ledger\.(commit|markHalted|trim|recover|describeLog)\(|\beval(sha)?\b|\bh(set|del)\b/;

function faultsIn(text: string): string[] {
  return [signing, writing].flatMap((each) => each.exec(text)?.[0] ?? []);
}

test('the console has no way to sign, or to write into Redis', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
    return /\.(ts|js)$/.test(file) && !file.endsWith('spec.ts');
  });
  expect(files.length).toBeGreaterThan(15);
  const found = files.map((file) => [file, ...faultsIn(readFileSync(join(folder, file), 'utf8'))]);
  expect(found.filter(({ length }) => length > 1)).toEqual([]);
});

test('this is found', () => {
  expect(faultsIn('const key = createPrivateKey(text);')).toEqual(['createPrivateKey']);
  expect(faultsIn('await ledger.commit(partition);')).toEqual(['ledger.commit(']);
});
