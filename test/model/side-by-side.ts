import { decodeRefusals } from '#contract';
import type { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import { tableKey, type PartitionState } from '#pools';
import type { ModelEvent, ModelOutcome } from './events.js';
import { Laws } from './laws.js';
import { Messages } from './messages.js';
import { Model } from './model.js';

type Folded = ReturnType<typeof foldRecords>;

/** Refusals of the decoder; the model takes only well-formed, signed records. */
const unreadable: readonly string[] = decodeRefusals.filter(
  (reason) => reason !== 'invalid-command',
);

/** A command with one of these has no right signature, or none was looked for. */
const unsigned = ['malformed', 'unknown-type', 'wrong-partition'].concat([
  'unsigned-command',
  'bad-signature',
]);

/**
 * The fold of one partition beside the independent model: after every record both must have the
 * same awards, exceptions, accounts and rounds, and no law may be broken.
 */
export class SideBySide {
  readonly model = new Model();
  private readonly laws = new Laws();
  private readonly messages = new Messages();

  /**
   * @param folded what the fold made of this one record
   * @param state the fold's state after it
   * @returns the first difference as a sentence, or null
   */
  compare(record: LogRecord, folded: Folded, state: PartitionState): string | null {
    const { offset, recordedAtMs } = record;
    this.model.recorded(recordedAtMs);
    const reasons = reasonsOf(folded);
    const wrongMessages = this.whyMessagesWrong(record, folded, reasons);
    if (wrongMessages !== null) return wrongMessages;
    if (reasons.some((reason) => unreadable.includes(reason))) return null;
    const event = JSON.parse(String(record.value)) as ModelEvent;
    const expected = this.model.apply(event, { offset, timestampMs: recordedAtMs });
    const outcome: ModelOutcome = {
      effect: effectOf(folded),
      reasons,
      award: (folded.awards[0] as ModelOutcome['award'] | undefined) ?? null,
    };
    const where = `offset ${offset} (${event.type} of ${event.source}, ${JSON.stringify(event.data)})`;
    if (!same(outcome, expected)) {
      return `${where}: the fold says ${text(outcome)}, the model ${text(expected)}`;
    }
    const jackpot = state.jackpots.get(event.subject);
    if (!jackpot) return null;
    const found = stateOf(state, event);
    const modelled = this.stateOf(event);
    if (!same(found, modelled)) {
      return `${where}: the fold has ${text(found)}, the model ${text(modelled)}`;
    }
    const [broken] = this.laws.check(event, outcome, { ...jackpot.accounts });
    return broken === undefined ? null : `${where}: ${broken}`;
  }

  private whyMessagesWrong(
    record: LogRecord,
    folded: Folded,
    reasons: readonly string[],
  ): string | null {
    const { offset, recordedAtMs: timestampMs } = record;
    const { type, source } = namesIn(record);
    const isCommand = /^(jackpot\.|pool\.adjusted$)/.test(type ?? '');
    const isSigned = isCommand && !reasons.some((reason) => unsigned.includes(reason));
    const expected = this.messages.next({ offset, timestampMs }, reasons, source, isSigned);
    const found = messagesOf(folded);
    if (same(found, expected)) return null;
    return `offset ${offset}: the fold sends ${text(found)}, the model ${text(expected)}`;
  }

  private stateOf({ subject, source }: ModelEvent) {
    const { model } = this;
    const accounts = model.accounts(subject);
    const generation = model.generation(subject);
    const table = model.table(subject, source);
    return { accounts, generation, table, source: model.source(subject, source) };
  }
}

function stateOf(state: PartitionState, { subject, source }: ModelEvent) {
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
      known: table ? { sequence: table.sequence, isTable: table.seenAtMs !== null } : null,
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

/** What a record says of itself, where it is JSON of at most 64 KiB. */
function namesIn({ value }: LogRecord): { type: string | null; source: string | null } {
  if (value === null || value.length > 65_536) return { type: null, source: null };
  try {
    const { type, source } = JSON.parse(String(value)) as Record<string, unknown>;
    const isName = typeof source === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(source);
    return { type: typeof type === 'string' ? type : null, source: isName ? source : null };
  } catch {
    return { type: null, source: null };
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
