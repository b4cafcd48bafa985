import type { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import {
  tableKey,
  type Jackpot as FoldedJackpot,
  type PartitionState,
  type Transfer as FoldedTransfer,
} from '#pools';
import { isOpen } from './claims.js';
import { isCommand, isOfLedger } from './authority.js';
import { countedBy, foldedTable, modelledTable } from './compared-tables.js';
import type { Act, Jackpot, ModelEvent, ModelOutcome } from './events.js';
import { EveryLaw } from './every-law.js';
import { Messages, type Said } from './messages.js';
import { Partition, type Taken } from './partition.js';

type Folded = ReturnType<typeof foldRecords>;

const DIGESTS = ['configuration', 'pending'];

/**
 * For these reasons the model believes the fold: it does not read JSON strictly and knows only one
 * partition.
 */
const believed = ['malformed', 'unknown-type', 'wrong-partition'];

/**
 * Compares the fold of one partition with the independent model: after every record both must have
 * the same awards, exceptions, accounts, rounds and keys, and no law may be broken.
 */
export class SideBySide {
  private readonly model: Partition;
  private readonly laws: EveryLaw;
  private readonly messages = new Messages();

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    this.model = new Partition(rootText);
    this.laws = new EveryLaw(rootText);
  }

  /**
   * @param folded the fold's result for this one record
   * @param state the fold's state after it
   * @returns the first difference as a sentence, or null
   */
  compare(record: LogRecord, folded: Folded, state: PartitionState): string | null {
    const { offset, recordedAtMs: timestampMs, headers } = record;
    const nowMs = this.model.jackpots.recorded(timestampMs);
    const reasons = reasonsOf(folded);
    const { event, source } = wordsIn(record);
    const isBelieved = believed.some((reason) => reasons.includes(reason));
    if (isBelieved && !(event && isOfLedger(event) && reasons.includes('wrong-partition'))) {
      const said = { reasons, source, budget: 'others' as const, isApplied: false };
      return this.whyMessagesWrong(record, folded, said);
    }
    if (event === null) return `offset ${offset}: the fold takes what is no JSON`;
    const value = record.value as Buffer;
    const before = this.laws.forkBefore({ event }, this.model);
    const taken = this.model.take(event, { value, headers }, { offset, timestampMs });
    const [award = null] = sent(folded, 'awards') as ModelOutcome['award'][];
    const outcome: ModelOutcome = { effect: effectOf(folded), reasons, award };
    const where = `offset ${offset} (${event.type} of ${event.source}, ${JSON.stringify(event.data)})`;
    if (!same(outcome, taken.outcome)) {
      return `${where}: the fold says ${text(outcome)}, the model ${text(taken.outcome)}`;
    }
    const isApplied = taken.outcome.effect === 'applied';
    const said = { reasons, source, budget: taken.budget, isApplied };
    const difference =
      this.whyMessagesWrong(record, folded, said) ??
      whySaidWrong(folded, record, taken) ??
      this.whyStatementWrong(record, folded, event) ??
      this.whyKeysWrong(event, state) ??
      this.whySteeredWrong(event, outcome, state) ??
      this.whyJackpotWrong(event, state);
    if (difference !== null) return `${where}: ${difference}`;
    const kid = kidIn(headers);
    const accounts = state.jackpots.get(event.subject)?.accounts ?? null;
    const broken = this.laws.brokenBy(
      { event, kid, outcome, act: taken.act, offset, nowMs },
      { value, headers },
      taken,
      { before, model: this.model, accounts: accounts && { ...accounts } },
    );
    return broken === null ? null : `${where}: ${broken}`;
  }

  /** Passes on the time of a record that is not an event (contract 2). */
  stepOver({ recordedAtMs }: LogRecord): void {
    this.model.jackpots.recorded(recordedAtMs);
  }

  private whyMessagesWrong(
    { offset, recordedAtMs }: LogRecord,
    folded: Folded,
    said: Said,
  ): string | null {
    const timestampMs = this.model.jackpots.recorded(recordedAtMs);
    const expected = this.messages.next({ offset, timestampMs }, said);
    return whyOther(messagesOf(folded), expected);
  }

  /**
   * The fault in the statement of a day that a record closes; without a statement it closes none.
   */
  private whyStatementWrong(
    { partition, offset }: LogRecord,
    { outbox }: Folded,
    { subject }: ModelEvent,
  ): string | null {
    const closed = this.model.jackpots.look(subject)?.closed;
    const modelled = closed?.offset === offset ? closed.statements : [];
    const said = outbox.filter(({ topic }) => topic === 'statements');
    const found = said.map(({ value }) => {
      // The model has no configuration with its defaults, so it cannot compute its digest.
      const members = Object.entries(JSON.parse(value) as object);
      return Object.fromEntries(members.filter(([name]) => !DIGESTS.includes(name)));
    });
    const ids = modelled.map((_, index) => `${partition}/${offset}/statement/${index + 1}`);
    const foundIds = said.map(({ id }) => id);
    return whyOther(foundIds, ids) ?? whyOther(found, modelled);
  }

  /**
   * A table's event does not change the keys, and a command to a jackpot changes only a sequence.
   */
  private whyKeysWrong(event: ModelEvent, { authority }: PartitionState): string | null {
    if (!isCommand(event)) return null;
    const model = this.model.authority;
    if (isOfLedger(event)) return whyOther(keysOf(authority), model.view());
    const found = Object.fromEntries(authority.sequences);
    return whyOther(found, Object.fromEntries(model.sequences));
  }

  /**
   * Compares what only commands and restarts change. A set of keys may end a proposal of any
   * jackpot.
   */
  private whySteeredWrong(
    event: ModelEvent,
    { award }: ModelOutcome,
    state: PartitionState,
  ): string | null {
    if (!isCommand(event) && !award?.restart) return null;
    const touched = isOfLedger(event) ? state.jackpots.keys() : [event.subject];
    const differences = [...touched].map((jackpot) => {
      const found = state.jackpots.get(jackpot);
      const modelled = this.model.jackpots.look(jackpot);
      return whyOther(found ? steeredOf(found) : null, modelled ? modelledOf(modelled) : null);
    });
    return differences.find((difference) => difference !== null) ?? null;
  }

  private whyJackpotWrong(event: ModelEvent, state: PartitionState): string | null {
    const { jackpots: model } = this.model;
    const { subject } = event;
    const source = tableMeant(event);
    if (!state.jackpots.has(subject)) return null;
    const accounts = model.accounts(subject);
    const generation = model.generation(subject);
    const jackpot = model.look(subject);
    const table = jackpot && modelledTable(jackpot, source);
    const awards = awardsOf(jackpot);
    const meters = Object.fromEntries(
      [...(jackpot?.meters ?? [])].map(([cause, { times, sums }]) => [cause, { times, ...sums }]),
    );
    const hands = Object.fromEntries(jackpot?.hands ?? []);
    const { day, offset } = jackpot?.closed ?? {};
    const closed = { day, offset };
    const own = { accounts, meters, hands, closed, generation, table, awards };
    const modelled = { ...own, source: model.source(subject, source) };
    return whyOther(jackpotOf(state, subject, source), modelled);
  }
}

