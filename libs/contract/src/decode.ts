import { isUtf8 } from 'node:buffer';
import type { LogRecord as KafkaRecord } from '#log';
import type { Refusal } from '#rules';
import type { z } from 'zod';
import { readConfiguration, type CheckedConfiguration } from './configuration.js';
import {
  commandSchemas,
  envelopeSchema,
  isCommandType,
  tableEventTypes,
  roleOf,
  wholeEventSchemas,
  type CommandType,
  type tableEventSchemas,
  type TableEventType,
} from './events.js';
import { verifySignature, type CommandKeys } from './command-keys.js';
import { homePartition } from './partition.js';
import type { DecodeRefusal } from './refusals.js';
import { recordLimitBytes } from './topics.js';

/** What the decoder reads of a record; headers come from Kafka only. */
export type LogRecord = Omit<KafkaRecord, 'key' | 'headers'> &
  Partial<Pick<KafkaRecord, 'headers'>>;

export interface DecodeContext {
  /** Partitions of the events topic. */
  readonly partitions: number;
  readonly keys: CommandKeys;
}

interface Identity {
  readonly id: string;
  readonly jackpot: string;
  readonly source: string;
  readonly sequence: bigint;
}

type TableEventOf<T extends TableEventType> = Identity & {
  readonly type: T;
  readonly data: z.output<(typeof tableEventSchemas)[T]>;
};
type CommandOf<T extends CommandType, Data> = Identity & { readonly type: T; readonly data: Data };

export type DecodedEvent =
  | { [T in TableEventType]: TableEventOf<T> }[TableEventType]
  | CommandOf<'jackpot.configured', ConfiguredData>
  | {
      [T in Exclude<CommandType, 'jackpot.configured'>]: CommandOf<
        T,
        z.output<(typeof commandSchemas)[T]>
      >;
    }[Exclude<CommandType, 'jackpot.configured'>];

export interface ConfiguredData {
  readonly configuration: CheckedConfiguration;
  readonly exponent: number;
  readonly effective: 'now' | 'next-restart';
  readonly replacesPending: boolean;
}

export type Decoded =
  { readonly event: DecodedEvent } | { readonly refused: Refusal<DecodeRefusal> };

/**
 * Decodes one record into an event that the fold can take, or says by which reason it is refused.
 * Depends on the record, the number of partitions and the key set alone.
 */
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
  const tableEvent = tableEventOf(parsed);
  const read = readBy(tableEvent?.schema ?? envelopeSchema, parsed);
  if ('fault' in read) return refuse('malformed', read.fault);
  const { subject, source, data, id } = read.data;
  const sequence = BigInt(read.data.sequence);
  if (tableEvent) {
    const { type } = tableEvent;
    const event = { id, jackpot: subject, source, sequence, type, data } as DecodedEvent;
    return wrongPartition(subject, record, context) ?? { event };
  }
  const { type } = read.data;
  const identity = { id, jackpot: subject, source, sequence };
  if (!isCommandType(type)) {
    return refuse('unknown-type', `There is no event type ${type}.`);
  }
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
function tableEventOf(parsed: unknown): TableEventReading | undefined {
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed)) return undefined;
  return tableEventReadings.get(parsed.type);
}

interface TableEventReading {
  readonly type: TableEventType;
  readonly schema: (typeof wholeEventSchemas)[TableEventType];
}

const tableEventReadings = new Map<unknown, TableEventReading>(
  tableEventTypes.map((type) => [type, { type, schema: wholeEventSchemas[type] }]),
);

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
  const header = record.headers?.['signature'];
  // A header may be there several times, and may have no value.
  const signature = (Array.isArray(header) ? header.at(-1) : header)?.toString();
  if (signature === undefined) {
    return refuse('unsigned-command', `${type} is a command and must be signed.`);
  }
  const verified = verifySignature(keys, signature, value, record.recordedAtMs);
  if ('refused' in verified) return verified;
  if (verified.key.roles.includes(roleOf[type])) return undefined;
  return refuse('not-permitted', `${type} needs the role ${roleOf[type]}.`);
}

function decodeCommand(
  type: CommandType,
  identity: Identity,
  data: Record<string, unknown>,
): Decoded {
  if (isNestedOver(data, nestingLimit)) return refuse('invalid-command', tooDeep);
  if (type === 'jackpot.configured') return decodeConfigured(identity, data);
  const read = readBy(commandSchemas[type], data, 'data');
  if ('fault' in read) return refuse('invalid-command', read.fault);
  return { event: { ...identity, type, data: read.data } as DecodedEvent };
}

/**
 * The configuration stands beside `effective`, or under `configuration` as the HTTP API shows it.
 */
function decodeConfigured(identity: Identity, data: Record<string, unknown>): Decoded {
  const { effective = 'now', replacesPending = false, configuration: nested, ...flat } = data;
  const read = readConfiguration(nested ?? flat);
  const faults = 'refused' in read ? [...read.refused] : [];
  if (effective !== 'now' && effective !== 'next-restart') {
    faults.push('effective: must be now or next-restart');
  }
  if (typeof replacesPending !== 'boolean') {
    faults.push('replacesPending: must be true or false');
  }
  const id = ((nested ?? flat) as { id?: unknown }).id;
  if (typeof id === 'string' && id !== identity.jackpot) {
    faults.push(`id: ${id} is not the subject ${identity.jackpot}`);
  }
  if ('refused' in read || faults.length > 0) {
    return refuse('invalid-command', `${faults.join('; ')}.`);
  }
  const { configuration, exponent } = read;
  const when = { effective, replacesPending } as Pick<
    ConfiguredData,
    'effective' | 'replacesPending'
  >;
  return {
    event: { ...identity, type: 'jackpot.configured', data: { configuration, exponent, ...when } },
  };
}

function refuse(reason: DecodeRefusal, detail: string): Decoded {
  return { refused: { reason, detail } };
}

/** No event of the contract is nested by more than five. */
const nestingLimit = 32;
const tooDeep = `The event is nested by more than ${nestingLimit}.`;

/**
 * Reads a value by a schema, or says what is wrong with it. A limit of a length is also asked of
 * what is no text but has a member of that name, and comparing one that is nested thousands deep
 * exhausts the stack: on some machines only, so the answer must be the same where it does not.
 */
function readBy<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  under = '',
): { readonly data: z.output<Schema> } | { readonly fault: string } {
  let read: z.ZodSafeParseResult<z.output<Schema>> | undefined;
  try {
    read = schema.safeParse(value);
  } catch (error) {
    if ((error as Error).name !== 'RangeError' || !isNestedOver(value, nestingLimit)) throw error;
  }
  if (read?.success) return { data: read.data };
  if (read === undefined || isNestedOver(value, nestingLimit)) return { fault: tooDeep };
  return { fault: describeIssues(read.error, under) };
}

function isNestedOver(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((each) => isNestedOver(each, levels - 1));
}

function describeIssues(error: z.ZodError, under = ''): string {
  const faults = error.issues.slice(0, 8).map((issue) => {
    const path = [...(under === '' ? [] : [under]), ...issue.path].join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  return `${faults.join('; ')}.`;
}
