import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRoot } from '#contract';
import { foldRecords } from '#engine';
import { emptyState } from '#pools';
import { Operator } from '#testing/operator';
import { asRecords, configured, jackpotNames, keysInForce, Pits } from './recording.js';

test('a recorded log of one jackpot with more tables than it has by itself is applied whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jackpot-recording-'));
  try {
    const env = {
      COMMAND_ROOT: join(folder, 'root.jwks'),
      COMMAND_KEY: join(folder, 'ops.jwk'),
      TOPIC_PREFIX: '',
    };
    const operator = new Operator(env);
    const ids = jackpotNames(1);
    const first = configured(operator, ids[0] as string);
    const { partition } = first;
    const keys = keysInForce(operator).slice(partition, partition + 1);
    const messages = [...keys, first, ...new Pits(ids, 1_500).take(9_000)];
    const records = asRecords(messages);
    const root = readRoot(readFileSync(env.COMMAND_ROOT, 'utf8'));
    const { counts, tables } = foldRecords(emptyState(), records, { partitions: 12, root });
    expect({ applied: counts.applied, refused: counts.refused }).toEqual({
      applied: records.length,
      refused: 0,
    });
    expect(tables.size).toBeGreaterThan(1_400);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
