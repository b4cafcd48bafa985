import {
  authorityOf,
  newKey,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import type { SigningKey } from '#pools';
import type { DecodeContext, DecodableRecord } from '../decoded.js';
import { homePartition } from '../partition.js';
import { signRecord } from '../signatures.js';

export const partitions = 12;
export const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');

/** The bet from the contract's example. */
export const bet = {
  specversion: '1.0',
  type: 'bet.placed',
  id: 'F3-07/184467/bet/3',
  source: 'F3-07',
  sequence: '90210',
  time: '2026-11-21T04:00:00.000Z',
  subject: 'fortune-main',
  data: { round: '184467', seat: 3, stake: 5_000, baseBets: ['ante'] },
};

/** A command that expires after a quarter of an hour; any key may sign it. */
export const command = {
  ...bet,
  source: 'ops',
  type: 'jackpot.suspended',
  expires: '2026-11-21T04:15:00.000Z',
  data: { reason: 'audit' },
};

/** A record of any value, in the home partition of its `subject`. */
export function recordOf(value: unknown, changes: Partial<DecodableRecord> = {}): DecodableRecord {
  const subject = (value as { subject?: unknown } | null)?.subject;
  return {
    partition: homePartition(typeof subject === 'string' ? subject : bet.subject, partitions),
    offset: 7,
    recordedAtMs: writtenAt,
    value: Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)),
    headers: {},
    ...changes,
  };
}

/** A new key that is in force, the key of its root, and the context that decodes both. */
export function keyInForce(
  changes: Partial<SigningKey> = {},
): TestKey & { readonly rootKey: TestKey; readonly context: DecodeContext } {
  const key = newKey();
  const rootKey = newKey('root');
  const { root } = rootOf(rootKey);
  const authority = authorityOf(root, signingKey(key, changes));
  return { ...key, rootKey, context: { partitions, root, authority, jackpots: new Map() } };
}

export function signed(
  value: unknown,
  { kid, privateKey }: TestKey,
  changes: Partial<DecodableRecord> = {},
): DecodableRecord {
  const record = recordOf(value);
  const signature = signRecord(testLedger, record.value as Buffer, kid, privateKey);
  return { ...record, headers: { signature: Buffer.from(signature) }, ...changes };
}
