import { foldRecords, meterTexts, valueMessage } from '#engine';
import { accountField, type EntryKind, type OutboxEntry } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import {
  accountNames,
  emptyState,
  serializeAuthority,
  serializeClaim,
  serializeJackpot,
  serializeRefusals,
  serializeTable,
  type Jackpot,
  type PartitionState,
  type TableState,
} from '#pools';
import { SideBySide } from '../model/side-by-side.js';
import { root, rootText } from './operator.js';

export type Content = Readonly<Record<EntryKind, ReadonlyMap<string, string>>>;

/** The exact content of the ledger at `position`. */
export interface Moment {
  readonly before: Moment | null;
  readonly record: LogRecord | null;
  readonly position: number;
  readonly anchor: string | null;
  readonly newestMs: number;
  readonly refusals: string;
  /** In the form of Redis. */
  readonly authority: string;
  readonly content: Content;
  /** Awards and exceptions of this record, and the values if the commit ends after it. */
  readonly outputs: readonly OutboxEntry[];
}

const nothing: Content = {
  accounts: new Map(),
  jackpots: new Map(),
  tables: new Map(),
  claims: new Map(),
  values: new Map(),
  meters: new Map(),
};

/**
 * The plain fold of one partition's log, record by record, without the tested code, and with it the
 * model that is written from the contract. A log that lost records and got others is a branch; each
 * branch keeps its moments.
 */
export class Oracle {
  readonly byAnchor = new Map<string, Moment>();
  /** All values that were ever right, by the id of their message; a branch may have another. */
  readonly values = new Map<string, Set<string>>();
  readonly everRight = new Set<string>();
  readonly start: Moment = start();
  tip: Moment = this.start;
  /** The first difference between fold and independent model, if any. */
  difference: string | null = null;
  private state: PartitionState = emptyState();
  private beside = new SideBySide(rootText);

  constructor(
    readonly partition: number,
    private readonly partitions: number,
  ) {}

  extend(record: LogRecord): Moment {
    const { tip, state } = this;
    const folded = this.fold(record);
    const touched = new Set([...folded.jackpots, ...folded.postings.keys()]);
    const jackpotOf = (id: string) => state.jackpots.get(id) as Jackpot;
    const { accounts, jackpots, tables, claims, values, meters } = tip.content;
    const moment: Moment = {
      before: tip,
      record,
      position: record.offset + 1,
      anchor: anchorOf(record),
      newestMs: state.newestMs,
      refusals: serializeRefusals(state.refusals),
      authority: serializeAuthority(state.authority),
      content: {
        accounts: changed(accounts, accountsOf(state, touched)),
        jackpots: changed(
          jackpots,
          [...folded.jackpots].map((id) => [id, serializeJackpot(jackpotOf(id))]),
        ),
        tables: changed(
          tables,
          [...folded.tables].map((key) => [
            key,
            serializeTable(state.tables.get(key) as TableState),
          ]),
        ),
        claims: changed(
          claims,
          [...folded.claims].map(([id, jackpot]) => {
            const claim = jackpotOf(jackpot).claims.get(id);
            return [id, claim ? serializeClaim(claim) : null];
          }),
        ),
        values: changed(
          values,
          [...folded.shown.keys()].map((id) => [
            id,
            JSON.stringify(valueMessage(jackpotOf(id), null)),
          ]),
        ),
        meters: changed(
          meters,
          [...folded.postings.keys(), ...folded.claims.values(), ...folded.closed].flatMap((id) =>
            meterTexts(jackpotOf(id)),
          ),
        ),
      },
      outputs: folded.outbox,
    };
    for (const { topic, id, value } of folded.outbox) {
      if (topic !== 'pool-values') continue;
      this.values.set(id, (this.values.get(id) ?? new Set()).add(value));
      this.everRight.add(value);
    }
    this.byAnchor.set(moment.anchor as string, moment);
    this.tip = moment;
    return moment;
  }

  /** Branches: the log now ends at an earlier offset, and its next records form another branch. */
  branch(position: number): void {
    const kept = momentsUpTo(this.tip).filter((moment) => moment.position <= position);
    this.state = emptyState();
    this.beside = new SideBySide(rootText);
    for (const { record } of kept) if (record) this.fold(record);
    this.tip = kept.at(-1) ?? this.start;
  }

  private fold(record: LogRecord) {
    const { state, partitions } = this;
    const folded = foldRecords(state, [record], { partitions, root });
    if (record.steppedOver) this.beside.stepOver(record);
    else this.difference ??= this.beside.compare(record, folded, state);
    return folded;
  }

  /** The pool of a jackpot at the end of the log, micro-units. */
  pool(jackpot: string): bigint | undefined {
    const text = this.tip.content.accounts.get(accountField(jackpot, 'pool'));
    return text === undefined ? undefined : BigInt(text);
  }
}

/** The moments up to `last`, oldest first; only those of records from an offset on. */
export function momentsUpTo(last: Moment, from = 0): Moment[] {
  const moments: Moment[] = [];
  for (let each: Moment | null = last; each?.record; each = each.before) {
    if (each.record.offset < from) break;
    moments.push(each);
  }
  return moments.reverse();
}

function start(): Moment {
  const outputs: OutboxEntry[] = [];
  return {
    before: null,
    record: null,
    position: 0,
    anchor: null,
    newestMs: 0,
    refusals: '',
    authority: '',
    content: nothing,
    outputs,
  };
}

function accountsOf(state: PartitionState, touched: ReadonlySet<string>): [string, string][] {
  return [...touched].flatMap((id) =>
    accountNames.map((name): [string, string] => [
      accountField(id, name),
      String(state.jackpots.get(id)?.accounts[name]),
    ]),
  );
}

function changed(
  before: ReadonlyMap<string, string>,
  changes: readonly (readonly [string, string | null])[],
): ReadonlyMap<string, string> {
  if (changes.length === 0) return before;
  const after = new Map(before);
  for (const [key, text] of changes) {
    if (text === null) after.delete(key);
    else after.set(key, text);
  }
  return after;
}
