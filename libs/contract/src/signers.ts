import {
  newestSequence,
  type Authority,
  type ListedTable,
  type VerifiedSigner,
  type SignerRole,
  type TableEvent,
} from '#pools';
import {
  refuseRecord,
  type DecodeContext,
  type Decoded,
  type Identity,
  type DecodableRecord,
} from './decoded.js';
import { isCommandType, isOfLedger, roleOf, type CommandType } from './events.js';
import { rootInForce, verifySignature } from './signatures.js';

/** The signer of a record and his permission (contract 3.6, contract 4). */

/**
 * Refuses a sequence of the far future: once taken, it would mute its source until then. A signed
 * record uses up its sequence all the same: it must be valid only once.
 */
export function refuseAhead(
  { source, sequence }: Pick<Identity, 'source' | 'sequence'>,
  { recordedAtMs }: DecodableRecord,
): Decoded | undefined {
  if (sequence <= newestSequence(recordedAtMs)) return undefined;
  return refuseRecord(
    'sequence-ahead',
    `Sequence ${sequence} of ${source} is more than a day ahead of the record's Kafka time, which is ${recordedAtMs}000 in microseconds since 1970: count by one, or begin at the clock in microseconds.`,
  );
}

/** Tells whether it takes money out of the pool (contract 3.6). */
export function isClaim({ type, data }: TableEvent): boolean {
  if (type === 'round.voided' || type === 'bet.withdrawn') return true;
  // Such an event gives back the carried bets of seats that were not dealt in.
  if (type === 'round.dealt') return data.seats !== undefined;
  return type === 'round.settled' && data.wins.length > 0;
}

/** Tells whether a listed table that has a key must sign this event (contract 3.6). */
export function mustSign({ signs }: ListedTable, event: TableEvent): boolean {
  if (signs === 'all' || isClaim(event)) return true;
  return signs === 'settlements' && event.type === 'round.settled';
}

/** Says why an event that its table must sign is not trusted. */
export function whyNotSigned(
  { source, type, jackpot }: TableEvent,
  kid: string,
  record: DecodableRecord,
  { keys, ledger }: Authority,
): Decoded | undefined {
  const header = signatureOf(record);
  if ('refused' in header) return header;
  const { signature } = header;
  if (signature === undefined) {
    const detail = `${source} signs this with its key ${kid}, but this ${type} has no signature: if the table sent it, give its controller the key; if not, somebody writes in its name.`;
    return refuseRecord('unsigned-claim', detail);
  }
  const key = keys.get(kid);
  if (!key?.roles.includes('table') || ledger === null) {
    const detail = `The key ${kid} of ${source} is not in force with the role table: put it in force, or give ${source} another one in the tables of ${jackpot}.`;
    return refuseRecord('bad-signature', detail);
  }
  const own = new Map([[kid, key]]);
  const verified = verifySignature(own, ledger, signature, record.value ?? Buffer.alloc(0));
  if (!('refused' in verified)) return undefined;
  if (signature.startsWith(`${kid}:`)) return verified;
  const detail = `The signature names another key than ${kid}, by which ${source} signs.`;
  return refuseRecord('bad-signature', detail);
}

/**
 * Returns the signer of a command, or the reason why it has none; without a signer it uses up no
 * sequence.
 */
export function readSigner(
  type: CommandType,
  identity: Identity,
  record: DecodableRecord,
  value: Buffer,
  { authority, root }: DecodeContext,
): { readonly signer: VerifiedSigner } | Extract<Decoded, { refused: unknown }> {
  const header = signatureOf(record);
  if ('refused' in header) return header;
  const { signature } = header;
  if (signature === undefined) {
    return refuseRecord('unsigned-command', `${type} is a command and must be signed.`);
  }
  // Only a set of keys can name the ledger's id when the ledger does not have one yet.
  const ledger = authority.ledger ?? (type === 'keys.set' ? identity.jackpot : null);
  if (ledger === null) {
    const detail = `Partition ${record.partition} has no keys yet: its first valid record is a keys.set by a key of the root.`;
    return refuseRecord('bad-signature', detail);
  }
  if (isOfLedger(type) && identity.jackpot !== ledger) {
    const detail = `The ${type} is for the ledger ${identity.jackpot}, and this is ${ledger}.`;
    return refuseRecord('bad-signature', detail);
  }
  // The root signs every command for the whole ledger, and no other command.
  const keys = isOfLedger(type)
    ? new Map([...authority.keys, ...rootInForce(authority, root)])
    : authority.keys;
  const verified = verifySignature(keys, ledger, signature, value);
  if ('refused' in verified) return verified;
  const { key } = verified;
  const { sequence } = identity;
  const newest = authority.sequences.get(key.x);
  if (newest !== undefined && sequence <= newest) {
    const detail = `Sequence ${sequence} of the key ${key.kid} is not above ${newest}, the newest that it has signed: a command counts once.`;
    return refuseRecord('command-repeated', detail);
  }
  return { signer: { key, sequence } };
}

/**
 * Role that a command's signer needs. The proposer has the role of the act; for approving and
 * withdrawing the jackpot's state decides.
 */
function roleNeeded(type: CommandType, { act }: Record<string, unknown>): SignerRole | null {
  if (type !== 'act.proposed') return roleOf[type];
  const { type: own } = (act ?? {}) as { type?: unknown };
  return typeof own === 'string' && isCommandType(own) ? roleOf[own] : null;
}

/** Says why a command with a valid signature must not be done. */
export function whyNotNow(
  type: CommandType,
  data: Record<string, unknown>,
  { key }: VerifiedSigner,
  expires: string | undefined,
  { recordedAtMs }: DecodableRecord,
) {
  const leftMs = expires === undefined ? Infinity : Date.parse(expires) - recordedAtMs;
  const recorded = (): string => new Date(recordedAtMs).toISOString();
  if (leftMs <= 0) {
    const detail = `It was recorded at ${recorded()} by Kafka's time, and expired at ${expires}.`;
    return refuseRecord('command-expired', detail);
  }
  const role = roleNeeded(type, data);
  if (role !== null && !key.roles.includes(role)) {
    const detail = `${type} needs the role ${role}, which ${key.kid} does not have.`;
    return refuseRecord('not-permitted', detail);
  }
  if (leftMs <= longestMs) return undefined;
  const detail = `expires: ${expires ?? 'it is missing, and'} must be at most seven days after the record, which is of ${recorded()} by Kafka's time.`;
  return refuseRecord('invalid-command', detail);
}

/** The longest time until a command expires: an intruder who holds it back cannot send it later. */
const longestMs = 7 * 86_400_000;

/** A header may have no value or occur several times; several count as none. */
function signatureOf({ headers }: DecodableRecord) {
  const [signature, ...more] = [headers?.['signature']].flat();
  if (more.length === 0) return { signature: signature?.toString() };
  return refuseRecord('bad-signature', `There are ${more.length + 1} headers named signature.`);
}
