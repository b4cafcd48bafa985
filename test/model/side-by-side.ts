import type { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import { tableKey, type Jackpot as FoldedJackpot, type PartitionState } from '#pools';
import { isCommand, isOfLedger } from './authority.js';
import type { Act, Jackpot, ModelEvent, ModelOutcome } from './events.js';
import { KeyLaws } from './laws-keys.js';
import { ActLaws, type Witnessed } from './laws-acts.js';
import { TableLaws } from './laws-tables.js';
import { Laws } from './laws.js';
import { Messages } from './messages.js';
import { Partition } from './partition.js';

type Folded = ReturnType<typeof foldRecords>;

/** In these the model believes the fold: it reads no JSON strictly and knows one partition. */
const believed = ['malformed', 'unknown-type', 'wrong-partition'];

/**
 * The fold of one partition beside the independent model: after every record both must have the
 * same awards, exceptions, accounts, rounds and keys, and no law may be broken.
 */
export class SideBySide {
  private readonly model: Partition;
  private readonly laws = new Laws();
  private readonly keyLaws: KeyLaws;
  private readonly actLaws = new ActLaws();
  private readonly tableLaws = new TableLaws();
  private readonly messages = new Messages();

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    this.model = new Partition(rootText);
    const { keys } = JSON.parse(rootText) as { keys: { kid: string }[] };
    this.keyLaws = new KeyLaws(new Set(keys.map(({ kid }) => kid)));
  }

  /**
   * @param folded what the fold made of this one record
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
      return this.whyMessagesWrong(record, folded, reasons, source, false);
    }
    if (event === null) return `offset ${offset}: the fold takes what is no JSON`;
    const value = record.value as Buffer;
    const taken = this.model.take(event, { value, headers }, { offset, timestampMs });
    const outcome: ModelOutcome = {
      effect: effectOf(folded),
      reasons,
      award: (folded.awards[0] as ModelOutcome['award'] | undefined) ?? null,
    };
    const where = `offset ${offset} (${event.type} of ${event.source}, ${JSON.stringify(event.data)})`;
    if (!same(outcome, taken.outcome)) {
      return `${where}: the fold says ${text(outcome)}, the model ${text(taken.outcome)}`;
    }
    const difference =
      this.whyMessagesWrong(record, folded, reasons, source, taken.isOnce) ??
      this.whyKeysWrong(event, state) ??
      this.whySteeredWrong(event, outcome, state) ??
      this.whyJackpotWrong(event, state);
    if (difference !== null) return `${where}: ${difference}`;
    const kid = kidIn(headers);
    const broken = this.brokenBy(
      { event, kid, outcome, act: taken.act, offset, nowMs },
      record,
      state,
    );
    return broken === null ? null : `${where}: ${broken}`;
  }

  /** A record that is no event: it has its time (contract 2). */
  stepOver({ recordedAtMs }: LogRecord): void {
    this.model.jackpots.recorded(recordedAtMs);
  }

  /** The first law that the record breaks, or null. */
  private brokenBy(seen: Witnessed, record: LogRecord, state: PartitionState): string | null {
    const { event, outcome, act, nowMs } = seen;
    const { headers } = record;
    const value = record.value as Buffer;
    const accounts = state.jackpots.get(event.subject)?.accounts;
    const ofJackpot = accounts && !isOfLedger(event);
    const before = this.actLaws.jackpots.get(event.subject);
    const broken = [
      ...(ofJackpot ? this.laws.check({ ...event, ...act }, outcome, { ...accounts }) : []),
      ...(isCommand(event) ? this.keyLaws.check(event, { value, headers }, outcome, nowMs) : []),
      ...this.tableLaws.check(seen, value, before),
      ...this.actLaws.check(seen),
    ];
    return broken[0] ?? null;
  }

  private whyMessagesWrong(
    { offset, recordedAtMs }: LogRecord,
    folded: Folded,
    reasons: readonly string[],
    source: string | null,
    isOnce: boolean,
  ): string | null {
    const timestampMs = this.model.jackpots.recorded(recordedAtMs);
    const expected = this.messages.next({ offset, timestampMs }, reasons, source, isOnce);
    return whyOther(messagesOf(folded), expected);
  }

  /** No event of a table touches the keys, and no command to a jackpot more than a sequence. */
  private whyKeysWrong(event: ModelEvent, { authority }: PartitionState): string | null {
    if (!isCommand(event)) return null;
    const model = this.model.authority;
    if (isOfLedger(event)) return whyOther(keysOf(authority), model.view());
    const found = Object.fromEntries(authority.sequences);
    return whyOther(found, Object.fromEntries(model.sequences));
  }

  /** What only commands and restarts change. A set of keys may end a proposal of any jackpot. */
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
    const table = model.table(subject, source);
    const modelled = { accounts, generation, table, source: model.source(subject, source) };
    return whyOther(jackpotOf(state, subject, source), modelled);
  }
}