/** The key that a record's header names; null if it names none. */
export function kidIn(headers: LogRecord['headers']): string | null {
  const signature = headers['signature'];
  if (!Buffer.isBuffer(signature)) return null;
  return String(signature).split(':')[0] ?? null;
}

function whyOther(found: unknown, modelled: unknown): string | null {
  if (same(found, modelled)) return null;
  return `the fold has ${text(found)}, the model ${text(modelled)}`;
}

/** In the form of the model (`Authority.view`). */
function keysOf(authority: PartitionState['authority']) {
  const { ledger, root, version, edition, keys, retired, sequences } = authority;
  const later = authority.laterRoot && [...authority.laterRoot.values()];
  const inForce = [...keys.values()].map((key) => ({ ...key, roles: [...key.roles].sort() }));
  inForce.sort((one, other) => (one.kid < other.kid ? -1 : 1));
  const remembered = [...inForce, ...retired].map(({ x }) => x).sort();
  const newest = Object.fromEntries(sequences);
  const laterRoot = later && Object.fromEntries(later.map(({ kid, x }) => [kid, x]).sort());
  const ofRoot = { root, laterRoot };
  return { remembered, ledger, ...ofRoot, version, edition, keys: inForce, sequences: newest };
}

/** The messages of a record on a topic. */
function sent({ outbox }: Folded, topic: string): unknown[] {
  return outbox.filter((each) => each.topic === topic).map(({ value }) => JSON.parse(value));
}

/** Checks that a record sends an award once, and the value once if something has changed. */
function whySaidWrong(
  folded: Folded,
  { partition, offset }: LogRecord,
  { outcome: { award }, value }: Taken,
): string | null {
  const said = ['awards', 'pool-values'].flatMap((topic) => {
    return folded.outbox.filter((each) => each.topic === topic).map(({ id }) => id);
  });
  const due = [
    ...(award === null ? [] : [`${partition}/${offset}/award`]),
    ...(value === null ? [] : [`${partition}/${offset}/value/${value.jackpot}/${value.version}`]),
  ];
  return whyOther(said, due) ?? whyOther(sent(folded, 'pool-values')[0] ?? null, value);
}

/** The source table of an event, or the table that a command is about. */
function tableMeant({ source, data }: ModelEvent): string {
  const { table, act } = data as { table?: string; act?: Act | null };
  return String(table ?? act?.data?.['table'] ?? source);
}

