import { isUtf8 } from 'node:buffer';
import type { LogRecord as KafkaRecord } from '#log';
import {
  newestSequence,
  type ApprovableAct,
  type ApprovableType,
  type Authority,
  type ListedTable,
  type PartitionState,
  type PoolEvent,
  type Role,
  type Signer,
  type TableEvent,
} from '#pools';
import type { Refusal } from '#rules';
import type { z } from 'zod';
import { actDigest } from './act-digest.js';
import { readConfiguration } from './configuration.js';
import {
  commandSchemas,
  envelopeSchema,
  isCommandType,
  roleOf,
  wholeEventSchemas,
  type CommandType,
} from './events.js';
import { verifySignature, type Root } from './signatures.js';
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
  readonly root: Root;
  /** Of the record's partition, as it is before the record. */
  readonly authority: Authority;
  readonly jackpots: PartitionState['jackpots'];
}

type Identity = Pick<PoolEvent, 'id' | 'jackpot' | 'source' | 'sequence'>;

type SignedIdentity = Identity & { readonly by: Signer['key'] };

type Decoded = ({ readonly event: PoolEvent } | { readonly refused: Refusal<DecodeRefusal> }) & {
  /** Of a signed record: it uses up its sequence, also where it is refused. */
  readonly signer?: Signer;
};

/** Decodes a record, or says why it is refused; by record, partitions, root and authority alone. */
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
  const identity = { id, jackpot: subject, source, sequence: BigInt(read.data.sequence) };
  if (schema) {
    const event = { ...identity, type, data } as TableEvent;
    return wrongPartition(subject, record, context) ?? decodeTableEvent(event, record, context);
  }
  if (!isCommandType(type)) return refuse('unknown-type', `There is no event type ${type}.`);
  // A set of keys is for every partition; its subject is the ledger.
  const elsewhere = type === 'keys.set' ? undefined : wrongPartition(subject, record, context);
  if (elsewhere) return elsewhere;
  const verified = readSigner(type, identity, record, value, context);
  if ('refused' in verified) return verified;
  const { signer } = verified;
  const expires = read.data.expires === undefined ? undefined : Date.parse(read.data.expires);
  const refused = whyNotNow(type, data, signer, expires, record);
  if (refused) return { ...refused, signer };
  const signed = { ...identity, by: signer.key };
  return { ...decodeCommand(type, signed, data, context.root), signer };
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

function refuseAhead(
  { source, sequence }: Pick<Identity, 'source' | 'sequence'>,
  { recordedAtMs }: LogRecord,
): Decoded | undefined {
  if (sequence <= newestSequence(recordedAtMs)) return undefined;
  return refuse(
    'sequence-ahead',
    `Sequence ${sequence} of ${source} is more than a day ahead of the record's Kafka time, which is ${recordedAtMs}000 in microseconds since 1970: count by one, or begin at the clock in microseconds.`,
  );
}

/** A listed table that has a key signs what moves money, or more (contract 3.6). */
function decodeTableEvent(event: TableEvent, record: LogRecord, context: DecodeContext): Decoded {
  const listed = context.jackpots.get(event.jackpot)?.terms.tables?.get(event.source);
  if (listed?.kid === undefined || !mustSign(listed, event)) {
    return refuseAhead(event, record) ?? { event };
  }
  const unsigned = whyNotSigned(event, listed.kid, record, context.authority);
  return unsigned ?? refuseAhead(event, record) ?? { event: { ...event, signed: true } };
}

function mustSign({ signs }: ListedTable, { type, data }: TableEvent): boolean {
  if (signs === 'all') return true;
  if (type === 'round.voided') return true;
  if (type !== 'round.settled') return false;
  return signs !== 'claims' || data.wins.length > 0;
}

function whyNotSigned(
  { source, type, jackpot }: TableEvent,
  kid: string,
  record: LogRecord,
  { keys, ledger }: Authority,
): Decoded | undefined {
  const [signature, ...more] = signaturesOf(record);
  if (more.length > 0) {
    return refuse('bad-signature', `There are ${more.length + 1} headers named signature.`);
  }
  if (signature === undefined) {
    const detail = `${source} signs this with its key ${kid}, and nobody has signed this ${type}: if the table has sent it, give its controller the key; if not, somebody writes in its name.`;
    return refuse('unsigned-claim', detail);
  }
  const key = keys.get(kid);
  if (!key?.roles.includes('table') || ledger === null) {
    const detail = `The key ${kid} of ${source} is not in force with the role table: put it in force, or give ${source} another one in the tables of ${jackpot}.`;
    return refuse('bad-signature', detail);
  }
  const own = new Map([[kid, key]]);
  const verified = verifySignature(own, ledger, signature, record.value ?? Buffer.alloc(0));
  return 'refused' in verified ? verified : undefined;
}

