import { exitCodes, parseJson, UserError, type StatementMessage } from '#contract';
import type { Folded } from '#engine';
import type { JournalBlock } from '#ledger';
import type { LogRecord } from '#log';
import type { PartitionState } from '#pools';
import { describeRecovery, type RecordPlace, type ReplayObserver } from '#proof';
import { ActList, actWords } from '../../reading/act-list.js';
import { openReplay } from '../../reading/open-replay.js';
import { closedDayRows, gamingDays } from '../gaming-days.js';
import type { ReportRow, Sink } from '../report.js';
import { rowOf } from '../statement-rows.js';
import type { ReportKind } from './kind.js';

/** What people, keys and the service did on gaming days, and what was refused, from the log. */
export const eventsKind: ReportKind = {
  name: 'events',
  description: 'what people signed, what was refused, recoveries and new builds',
  sections: ['acts', 'refusals', 'service', 'closed-days'],
  ...{ isOfOne: true, isOfDays: true, folds: 'always' },
  async begin({ connections, homes: [home], asked, checkpoint }) {
    const { statements, last, frame, made } = await gamingDays(connections, home, asked);
    const [{ from }] = statements;
    const replay = await openReplay(connections, home.id, checkpoint);
    const { position } = replay.origin;
    if (position > from) {
      throw new UserError(
        `The day begins at offset ${from}, and the fold at ${position}, behind the checkpoint or the last rebuild: give an older --checkpoint, or none.`,
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

/** Counts what was refused from an offset on, and sees other builds begin. */
class EventWatch implements ReplayObserver {
  readonly starts: JournalBlock[] = [];
  /** By day and reason. */
  private readonly refusals = new Map<string, number>();

  constructor(
    private readonly jackpot: string,
    private readonly statements: readonly StatementMessage[],
    private readonly acts: ActList,
  ) {}

  before(state: PartitionState, record: LogRecord): void {
    this.acts.before(state, record);
  }

  after(state: PartitionState, record: LogRecord, folded: Folded, { block }: RecordPlace): void {
    this.acts.after(state, record, folded);
    const day = dayOfRecord(this.statements, record.offset);
    if (day === null || record.offset < (this.statements[0]?.from ?? 0)) return;
    if (block.start && this.starts.at(-1)?.block !== block.block) this.starts.push(block);
    const { subject } = Object(record.value && parseJson(record.value)) as { subject?: unknown };
    // What names no jackpot may have been for this one.
    if (typeof subject === 'string' && subject !== this.jackpot) return;
    for (const [reason, times] of folded.counts.exceptions) {
      const name = `${day} ${reason}`;
      this.refusals.set(name, (this.refusals.get(name) ?? 0) + times);
    }
  }

  get refusalRows(): ReportRow[] {
    const inOrder = [...this.refusals].sort(([one], [other]) => (one < other ? -1 : 1));
    return inOrder.map(([name, times]) => {
      const [day, reason] = name.split(' ');
      return rowOf('refusals', { day, reason, times });
    });
  }
}

/** The gaming day that a record is part of. */
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