/** The key that a record's header names; null where it names none. */
function kidIn(headers: LogRecord['headers']): string | null {
  const signature = headers['signature'];
  if (!Buffer.isBuffer(signature)) return null;
  const text = String(signature);
  return text.slice(0, text.lastIndexOf(':'));
}

function whyOther(found: unknown, modelled: unknown): string | null {
  if (same(found, modelled)) return null;
  return `the fold has ${text(found)}, the model ${text(modelled)}`;
}

/** As the model shows its own (`Authority.view`). */
function keysOf(authority: PartitionState['authority']) {
  const { ledger, root, version, edition, keys, retired, sequences } = authority;
  const inForce = [...keys.values()].map(({ kid, holder, roles, x }) => {
    return { kid, holder, roles: [...roles].sort(), x };
  });
  inForce.sort((one, other) => (one.kid < other.kid ? -1 : 1));
  const remembered = [...inForce, ...retired].map(({ x }) => x).sort();
  const newest = Object.fromEntries(sequences);
  return { remembered, ledger, root, version, edition, keys: inForce, sequences: newest };
}

/** The table that an event comes from, or that a command is about. */
function tableMeant({ source, data }: ModelEvent): string {
  const { table, act } = data as { table?: string; act?: Act | null };
  return String(table ?? act?.data?.['table'] ?? source);
}

function steeredOf({ suspended, blocked, pending, proposals }: FoldedJackpot) {
  return {
    ...{ suspended, isPending: pending !== null, blocked: [...blocked].sort() },
    proposals: proposals.map(({ offset, type, digest, expiresMs, by, holder, approvals }) => ({
      ...{ offset, type, digest, expiresMs, by: [...by], holder },
      approvedBy: approvals.map((approval) => approval.holder),
    })),
  };
}

function modelledOf({ suspended, blocked, pending, proposals }: Readonly<Jackpot>) {
  return {
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
    generation: jackpot?.generation,
    table: {
      open: (table?.rounds ?? []).map(({ id, dealt, bets }) => ({ id, dealt, bets })),
      ended: table?.ended ?? [],
      carried: table?.carried ?? [],
    },
    source: {
      sequence: table?.sequence ?? null,
      verified: table?.claimed ?? 0n,
      tables: state.tableCounts.get(subject) ?? 0,
    },
  };
}

function effectOf({ counts }: Folded): ModelOutcome['effect'] {
  if (counts.refused > 0) return 'refused';
  return counts.duplicate > 0 ? 'duplicate' : 'applied';
}

/** As the metrics count them: not all have a message. */
function reasonsOf({ counts }: Folded): string[] {
  return [...counts.exceptions].flatMap(([reason, times]) => Array<string>(times).fill(reason));
}

/** The ids of the exceptions' messages without the partition; of a sum also what it says. */
function messagesOf({ outbox }: Folded): string[] {
  const messages = outbox.filter(({ topic }) => topic === 'exceptions');
  return messages.map(({ id, value }) => {
    const { summed } = JSON.parse(value) as { summed?: Record<'count' | 'from' | 'to', number> };
    const own = id.slice(id.indexOf('/') + 1);
    return summed ? `${own} ${summed.count} ${summed.from}-${summed.to}` : own;
  });
}

/** What a record says, and the name of its source, where it is JSON of at most 64 KiB. */
function wordsIn({ value }: LogRecord): { event: ModelEvent | null; source: string | null } {
  if (value === null || value.length > 65_536) return { event: null, source: null };
  try {
    const event = JSON.parse(String(value)) as ModelEvent | null;
    const { source } = event ?? {};
    const isName = typeof source === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(source);
    return { event, source: isName ? source : null };
  } catch {
    return { event: null, source: null };
  }
}

/** Equal in every member, whichever realm the objects are of: Jest has one of its own. */
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