/** Who has signed a command, or why nobody has: until then it uses up no sequence. */
function readSigner(
  type: CommandType,
  identity: Identity,
  record: LogRecord,
  value: Buffer,
  { authority, root }: DecodeContext,
): { readonly signer: Signer } | Extract<Decoded, { refused: unknown }> {
  const signatures = signaturesOf(record);
  if (signatures.length > 1) {
    return refuse('bad-signature', `There are ${signatures.length} headers named signature.`);
  }
  const [signature] = signatures;
  if (signature === undefined) {
    return refuse('unsigned-command', `${type} is a command and must be signed.`);
  }
  const isKeys = type === 'keys.set';
  const ledger = authority.ledger ?? (isKeys ? identity.jackpot : null);
  if (ledger === null) {
    const detail = `Partition ${record.partition} has no keys yet: the first record that counts is a keys.set by a key of the root.`;
    return refuse('bad-signature', detail);
  }
  if (isKeys && identity.jackpot !== ledger) {
    const detail = `The keys are for the ledger ${identity.jackpot}, and this is ${ledger}.`;
    return refuse('bad-signature', detail);
  }
  // The root signs sets of keys alone, and always.
  const keys = isKeys ? new Map([...authority.keys, ...root.keys]) : authority.keys;
  const verified = verifySignature(keys, ledger, signature, value);
  if ('refused' in verified) return verified;
  const ahead = refuseAhead(identity, record);
  if (ahead && 'refused' in ahead) return ahead;
  const { key } = verified;
  const { sequence } = identity;
  const newest = authority.sequences.get(key.x);
  if (newest !== undefined && sequence <= newest) {
    const detail = `Sequence ${sequence} of the key ${key.kid} is not above ${newest}, which it has signed before: a command is good once.`;
    return refuse('command-repeated', detail);
  }
  return { signer: { key, sequence } };
}

/** Who proposes an act has its role; of approving and withdrawing it the jackpot's state decides. */
function roleNeeded(type: CommandType, { act }: Record<string, unknown>): Role | null {
  if (type !== 'act.proposed') return roleOf[type];
  const { type: own } = (act ?? {}) as { type?: unknown };
  return typeof own === 'string' && isCommandType(own) ? roleOf[own] : null;
}

/** Why a command with a right signature must not be done. */
function whyNotNow(
  type: CommandType,
  data: Record<string, unknown>,
  { key }: Signer,
  expiresMs: number | undefined,
  { recordedAtMs }: LogRecord,
) {
  if (expiresMs !== undefined && recordedAtMs >= expiresMs) {
    const [recorded, expires] = [recordedAtMs, expiresMs].map((ms) => new Date(ms).toISOString());
    const detail = `It was recorded at ${recorded} by Kafka's time, and expired at ${expires}.`;
    return refuse('command-expired', detail);
  }
  const role = roleNeeded(type, data);
  if (role === null || key.roles.includes(role)) return undefined;
  return refuse('not-permitted', `${type} needs the role ${role}, which ${key.kid} has not.`);
}

/** A header may be there several times, and may have no value. */
function signaturesOf({ headers }: LogRecord): (string | undefined)[] {
  return [headers?.['signature']].flat().map((header) => header?.toString());
}

function decodeCommand(
  type: CommandType,
  identity: SignedIdentity,
  data: Record<string, unknown>,
  root: Root,
): Decoded {
  if (type === 'jackpot.configured') return decodeConfigured(identity, data);
  const read = readBy(commandSchemas[type], data);
  if ('fault' in read) return refuse('invalid-command', read.fault);
  if (type === 'act.proposed' || type === 'act.approved') {
    return decodeAct(type, identity, read.data as Named, root);
  }
  const { thumbprint } = root;
  const event = { ...identity, type, data: read.data, ...(type === 'keys.set' && { root: thumbprint }) }; // prettier-ignore
  return { event: event as PoolEvent };
}

/** The act inside of a command is read as if it came by itself. */
function decodeAct(
  type: 'act.proposed' | 'act.approved',
  identity: SignedIdentity,
  { act: written, expires = '', ...data }: Named,
  root: Root,
): Decoded {
  const decoded = decodeCommand(written.type, identity, written.data, root);
  if ('refused' in decoded) {
    return refuse('invalid-command', `The act: ${decoded.refused.detail}`);
  }
  const { type: own, data: ownData } = decoded.event as unknown as ApprovableAct;
  const act = { act: { type: own, data: ownData }, digest: actDigest(written) };
  const more =
    type === 'act.proposed' ? { role: roleOf[written.type], expiresMs: Date.parse(expires) } : {};
  const event = { ...identity, type, data: { ...data, ...act, ...more } };
  return { event: event as unknown as PoolEvent };
}

/** What proposing and approving have in common. */
interface Named {
  readonly act: { readonly type: ApprovableType; readonly data: Record<string, unknown> };
  readonly expires?: string;
}

/** The configuration stands beside `effective`, or under `configuration` as the HTTP API has it. */
function decodeConfigured(identity: SignedIdentity, data: Record<string, unknown>): Decoded {
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

function refuse(reason: DecodeRefusal, detail: string) {
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
