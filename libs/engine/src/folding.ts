import {
  decodeRecord,
  exceptionText,
  isClaim,
  isName,
  namesOf,
  summedText,
  type AwardMessage,
  type Decoded,
  type Root,
  type ExceptionReason,
} from '#contract';
import type { LogRecord } from '#log';
import {
  beginWindow,
  countRefusal,
  foldEvent,
  newerEdition,
  tableKey,
  useSequence,
  type AccountName,
  type Budget,
  type DayEnd,
  type Hit,
  type Jackpot,
  type Outcome,
  type PartitionState,
  type PoolEvent,
  type RecordPosition,
  type RefusedEvent,
  type TableEvent,
} from '#pools';
import type { Refusal } from '#rules';
import { awardMessage } from './award-message.js';
import { countOutcome, countRefused } from './counting.js';
import { beginFold, noMoney, type Folded, type Folding } from './folded.js';
import { timedRecord } from './record-time.js';
import { statementsOf } from './statement.js';
import { valueMessage } from './values.js';

/** Inputs of the fold besides the log, and its observer. */
export interface FoldContext {
  /** Number of partitions of the events topic. */
  readonly partitions: number;
  readonly root: Root;
  /**
   * Called for each version of a jackpot's value, including versions that are not shown.
   * @param hit the hit that the signs receive with this value.
   */
  readonly onVersion?: (jackpot: Jackpot, hit: Hit | undefined) => void;
  /** The fold stops after the record with which its outputs reach this many characters. */
  readonly outputSizeAtMost?: number;
}

/**
 * Decodes records and folds them into the state, in order. Depends on its arguments alone. How the
 * records are cut into runs changes only the netting of postings and which values are shown. Stops
 * before a record from which a newer edition holds, and when its outputs reach the size in the
 * context: `to` is the offset of the last folded record.
 * @param records consecutive records of one partition, at least one.
 * @param countedFrom offset of the first record that is counted; it changes `counts` alone.
 * @throws AssertionError from the fold; the state must then be dropped.
 */
export function foldRecords(
  state: PartitionState,
  records: readonly LogRecord[],
  context: FoldContext,
  countedFrom = 0,
): Folded {
  return endFold(state, foldOn(state, records, context, countedFrom));
}

/**
 * Folds one of several runs that are committed together. `endFold` makes the commit's outputs.
 * @param folding the result of the earlier runs; omitted for the first.
 */
export function foldOn(
  state: PartitionState,
  records: readonly LogRecord[],
  context: FoldContext,
  countedFrom: number,
  folding = beginFold(state, records[0] as LogRecord, countedFrom),
): Folding {
  const { authority, jackpots } = state;
  const decoding = { ...context, authority, jackpots };
  for (const record of records) {
    const timed = timedRecord(record, state.newestMs);
    const decoded = timed.steppedOver ? undefined : decodeRecord(timed, decoding);
    const edition = newerEdition(
      authority,
      decoded && 'event' in decoded ? decoded.event : undefined,
    );
    if (edition !== undefined) {
      folding.newer = { offset: record.offset, edition };
      break;
    }
    state.newestMs = timed.recordedAtMs;
    folding.to = record.offset;
    if (decoded) foldRecord(state, timed, decoded, context, folding);
    else stepOver(folding, timed.offset);
    if (folding.outputSize >= (context.outputSizeAtMost ?? Infinity)) break;
  }
  return folding;
}

/** Numbers the outputs, and shows the newest value of each jackpot. Must be called once. */
export function endFold(state: PartitionState, folding: Folding): Folded {
  folding.recordedAtMs = state.newestMs;
  showValues(state, folding);
  numberOutputs(folding);
  return folding;
}

