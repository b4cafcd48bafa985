import { isUtf8 } from 'node:buffer';
import type { LogRecord as KafkaRecord } from '#log';
import type { PoolEvent } from '#pools';
import type { Refusal } from '#rules';
import type { z } from 'zod';
import { readConfiguration } from './configuration.js';
import {
  commandSchemas,
  envelopeSchema,
  isCommandType,
  roleOf,
  wholeEventSchemas,
  type CommandType,
} from './events.js';
import { verifySignature, type CommandKeys } from './command-keys.js';
import { homePartition } from './partition.js';
import { faultsOf, withValue } from './sentences.js';
import type { DecodeRefusal } from './refusals.js';
import { whyNotStrict } from './strict-json.js';
import { recordLimitBytes } from './topics.js';

/** What the decoder reads of a record; headers come from Kafka only. */
export type LogRecord = Omit<KafkaRecord, 'key' | 'headers'> &
  Partial<Pick<KafkaRecord, 'headers'>>;

export interface DecodeContext {
  /** Partitions of the events topic. */
  readonly partitions: number;
  readonly keys: CommandKeys;
}

type Identity = Pick<PoolEvent, 'id' | 'jackpot' | 'source' | 'sequence'>;

type Decoded = { readonly event: PoolEvent } | { readonly refused: Refusal<DecodeRefusal> };

/** Decodes a record, or says why it is refused; by record, partitions and key set alone. */
export function decodeRecord(record: LogRecord, context: DecodeContext): Decoded {
  const { value } = record;
  if (value === null || value.length === 0) return refuse('malformed', 'The record has no value.');
  if (value.length > recordLimitBytes) {
    return refuse(
      'malformed',
      `The record has ${value.length} bytes, more than ${recordLimitBytes}.`,
    );
  }
  const parsed = parseJson(value);
  if (parsed === undefined) return refuse('malformed', 'The record is not JSON in UTF-8.');
  const loose = whyNotStrict(value, parsed);
  if (loose !== undefined) return refuse('malformed', loose);
  const schema = tableEventSchemaOf(parsed);
  const read = readBy(schema ?? envelopeSchema, parsed);
  if ('fault' in read) return refuse('malformed', read.fault);
  const { id, subject, source, type, data } = read.data;
  const sequence = BigInt(read.data.sequence);
  if (schema) {
    const event = { id, jackpot: subject, source, sequence, type, data } as PoolEvent;
    return wrongPartition(subject, record, context) ?? { event };
  }
  const identity = { id, jackpot: subject, source, sequence };
  if (!isCommandType(type)) return refuse('unknown-type', `There is no event type ${type}.`);
  return (
    wrongPartition(subject, record, context) ??
    notAuthorized(type, record, value, context) ??
    decodeCommand(type, identity, data)
  );
}

/** The value as JSON, or undefined where it is none. */
export function parseJson(value: Buffer): unknown {
  if (!isUtf8(value)) return undefined;
  try {
    return JSON.parse(value.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Where the type is a table's, one schema reads the whole event. */
function tableEventSchemaOf(parsed: unknown) {
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed)) return undefined;
  return schemaByType.get(parsed.type);
}

const schemaByType = new Map<unknown, typeof envelopeSchema>(Object.entries(wholeEventSchemas));

function wrongPartition(
  jackpot: string,
  { partition }: LogRecord,
  { partitions }: DecodeContext,
): Decoded | undefined {
  const home = homePartition(jackpot, partitions);
  if (home === partition) return undefined;
  const detail = `A jackpot named ${jackpot} would be at home in partition ${home}, not ${partition}: key by jackpot id with the murmur2 partitioner, and check the subject for a typing error.`;
  return refuse('wrong-partition', detail);
}

function notAuthorized(
  type: CommandType,
  record: LogRecord,
  value: Buffer,
  { keys }: DecodeContext,
): Decoded | undefined {
  const signatures = signaturesOf(record);
  if (signatures.length > 1) {
    return refuse('bad-signature', `There are ${signatures.length} headers named signature.`);
  }
  const [signature] = signatures;
  if (signature === undefined) {
    return refuse('unsigned-command', `${type} is a command and must be signed.`);
  }
  const verified = verifySignature(keys, signature, value, record.recordedAtMs);
  if ('refused' in verified) return verified;
  if (verified.key.roles.includes(roleOf[type])) return undefined;
  return refuse('not-permitted', `${type} needs the role ${roleOf[type]}.`);
}

/** A header may be there several times, and may have no value. */
function signaturesOf({ headers }: LogRecord): (string | undefined)[] {
  return [headers?.['signature']].flat().map((header) => header?.toString());
}

/** The id of the key that a record says it is signed with, unverified; undefined for not one. */
export function keyNamedBy(record: LogRecord): string | undefined {
  const [signature, ...others] = signaturesOf(record);
  if (others.length > 0) return undefined;
  return signature?.slice(0, Math.max(0, signature.lastIndexOf(':')));
}

function decodeCommand(
  type: CommandType,
  identity: Identity,
  data: Record<string, unknown>,
): Decoded {
  if (type === 'jackpot.configured') return decodeConfigured(identity, data);
  const read = readBy(commandSchemas[type], data);
  if ('fault' in read) return refuse('invalid-command', read.fault);
  return { event: { ...identity, type, data: read.data } as PoolEvent };
}

/** The configuration stands beside `effective`, or under `configuration` as the HTTP API has it. */
function decodeConfigured(identity: Identity, data: Record<string, unknown>): Decoded {
  const { effective, replacesPending, configuration: nested, ...flat } = data;
  const read = readConfiguration(nested ?? flat);
  const when = effectSchema.safeParse({ effective, replacesPending });
  const faults = 'refused' in read ? [...read.refused] : [];
  if (when.error) faults.push(...faultsOf(when.error, 'the command'));
  const id = ((nested ?? flat) as { id?: unknown }).id;
  if (typeof id === 'string' && id !== identity.jackpot) {
    faults.push(`id: ${id} is not the subject ${identity.jackpot}`);
  }
  if ('refused' in read || !when.success || faults.length > 0) {
    return refuse('invalid-command', `${faults.join('; ')}.`);
  }
  return { event: { ...identity, type: 'jackpot.configured', data: { ...read, ...when.data } } };
}

const effectSchema = commandSchemas['jackpot.configured'].pick({
  effective: true,
  replacesPending: true,
});

function refuse(reason: DecodeRefusal, detail: string): Decoded {
  return { refused: { reason, detail } };
}

const faultsNamed = 8;

/** Reads a value by a schema, or says what is wrong with it. */
function readBy<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly data: z.output<Schema> } | { readonly fault: string } {
  const read = schema.safeParse(value, { error: withValue });
  if (read.success) return { data: read.data };
  const faults = faultsOf(read.error, 'the event').slice(0, faultsNamed);
  return { fault: `${faults.join('; ')}.` };
}
