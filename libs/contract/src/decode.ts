import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { type ApprovableAct, type ApprovableType, type PoolEvent, type TableEvent } from '#pools';
import type { z } from 'zod';
import { actDigest } from './act-digest.js';
import { configurationSchema, readConfiguration } from './configuration.js';
import {
  refuseRecord,
  type DecodeContext,
  type Decoded,
  type DecodableRecord,
  type SignedIdentity,
} from './decoded.js';
import {
  commandSchemas,
  envelopeSchema,
  isCommandType,
  isOfLedger,
  roleOf,
  wholeEventSchemas,
  type CommandType,
} from './events.js';
import { homePartition } from './partition.js';
import { faultsOf, withValue } from './sentences.js';
import { rootInForce } from './signatures.js';
import { mustSign, readSigner, refuseAhead, whyNotNow, whyNotSigned } from './signers.js';
import { whyNotStrict } from './strict-json.js';
import { recordLimitBytes } from './topics.js';

/** Decodes a record, or says why it is refused. Depends on the record and the context alone. */
export function decodeRecord(record: DecodableRecord, context: DecodeContext): Decoded {
  const { value } = record;
  if (value === null || value.length === 0)
    return refuseRecord('malformed', 'The record has no value.');
  if (value.length > recordLimitBytes) {
    return refuseRecord(
      'malformed',
      `The record has ${value.length} bytes, more than ${recordLimitBytes}.`,
    );
  }
  const parsed = parseJson(value);
  if (parsed === undefined) return refuseRecord('malformed', 'The record is not JSON in UTF-8.');
  const loose = whyNotStrict(value, parsed);
  if (loose !== undefined) return refuseRecord('malformed', loose);
  const schema = tableEventSchemaOf(parsed);
  const read = readBy(schema ?? envelopeSchema, parsed);
  if ('fault' in read) return refuseRecord('malformed', read.fault);
  const { id, subject, source, type, data, time } = read.data;
  const sequence = BigInt(read.data.sequence);
  if (schema) {
    // Nearly every record is a table event, and one object literal is cheaper than a copy.
    const content = hash('sha256', value, 'buffer').readUIntBE(0, 6);
    const event =
      time !== undefined
        ? { id, jackpot: subject, source, sequence, content, time, type, data }
        : { id, jackpot: subject, source, sequence, content, type, data };
    const wrong = wrongPartition(subject, record, context);
    return wrong ?? decodeTableEvent(event as TableEvent, record, context);
  }
  if (!isCommandType(type)) return refuseRecord('unknown-type', `There is no event type ${type}.`);
  const identity = { id, jackpot: subject, source, sequence, ...(time !== undefined && { time }) };
  // The subject of such a command is the ledger.
  const elsewhere = isOfLedger(type) ? undefined : wrongPartition(subject, record, context);
  if (elsewhere) return elsewhere;
  const verified = readSigner(type, identity, record, value, context);
  if ('refused' in verified) return verified;
  const { signer } = verified;
  const refused = whyNotNow(type, data, signer, read.data.expires, record);
  if (refused) return { ...refused, signer };
  const signed = { ...identity, by: signer.key };
  return { ...decodeCommand(type, signed, data, context), signer };
}