function foldRecord(
  state: PartitionState,
  record: LogRecord,
  decoded: Decoded,
  context: FoldContext,
  folded: Folding,
): void {
  const { authority } = state;
  const position = { offset: record.offset, recordedAtMs: record.recordedAtMs };
  addSums(state, record, position.recordedAtMs, folded);
  const counts = record.offset >= folded.countedFrom ? folded.counts : undefined;
  if (counts) counts.firstAtMs ??= position.recordedAtMs;
  const { signer } = decoded;
  if (signer) {
    useSequence(authority, signer);
    folded.authorityChanged = true;
  }
  // The holders of keys limit the number of commands; messages that anybody can cause are summed
  // up.
  const addSaid = (
    said: Refusal<ExceptionReason>,
    isApplied: boolean,
    budget: Budget | undefined,
  ): void =>
    addException(folded, record, { ...said, isApplied }, signer ? undefined : budget, state);
  if ('refused' in decoded) {
    if (counts) countRefused(counts, decoded.refused.reason, signer);
    const { reason } = decoded.refused;
    // The only refusal of the decoder that counts for the table, like those of the fold.
    const isForTable = reason === 'sequence-ahead';
    addSaid(decoded.refused, false, isForTable ? unsignedBudget(state, namesOf(record)) : 'others');
    noteRefused(folded, record, reason, undefined);
    return;
  }
  const { event } = decoded;
  const outcome = foldEvent(state, event, position);
  if (counts) countOutcome(counts, event, outcome, signer);
  if (outcome.exceptions.length > 0) {
    const budget = budgetOf(state, event, outcome);
    for (const said of outcome.exceptions) addSaid(said, outcome.effect === 'applied', budget);
  }
  if ('content' in event) noteForTable(folded, record, state, event, outcome);
  if (outcome.table !== undefined) folded.tables.add(outcome.table);
  if (outcome.jackpotChanged) folded.jackpots.add(event.jackpot);
  for (const id of outcome.stored) folded.jackpots.add(id);
  // A jackpot that begins without a seed posts nothing, but the ledger still needs its accounts.
  if (outcome.postings.length > 0 || outcome.jackpotChanged) {
    addPostings(folded, event.jackpot, outcome);
  }
  const jackpot = state.jackpots.get(event.jackpot);
  const { award, hit, claims, dayEnd } = outcome;
  for (const id of claims) folded.claims.set(id, event.jackpot);
  if (award) addAward(folded, record.offset, awardMessage(award, jackpot as Jackpot));
  if (dayEnd) addStatements(state, folded, jackpot as Jackpot, dayEnd, position);
  if (hit) showValue(state, folded, event.jackpot, hit);
  if (jackpot?.version === record.offset + 1) context.onVersion?.(jackpot, hit);
}

/** Records the answer to an event for its table. */
function noteForTable(
  folded: Folded,
  record: LogRecord,
  { tables }: PartitionState,
  { jackpot, source, content }: TableEvent,
  { effect, exceptions }: Outcome,
): void {
  if (effect === 'applied') return;
  const table = tables.get(tableKey(jackpot, source));
  const at = table?.contents.lastIndexOf(content);
  const remembered = table?.refused.find((each) => each.at === at);
  if (effect === 'duplicate') {
    folded.repeated.push([record.offset, remembered?.reason ?? null]);
    return;
  }
  const { reason } = exceptions.at(-1) as Outcome['exceptions'][number];
  // An older sequence may have the same bytes, with the reason from its time.
  const isUsedUp = table !== undefined && at === table.contents.length - 1;
  noteRefused(folded, record, reason as ExceptionReason, isUsedUp ? remembered : undefined);
}

/** @param remembered the ledger's entry for it in its table; undefined without one. */
function noteRefused(
  folded: Folded,
  record: LogRecord,
  reason: ExceptionReason,
  remembered: RefusedEvent | undefined,
): void {
  const { offset } = record;
  const { jackpot, source } = namesOf(record);
  const isNamed = jackpot !== null && source !== null && isName(jackpot) && isName(source);
  const table = isNamed ? tableKey(jackpot, source) : '';
  const { type = null, round = null, seat = null } = remembered ?? {};
  const sequence = remembered?.sequence.toString() ?? null;
  folded.refused.push({ sequence, reason, type, round, seat, offset, table });
}

function stepOver({ steppedOver }: Folding, offset: number): void {
  const last = steppedOver.at(-1);
  if (last?.[1] === offset - 1) last[1] = offset;
  else steppedOver.push([offset, offset]);
}

function addPostings(folded: Folded, jackpot: string, { postings }: Outcome): void {
  let netted = folded.postings.get(jackpot);
  if (!netted) folded.postings.set(jackpot, (netted = noMoney()));
  for (const deltas of postings) {
    for (const name in deltas) {
      const account = name as AccountName;
      netted[account] += deltas[account] ?? 0n;
    }
  }
}

/** Budget for the messages about an event; undefined for a claim that its table has signed. */
function budgetOf(
  { jackpots }: PartitionState,
  event: PoolEvent,
  outcome: Outcome,
): Budget | undefined {
  if (!('content' in event)) return 'others';
  if (event.signed) {
    // A repeated event changes nothing, and anybody may send it.
    if (outcome.table === undefined) return 'repeated';
    return isClaim(event) ? undefined : 'signed';
  }
  return unsignedBudget({ jackpots }, event);
}

