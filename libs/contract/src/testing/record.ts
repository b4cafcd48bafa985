import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { DecodeContext, LogRecord } from '../decode.js';
import { readCommandKeys, signCommand } from '../command-keys.js';
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

/** A record in the home partition of `subject`, whatever its value is. */
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

/** A key of its own, and the key set that holds it. */
export function newKey(changes: object = {}): {
  privateKey: KeyObject;
  jwk: object;
  context: DecodeContext;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x } = publicKey.export({ format: 'jwk' });
  const roles = ['configure', 'operate', 'adjust'];
  const jwk = { kty: 'OKP', crv: 'Ed25519', kid: 'ops-1', x, roles, ...changes };
  const keys = readCommandKeys(JSON.stringify({ keys: [jwk] }));
  return { privateKey, jwk, context: { partitions, keys } };
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