/** The value as JSON; undefined if it is not JSON. */
export function parseJson(value: Buffer): unknown {
  if (!isUtf8(value)) return undefined;
  try {
    return JSON.parse(value.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the schema of a whole table event; undefined for any other type. */
function tableEventSchemaOf(parsed: unknown) {
  if (typeof parsed !== 'object' || parsed === null || !('type' in parsed)) return undefined;
  return schemaByType.get(parsed.type);
}

const schemaByType = new Map<unknown, typeof envelopeSchema>(Object.entries(wholeEventSchemas));

function wrongPartition(
  jackpot: string,
  { partition }: DecodableRecord,
  { partitions }: DecodeContext,
): Decoded | undefined {
  const home = homePartition(jackpot, partitions);
  if (home === partition) return undefined;
  const detail = `A jackpot named ${jackpot} would be at home in partition ${home}, not ${partition}: key by jackpot id with the murmur2 partitioner, and check the subject for a typing error.`;
  return refuseRecord('wrong-partition', detail);
}

/** A listed table that has a key must sign events that move money, or more (contract 3.6). */
function decodeTableEvent(
  event: TableEvent,
  record: DecodableRecord,
  context: DecodeContext,
): Decoded {
  const listed = context.jackpots.get(event.jackpot)?.inForce.tables?.get(event.source);
  if (listed?.kid === undefined || !mustSign(listed, event)) {
    return refuseAhead(event, record) ?? { event };
  }
  const unsigned = whyNotSigned(event, listed.kid, record, context.authority);
  return unsigned ?? { event: { ...event, signed: true } };
}

function decodeCommand(
  type: CommandType,
  identity: SignedIdentity,
  data: Record<string, unknown>,
  context: DecodeContext,
): Decoded {
  if (type === 'jackpot.configured') return decodeConfigured(identity, data);
  const read = readBy(commandSchemas[type], data);
  if ('fault' in read) return refuseRecord('invalid-command', read.fault);
  const ofItself = whyOfItself(type, identity, read.data);
  if (ofItself) return ofItself;
  if (type === 'act.proposed' || type === 'act.approved') {
    return decodeAct(type, identity, read.data as Named, context);
  }
  const event = { ...identity, type, data: read.data, ...rootFor(type, context) };
  return { event: event as PoolEvent };
}

/** A jackpot can neither leave its money to itself nor receive its own money (contract 6.3). */
function whyOfItself(
  type: CommandType,
  { jackpot }: SignedIdentity,
  data: object,
): Decoded | undefined {
  const { to, from } = data as { readonly to?: string; readonly from?: string };
  const isOfEnd = type === 'jackpot.retired' || type === 'transfer.received';
  if (!isOfEnd || (to ?? from) !== jackpot) return undefined;
  const member = to === undefined ? 'from' : 'to';
  return refuseRecord('invalid-command', `${member}: must be another jackpot than ${jackpot}.`);
}

/** Facts about the root that the fold needs and the record does not contain. */
function rootFor(type: CommandType, { root, authority }: DecodeContext): object {
  if (type === 'keys.set') return { root: root.thumbprint };
  return type === 'root.set' ? { inForce: rootInForce(authority, root) } : {};
}

/** Decodes the act inside a command as if it had arrived alone. */
function decodeAct(
  type: 'act.proposed' | 'act.approved',
  identity: SignedIdentity,
  { act: written, expires = '', ...data }: Named,
  context: DecodeContext,
): Decoded {
  const decoded = decodeCommand(written.type, identity, written.data, context);
  if ('refused' in decoded) {
    return refuseRecord('invalid-command', `The act: ${decoded.refused.detail}`);
  }
  const { type: own, data: ownData } = decoded.event as unknown as ApprovableAct;
  const act = { act: { type: own, data: ownData }, digest: actDigest(written) };
  const more =
    type === 'act.proposed' ? { role: roleOf[written.type], expiresMs: Date.parse(expires) } : {};
  const event = { ...identity, type, data: { ...data, ...act, ...more } };
  return { event: event as unknown as PoolEvent };
}

/** Members that a proposal and an approval share. */
interface Named {
  readonly act: { readonly type: ApprovableType; readonly data: Record<string, unknown> };
  readonly expires?: string;
}

/**
 * The members of the configuration are next to `effective`, or under `configuration` as in the HTTP
 * API.
 */
function decodeConfigured(identity: SignedIdentity, data: Record<string, unknown>): Decoded {
  const { configuration: nested, ...beside } = data;
  const { effective, replacesPending, madeFrom, reason, ...flat } = beside;
  const read = readConfiguration(nested ?? flat);
  const when = effectSchema.safeParse({ effective, replacesPending, madeFrom, reason });
  const faults = 'refused' in read ? [...read.refused] : [];
  if (when.error) faults.push(...faultsOf(when.error, 'the command'));
  const twice = Object.keys(flat).find((name) => name in configurationSchema.shape);
  if (nested !== undefined && twice !== undefined) {
    faults.push(`${twice} stands beside configuration: write the members in one of the two places`);
  }
  const id = ((nested ?? flat) as { id?: unknown }).id;
  if (typeof id === 'string' && id !== identity.jackpot) {
    faults.push(`id: ${id} is not the subject ${identity.jackpot}`);
  }
  if ('refused' in read || !when.success || faults.length > 0) {
    return refuseRecord('invalid-command', `${faults.join('; ')}.`);
  }
  return { event: { ...identity, type: 'jackpot.configured', data: { ...read, ...when.data } } };
}

const effectSchema = commandSchemas['jackpot.configured'].pick({
  effective: true,
  replacesPending: true,
  madeFrom: true,
  reason: true,
});

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
