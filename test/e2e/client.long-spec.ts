import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { jackpot } from '#testing/jackpot';
import { isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { run } from '../../tools/process/process.mjs';

/** The program of a developer who has only the OpenAPI documents. */
const program = `
import createClient from 'openapi-fetch';
import type { components as LedgerTypes, paths as LedgerPaths } from './ledger.ts';
import type { components as SignTypes, paths as SignPaths } from './signs.ts';

const [signsUrl = '', ledgerUrl = ''] = process.argv.slice(2);
const signs = createClient<SignPaths>({ baseUrl: signsUrl });
const ledger = createClient<LedgerPaths>({ baseUrl: ledgerUrl });

let pool: SignTypes['schemas']['ShownValue'] | undefined;
// On a machine that stands still for seconds a pool is not one of now.
while (pool?.state !== 'running') {
  const { data } = await signs.GET('/v1/pools', { params: { query: { jackpot: ['main'] } } });
  pool = data?.pools[0];
  if (!pool) throw new Error('no pool');
}
const state: 'running' | 'suspended' | 'fault' = pool.state;
const seat: number | undefined = pool.hit?.winners[0]?.seat;
export const doesNotCompile = () => [
  // @ts-expect-error A value has no amount.
  pool.amount,
  // @ts-expect-error There may be no hit.
  pool.hit.table,
  // @ts-expect-error There is no such path.
  ledger.GET('/v1/nothing', {}),
];

const unknown = await signs.GET('/v1/pools', { params: { query: { jackpot: ['nobody'] } } });
const problem: SignTypes['schemas']['Problem'] | undefined = unknown.error;

const { data: about } = await signs.GET('/signs/{jackpot}/about', {
  params: { path: { jackpot: 'main' } },
});
const { data: one } = await ledger.GET('/v1/jackpots/{id}', { params: { path: { id: 'main' } } });
const award: LedgerTypes['schemas']['Award'] | null | undefined = one?.lastAward;

type Event = SignPaths['/v1/pools/stream']['get']['responses'][200]['content']['text/event-stream'];
const response = await fetch(signsUrl + '/v1/pools/stream?jackpot=main');
let text = '';
for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
  text += new TextDecoder().decode(part);
  if (text.includes('event: pulse') && text.endsWith('\\n\\n')) break;
}
const events = [...text.matchAll(/^data: (.*)$/gm)].map(([, json]) => JSON.parse(json ?? '') as Event);
const pulse = events.find((each) => 'pools' in each);
console.log(JSON.stringify({ state, seat, value: pool.value, problem: problem?.detail,
  seed: about?.seed, pool: one?.accounts.pool, award, version: pulse?.pools[0]?.version }));
`;

test('a client made from the OpenAPI documents compiles and works', async () => {
  const stack = new TestStack();
  try {
    const ledger = await stack.startJackpot();
    await stack.configure(ledger.url, jackpot('main'));
    const signs = await stack.startSigns();
    await until('the pool', () => isOk(`${signs.url}/v1/pools?jackpot=main`));
    symlinkSync(resolve('node_modules'), join(stack.folder, 'node_modules'));
    writeFileSync(join(stack.folder, 'package.json'), '{ "type": "module" }');
    const file = join(stack.folder, 'client.ts');
    writeFileSync(file, program);
    const inFolder = { cwd: stack.folder };
    const node = async (...args: string[]): Promise<string> => {
      const { code, output } = await run(process.execPath, args, inFolder);
      expect([output, code]).toEqual([output, 0]);
      return output;
    };
    for (const [name, url] of [
      ['ledger', ledger.url],
      ['signs', signs.url],
    ] as const) {
      await node(
        'node_modules/openapi-typescript/bin/cli.js',
        `${url}/docs-json`,
        '-o',
        `${name}.ts`,
      );
    }
    const options = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck'];
    const modules = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node'];
    await node(
      'node_modules/typescript/bin/tsc',
      ...options,
      ...modules,
      '--allowImportingTsExtensions',
      file,
    );
    const printed = await node('--no-warnings', file, signs.url, ledger.url);
    expect(JSON.parse(printed)).toMatchObject({
      state: 'running',
      value: 1_000_000,
      problem: 'There is no jackpot nobody.',
      seed: 1_000_000,
      pool: '10000000000',
      award: null,
      version: 2,
    });
  } finally {
    await stack.close();
  }
});
