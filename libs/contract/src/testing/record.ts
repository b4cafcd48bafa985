import type { KeyObject } from 'node:crypto';
import { newCommandKey, type CommandKey } from '#testing/command-key';
import type { DecodeContext, LogRecord } from '../decode.js';
import { signCommand } from '../command-keys.js';
import { homePartition } from '../partition.js';

export const partitions = 12;
export const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');

/** A bet as the contract shows it. */
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

/** A record of any value, in the home partition of its `subject`. */
export function recordOf(value: unknown, changes: Partial<LogRecord> = {}): LogRecord {
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

/** A fresh command key, and the context that decodes what it signs. */
export function newKey(changes: object = {}): CommandKey & { readonly context: DecodeContext } {
  const key = newCommandKey(changes);
  return { ...key, context: { partitions, keys: key.keys } };
}

export function signed(
  value: unknown,
  privateKey: KeyObject,
  changes: Partial<LogRecord> = {},
): LogRecord {
  const record = recordOf(value);
  const signature = signCommand(record.value as Buffer, 'ops-1', privateKey);
  return { ...record, headers: { signature: Buffer.from(signature) }, ...changes };
}