function steeredOf(jackpot: FoldedJackpot) {
  const { suspended, blocked, pending, proposals, retired, received } = jackpot;
  return {
    ...{ retired: retired && transferredOf(retired), received: received.map(transferredOf) },
    ...{
      suspended: suspended && { ...suspended },
      isPending: pending !== null,
      blocked: [...blocked].sort(),
    },
    proposals: proposals.map(({ offset, type, digest, expiresMs, by, holder, approvals }) => ({
      ...{ offset, type, digest, expiresMs, by: [...by], holder },
      approvedBy: approvals.map((approval) => approval.holder),
    })),
  };
}

function transferredOf({ other, offset, poolMicros, reserveMicros }: FoldedTransfer) {
  return { with: other, offset, pool: poolMicros, reserve: reserveMicros };
}

function modelledOf(jackpot: Readonly<Jackpot>) {
  const { suspended, blocked, pending, proposals, retired, received } = jackpot;
  return {
    ...{ retired, received: [...received.values()] },
    ...{ suspended, isPending: pending !== null, blocked: [...blocked].sort() },
    proposals: proposals.map(({ offset, type, digest, expiresMs, by, proposer, approvers }) => ({
      ...{ offset, type, digest, expiresMs, by: [...by], holder: proposer.holder },
      approvedBy: approvers.map(({ holder }) => holder),
    })),
  };
}

function jackpotOf(state: PartitionState, subject: string, source: string) {
  const jackpot = state.jackpots.get(subject);
  const table = state.tables.get(tableKey(subject, source));
  return {
    accounts: { ...jackpot?.accounts },
    meters: Object.fromEntries(jackpot?.causes ?? []),
    hands: Object.fromEntries(
      [...(jackpot?.hands ?? [])].map(([hand, prizes]) => [hand, countedBy(prizes)]),
    ),
    closed: { day: jackpot?.closed?.day, offset: jackpot?.closed?.offset },
    generation: jackpot?.generation,
    table: foldedTable(state, subject, source),
    source: {
      sequence: table?.sequence ?? null,
      floor: table?.floor ?? null,
      refused: table?.refused.map(({ at: _, ...said }) => said) ?? [],
      tables: state.tableCounts.get(subject) ?? 0,
    },
    awards: {
      ...{ pooled: jackpot?.pooled, slips: jackpot?.slips },
      configuredAt: jackpot?.configuredAt,
      forgotten: [jackpot?.forgotten, jackpot?.lastForgotten],
      remembered: [...(jackpot?.claims.values() ?? [])]
        .toSorted((one, other) => one.offset - other.offset)
        .map(({ id }) => id),
      open: [...(jackpot?.open ?? [])].sort(),
    },
  };
}

/** A jackpot's remembered awards and its other state about them. */
function awardsOf(jackpot: Readonly<Jackpot> | null) {
  const { pooled, slips, configuredAt, claims = [] } = jackpot ?? {};
  const forgotten = [jackpot?.forgotten, jackpot?.lastForgotten];
  const remembered = claims.map(({ award }) => award.id);
  const open = claims.filter(isOpen).map(({ award }) => award.id);
  return { pooled, slips, configuredAt, forgotten, remembered, open: open.sort() };
}

function effectOf({ counts }: Folded): ModelOutcome['effect'] {
  if (counts.refused > 0) return 'refused';
  return counts.duplicate > 0 ? 'duplicate' : 'applied';
}

/** The reasons as the metrics count them: not all have a message. */
function reasonsOf({ counts }: Folded): string[] {
  return [...counts.exceptions].flatMap(([reason, times]) => Array<string>(times).fill(reason));
}

/**
 * The ids of the exceptions' messages without the partition, and their statements about the effect.
 */
function messagesOf({ outbox }: Folded): string[] {
  const messages = outbox.filter(({ topic }) => topic === 'exceptions');
  return messages.map(({ id, value }) => {
    const { summed, applied } = JSON.parse(value) as {
      summed?: Record<'count' | 'from' | 'to', number>;
      applied: boolean | null;
    };
    const own = id.slice(id.indexOf('/') + 1);
    return `${own}${summed ? ` ${summed.count} ${summed.from}-${summed.to}` : ''} ${applied}`;
  });
}

/** The content of a record and the name of its source, if it is JSON of at most 64 KiB. */
function wordsIn({ value }: LogRecord): { event: ModelEvent | null; source: string | null } {
  if (value === null || value.length > 65_536) return { event: null, source: null };
  try {
    const event = JSON.parse(String(value)) as ModelEvent | null;
    const { source } = event ?? {};
    const isName =
      typeof source === 'string' && /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,64}$/.test(source);
    return { event, source: isName ? source : null };
  } catch {
    return { event: null, source: null };
  }
}

/** Compares all members, whatever the realm of the objects: Jest has its own realm. */
function same(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length) return false;
  return names.every((name) => name in other && same(one[name], other[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function text(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? each.toString() : each,
  );
}
