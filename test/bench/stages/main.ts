/** `npm run bench:stages`: where the time of an event goes, without a broker and without Redis. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRoot } from '#contract';
import { Operator } from '#testing/operator';
import { spread } from '../measures.js';
import { configured, jackpotNames, keysInForce, Pits } from '../recording.js';
import { measureStages } from './stages.js';

const events = Number(process.argv[2] ?? '60000');
const rounds = Number(process.argv[3] ?? '5');
/** A twelfth of a thousand tables, the share of one partition. */
const tables = 84;

const folder = mkdtempSync(join(tmpdir(), 'jackpot-stages-'));
try {
  const env = {
    COMMAND_ROOT: join(folder, 'root.jwks'),
    COMMAND_KEY: join(folder, 'ops.jwk'),
    TOPIC_PREFIX: '',
  };
  const operator = new Operator(env);
  const ids = jackpotNames(1);
  const first = configured(operator, ids[0] as string);
  const keys = keysInForce(operator).slice(first.partition, first.partition + 1);
  const messages = [...keys, first, ...new Pits(ids, tables).take(events)];
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
