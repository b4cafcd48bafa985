import { decodeRecord } from '#contract';
import { configurationDigest, type Folded } from '#engine';
import type { LogRecord } from '#log';
import type { Configuration, Jackpot, PartitionState } from '#pools';
import type { Replay, ReplayObserver } from '#proof';
import { changesBetween, describeChange } from '#acts';
import {
  closedDayRows,
  gamingDays,
  rowOf,
  type ReportKind,
  type ReportRow,
  type Sink,
} from '#papers';

/** Each configuration that was ever in force, from the log. */
export const configurationsKind: ReportKind = {
  name: 'configurations',
  description: 'every configuration that was in force: who set it, from when and until when',
  sections: ['configurations', 'closed-days'],
  ...{ isOfOne: true, isOfDays: false, folds: 'always' },
  async begin({ connections, homes: [home], asked, checkpoint, openReplay }) {
    const { last, frame, made } = await gamingDays(connections, home, asked);
    const replay = await openReplay(home.id, checkpoint);
    const fill = async (sink: Sink) => {
      const watch = new ConfigurationWatch(home.id, replay);
      await replay.fold(last.offset + 1, watch);
      sink('configurations', watch.rows);
      sink('closed-days', closedDayRows([last]));
      const since = replay.origin.position;
      return { notes: since === 0 ? [] : [`Only what was in force from offset ${since} on.`] };
    };
    return { frame, made, fill };
  },
};

/** A configuration, and the record that put it in force. */
interface ConfigurationInForce {
  readonly configuration: Configuration;
  readonly from: number | null;
  readonly beganMs: number | null;
  readonly holder: string | null;
  readonly changed: string;
}

/** Notes when the configurations of a jackpot come into force. */
export class ConfigurationWatch implements ReplayObserver {
  private readonly found: ConfigurationInForce[] = [];
  private waiting: Configuration | null = null;
  private waitingBy: string | null = null;
  private signer: string | null = null;

  constructor(
    private readonly jackpot: string,
    private readonly replay: Pick<Replay, 'context'>,
  ) {}

  before({ authority, jackpots }: PartitionState, record: LogRecord): void {
    this.signer = null;
    const known = jackpots.get(this.jackpot);
    if (known && this.found.length === 0) this.beginWith(known);
    if (record.headers?.['signature'] === undefined) return;
    const decoded = decodeRecord(record, { ...this.replay.context, authority, jackpots });
    this.signer = decoded.signer?.key.holder ?? null;
  }

  after({ jackpots }: PartitionState, { offset }: LogRecord, { recordedAtMs }: Folded): void {
    const jackpot = jackpots.get(this.jackpot);
    if (!jackpot) return;
    const { configuration, pending } = jackpot;
    const before = this.found.at(-1)?.configuration;
    if (before !== configuration) {
      const holder = configuration === this.waiting ? this.waitingBy : this.signer;
      const members = before ? changesBetween(before, configuration) : [];
      const { currency } = configuration;
      const changed = members.map((each) => describeChange(each, currency)).join('; ');
      this.found.push({ configuration, from: offset, beganMs: recordedAtMs, holder, changed });
    }
    if (pending !== this.waiting) [this.waiting, this.waitingBy] = [pending, this.signer];
  }

  /**
   * The configuration in force at the beginning of the fold: the record that put it in force is
   * unknown.
   */
  private beginWith({ configuration, pending }: Jackpot): void {
    const unknown = { from: null, beganMs: null, holder: null, changed: '' };
    this.found.push({ configuration, ...unknown });
    this.waiting = pending;
  }

  get rows(): ReportRow[] {
    return this.found.map(({ configuration, from, beganMs, holder, changed }, index) => {
      const next = this.found[index + 1];
      return rowOf('configurations', {
        ...{ from, to: next?.from ? next.from - 1 : null, holder, changed },
        began: instantOf(beganMs),
        ended: instantOf(next?.beganMs ?? null),
        configuration: configurationDigest(configuration),
      });
    });
  }
}

function instantOf(timestampMs: number | null): string | null {
  return timestampMs === null ? null : new Date(timestampMs).toISOString();
}