/** The budget of an event that needs no signature. */
function unsignedBudget(
  { jackpots }: Pick<PartitionState, 'jackpots'>,
  { jackpot, source }: Readonly<Record<'jackpot' | 'source', string | null>>,
): Budget {
  const { tables } = jackpots.get(jackpot ?? '')?.inForce ?? {};
  return tables?.has(source ?? '') === true ? 'listed' : 'others';
}

/** @param budget limits the message; without one it is always sent. */
function addException(
  folded: Folding,
  record: LogRecord,
  said: Refusal<ExceptionReason> & { readonly isApplied: boolean },
  budget: Budget | undefined,
  { refusals }: PartitionState,
): void {
  const names = namesOf(record);
  const source = names.source !== null && isName(names.source) ? names.source : '';
  if (budget && !countRefusal(refusals, budget, said.reason, source, record)) return;
  const text = exceptionText(record, names, said);
  // A lone surrogate has no bytes: Redis and Kafka would store a key other than the digested one.
  const key = (names.jackpot ?? '').toWellFormed();
  addOutput(folded, record.offset, 'exceptions', key, said.reason, text);
}

/** Sums up the previous window's messages at the first record of a window. */
function addSums(
  { refusals }: PartitionState,
  record: LogRecord,
  recordedAtMs: number,
  folded: Folding,
): void {
  for (const { budget, reason, source, sum } of beginWindow(refusals, recordedAtMs)) {
    const { summed: count, from, to } = sum;
    const name = `summed/${budget}/${reason}/${source}`;
    const summed = { of: budget, count, from, to };
    const text = summedText(record, reason as ExceptionReason, source || null, summed);
    addOutput(folded, record.offset, 'exceptions', '', name, text);
  }
}

/** @param offset of the record that made or changed the award. */
function addAward(folded: Folding, offset: number, award: AwardMessage): void {
  folded.awards.push(award);
  addOutput(folded, offset, 'awards', award.jackpot, 'award', JSON.stringify(award));
}

function addStatements(
  state: PartitionState,
  folded: Folding,
  jackpot: Jackpot,
  end: DayEnd,
  { offset, recordedAtMs }: RecordPosition,
): void {
  folded.closed.add(jackpot.id);
  for (const statement of statementsOf(state, jackpot, end, recordedAtMs)) {
    const name = `statement/${statement.part}`;
    addOutput(folded, offset, 'statements', jackpot.id, name, JSON.stringify(statement));
  }
}

/** Adds the newest value of every changed jackpot whose value no hit has shown yet. */
function showValues(state: PartitionState, folded: Folding): void {
  for (const id of folded.postings.keys()) {
    const version = state.jackpots.get(id)?.version;
    if (version === undefined || version <= folded.from) continue;
    if (folded.shown.get(id) !== version) showValue(state, folded, id);
  }
}

function showValue(state: PartitionState, folded: Folding, id: string, hit?: Hit): void {
  const jackpot = state.jackpots.get(id);
  if (!jackpot) return;
  const value = JSON.stringify(valueMessage(jackpot, hit ?? null));
  folded.shown.set(id, jackpot.version);
  // A value without a hit is final only after all runs.
  if (!hit) folded.lastShown.set(id, value);
  folded.frames.push(value);
  // Named by the record that last moved the pool, so the id does not depend on the cut into runs.
  const name = `value/${id}/${jackpot.version}`;
  addOutput(folded, jackpot.version - 1, 'pool-values', id, name, value);
}

function addOutput(
  folded: Folding,
  offset: number,
  topic: string,
  key: string,
  name: string,
  value: string,
): void {
  const id = `${folded.partition}/${offset}/${name}`;
  folded.outputs.push({ offset, topic, key, id, value });
  folded.outputSize += value.length;
}

/** Sorts the outputs by the records that caused them. */
function numberOutputs(folded: Folding): void {
  const inOrder = folded.outputs.toSorted((one, other) => one.offset - other.offset);
  for (const { offset, ...output } of inOrder) {
    folded.outbox.push({ outboxId: nextOutboxId(folded, offset), ...output });
  }
}

/** Outbox ids are `<offset>-<n>`: they grow, and name the record that caused the message. */
export function nextOutboxId(folded: Folded, offset: number): string {
  const [lastOffset, lastIndex] = (folded.outbox.at(-1)?.outboxId ?? '').split('-');
  return lastOffset === String(offset) ? `${offset}-${Number(lastIndex) + 1}` : `${offset}-1`;
}
