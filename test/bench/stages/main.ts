/**
 * `npm run bench:stages -- [EVENTS] [ROUNDS] [SIGNS]`: where the time of an event goes, without a
 * broker and without Redis. With SIGNS (claims, settlements or all) the tables are listed and sign.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRoot, signRecord } from '#contract';
import type { TableEvent } from '#pools';
import { Operator } from '#testing/operator';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { mustSign } from '../../../libs/contract/src/signers.js';
import { spread } from '../measures.js';
import { configured, jackpotNames, keysInForce, Pits } from '../recording.js';
import { measureStages } from './stages.js';

const events = Number(process.argv[2] ?? '60000');
const rounds = Number(process.argv[3] ?? '5');
const signs = process.argv[4] as 'claims' | 'settlements' | 'all' | undefined;
/** A twelfth of a thousand tables, the share of one partition. */
const tables = 84;

const eventOf = (value: string | Buffer): TableEvent => JSON.parse(String(value)) as TableEvent;

const folder = mkdtempSync(join(tmpdir(), 'jackpot-stages-'));
try {
  const env = {
    COMMAND_ROOT: join(folder, 'root.jwks'),
    COMMAND_KEY: join(folder, 'ops.jwk'),
    TOPIC_PREFIX: '',
  };
  const operator = new Operator(env);
  const ids = jackpotNames(1);
  const [id = ''] = ids;
  const played = new Pits(ids, tables).take(events);
  const tableKey = newKey('table-1');
  const { kid } = tableKey;
  const sources = new Set(played.map(({ value }) => eventOf(value).source));
  const listed = signs ? [...sources].map((source) => ({ id: source, kid, signs })) : null;
  const first = configured(operator, id, { tables: listed });
  const ofTables = signingKey(tableKey, { roles: ['table'] });
  const keys = keysInForce(operator, [ofTables]).slice(first.partition, first.partition + 1);
  const sign = (message: (typeof played)[number]) => {
    if (!signs || !mustSign({ id: '', signs }, eventOf(message.value))) return message;
    const value = Buffer.from(message.value);
    const signature = signRecord(testLedger, value, kid, tableKey.privateKey);
    return { ...message, headers: { signature } };
  };
  const messages = [...keys, first, ...played.map(sign)];
  const records = messages.map(({ key, value, headers }) => ({
    key,
    value: Buffer.from(value),
    headers: { ...headers },
  }));
  const root = readRoot(readFileSync(env.COMMAND_ROOT, 'utf8'));
  const stages = await measureStages(first.partition, records, root, rounds);
  for (const [name, micros] of Object.entries(stages)) {
    process.stdout.write(`${name.padEnd(24)} ${spread(micros, (each) => each.toFixed(2))} µs\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
