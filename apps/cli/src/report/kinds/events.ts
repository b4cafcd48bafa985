import { exitCodes, parseJson, UserError, type StatementMessage } from '#contract';
import type { Folded } from '#engine';
import type { JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import { ownTables, tableKey, type Jackpot, type PartitionState } from '#pools';
import { describeRecovery, type RecordPlace, type ReplayObserver } from '#proof';
import { ageInWords } from '#acts';
import { ActList, actWords } from '../../reading/act-list.js';
import {
  closedDayRows,
  gamingDays,
  rowOf,
  type ReportKind,
  type ReportRow,
  type Sink,
} from '#papers';

/** Acts of people, keys and the service on gaming days, and refusals, from the log. */
export const eventsKind: ReportKind = {
  name: 'events',
  description: 'what people signed, refusals, silent tables, recoveries and new builds',
  sections: ['acts', 'refusals', 'silences', 'service', 'closed-days'],
  ...{ isOfOne: true, isOfDays: true, folds: 'always' },
  async begin({ connections, homes: [home], asked, checkpoint, openReplay }) {
    const { statements, last, frame, made } = await gamingDays(connections, home, asked);
    const [{ from }] = statements;
    const replay = await openReplay(home.id, checkpoint);
    const { position } = replay.origin;
    if (position > from) {
      throw new UserError(
        `The day begins at offset ${from}, but the fold starts only at ${position}, after the checkpoint or the last rebuild. Give an older --checkpoint, or none.`,
        exitCodes.usage,
      );
    }
    const fill = async (sink: Sink) => {
      const acts = new ActList(home.id, replay.context);
      const watch = new EventWatch(home.id, statements, acts);
      await replay.fold(last.offset + 1, watch);
      const signed = acts.acts.filter(({ offset }) => offset >= from);
      const rows = signed.map((each) => {
        const { atMs, offset, holder, kid } = each;
        const recorded = new Date(atMs).toISOString();
        const day = dayOfRecord(statements, offset);
        const words = actWords(each, last.currency);
        return rowOf('acts', { day, recorded, offset, holder, kid, ...words });
      });
      sink('acts', rows);
      sink('refusals', watch.refusalRows);
      sink('silences', watch.silences);
      const { began, ended } = frame.place;
      const recoveries = replay.recoveries.filter(({ at }) => {
        return Date.parse(at) > Date.parse(began ?? '1970-01-01') && at <= ended;
      });
      sink('service', serviceRows([...watch.starts, ...recoveries], statements));
      sink('closed-days', closedDayRows(statements));
      return { notes: [] };
    };
    return { frame, made, fill };
  },
};

/** Counts refusals on gaming days, and notes silent tables and new builds. */
export class EventWatch implements ReplayObserver {
  readonly starts: JournalBlock[] = [];
  readonly silences: ReportRow[] = [];
  /** By day, table and reason, separated by blanks. */
  private readonly refusals = new Map<string, number>();
  /** The names in the record; the key is empty for another jackpot. */
  private named = { subject: '' as unknown, table: '', key: '' };
  /** Time at which that table was last seen before the record, ms. */
  private seenBeforeMs: number | undefined;

  constructor(
    private readonly jackpot: string,
    private readonly statements: readonly StatementMessage[],
    private readonly acts: ActList,
  ) {}

  before(state: PartitionState, record: LogRecord): void {
    this.acts.before(state, record);
    const { subject, source } = wordsIn(record);
    const table = String(source);
    const key = subject === this.jackpot ? tableKey(this.jackpot, table) : '';
    this.named = { subject, table, key };
    this.seenBeforeMs = state.tables.get(key)?.seenAtMs;
  }

  after(state: PartitionState, record: LogRecord, folded: Folded, { block }: RecordPlace): void {
    this.acts.after(state, record, folded);
    const day = dayOfRecord(this.statements, record.offset);
    if (day === null || record.offset < (this.statements[0]?.from ?? 0)) return;
    if (block.start && this.starts.at(-1)?.block !== block.block) this.starts.push(block);
    this.noteSilence(state, record, day);
    const { subject, table: named, key } = this.named;
    // A record that does not name a jackpot may be for this one.
    if (typeof subject === 'string' && subject !== this.jackpot) return;
    // Anybody can write any other source.
    const table = state.tables.has(key) ? named : '';
    for (const [reason, times] of folded.counts.exceptions) {
      const name = `${day} ${table} ${reason}`;
      this.refusals.set(name, (this.refusals.get(name) ?? 0) + times);
    }
  }

  get refusalRows(): ReportRow[] {
    const inOrder = [...this.refusals].sort(([one], [other]) => (one < other ? -1 : 1));
    return inOrder.map(([name, times]) => {
      const [day, table, reason] = name.split(' ');
      return rowOf('refusals', { day, table: table === '' ? null : table, reason, times });
    });
  }

  /** Notes a silence, which ends with the table's next event, or with the day. */
  private noteSilence({ jackpots, tables }: PartitionState, record: LogRecord, day: string): void {
    const jackpot = jackpots.get(this.jackpot);
    if (!jackpot) return;
    const { key } = this.named;
    const now = tables.get(key)?.seenAtMs;
    if (now !== undefined && this.seenBeforeMs !== undefined) {
      this.addSilence(jackpot, this.named.table, day, this.seenBeforeMs, now);
    }
    const closed = this.statements.find(({ offset }) => offset === record.offset);
    if (!closed || jackpot.retired) return;
    for (const [own, { seenAtMs }] of ownTables(this.jackpot, tables)) {
      this.addSilence(jackpot, own, day, seenAtMs, null, closed.at);
    }
  }

  /** @param endMs null if the table is still silent at `until` */
  private addSilence(
    { inForce }: Jackpot,
    table: string,
    day: string,
    beganMs: number,
    endMs: number | null,
    until = '',
  ): void {
    const { heartbeatSeconds } = inForce.tables?.get(table) ?? {};
    const toleratedMs = heartbeatSeconds === undefined ? silentMs : 3_000 * heartbeatSeconds;
    const ms = (endMs ?? Date.parse(until)) - beganMs;
    if (ms <= toleratedMs) return;
    const [began, ended] = [beganMs, endMs].map((at) => at && new Date(at).toISOString());
    this.silences.push(rowOf('silences', { day, table, began, ended, waited: ageInWords(ms) }));
  }
}

/** The alert's limit for a table that has promised nothing. */
const silentMs = 300_000;

function wordsIn({ value }: LogRecord): { subject?: unknown; source?: unknown } {
  return Object(value && parseJson(value)) as { subject?: unknown; source?: unknown };
}

/** The gaming day that contains a record. */
function dayOfRecord(statements: readonly StatementMessage[], offset: number): string | null {
  return statements.find((each) => offset <= each.offset)?.day ?? null;
}

function serviceRows(
  blocks: readonly JournalBlock[],
  statements: readonly StatementMessage[],
): ReportRow[] {
  const inOrder = [...blocks].sort((one, other) => one.block - other.block);
  return inOrder.map((each) => {
    const { block, at: recorded, start } = each;
    const what = start
      ? `build ${start.build}, edition ${start.edition}, keys ${start.keys}`
      : describeRecovery(each);
    const day = statements.find(({ at }) => recorded <= at)?.day ?? null;
    return rowOf('service', { day, recorded, block, what });
  });
}
