import { awardShownWithinMs, type SignAck, UserError } from '#contract';
import { valueMessage, type Folded } from '#engine';
import type { LogRecord } from '#log';
import type { Jackpot, PartitionState } from '#pools';
import { type ReplayObserver } from '#proof';
import { openReplay } from '../reading/open-replay.js';
import type { Connections } from '../servers/connections.js';
import type { Painting } from './ack-topic.js';

/** The values of a pool, minor units, each null if the log does not have that moment. */
export interface HeldValues {
  readonly currency: string;
  /** At the requested time. */
  readonly atTime: { readonly value: number; readonly version: number } | null;
  readonly atVersion: number | null;
  /** The highest value from 15 seconds before the painting until its acknowledgement came. */
  readonly greatestLately: number | null;
}

/**
 * The values of a painting's pool, folded again from the log.
 * @param from file of the checkpoint to begin with; by default the first record
 * @throws UserError if the painting or the time is before the checkpoint.
 */
export async function readHeld(
  connections: Connections,
  { ack, paintedAtMs }: Painting,
  atMs: number,
  from: string | undefined,
): Promise<HeldValues> {
  const replay = await openReplay(connections, ack.jackpot, from);
  const past = new Past(ack, paintedAtMs, atMs);
  const { origin, snapshot } = replay;
  if (ack.version < origin.position) {
    throw new UserError(
      `Version ${ack.version} is before the checkpoint, which ends at ${origin.position - 1}. Give --from an older checkpoint, or omit it.`,
    );
  }
  const began = origin.state.jackpots.get(ack.jackpot);
  if (began) past.note(began, origin.position - 1, began.changedAtMs);
  const state = await replay.fold(snapshot.position, past);
  const jackpot = state.jackpots.get(ack.jackpot);
  return {
    currency: jackpot?.configuration.currency ?? '',
    atTime: past.atTime,
    atVersion: ack.version <= snapshot.position ? past.atVersion : null,
    greatestLately: past.greatestLately,
  };
}

/** Remembers the values of one pool for comparison with a painting. */
class Past implements ReplayObserver {
  atTime: { value: number; version: number } | null = null;
  atVersion: number | null = null;
  greatestLately: number | null = null;
  private hasEnded = false;

  constructor(
    private readonly ack: SignAck,
    private readonly paintedAtMs: number,
    private readonly atMs: number,
  ) {}

  before(_: PartitionState, record: LogRecord): void {
    if (record.recordedAtMs > this.atMs) this.hasEnded = true;
  }

  after(state: PartitionState, record: LogRecord, { jackpots, postings }: Folded): void {
    const id = this.ack.jackpot;
    if (!jackpots.has(id) && !postings.has(id)) return;
    const jackpot = state.jackpots.get(id);
    if (jackpot) this.note(jackpot, record.offset, record.recordedAtMs);
  }

  note(jackpot: Jackpot, offset: number, recordedAtMs: number): void {
    const { value, version } = valueMessage(jackpot, null);
    if (!this.hasEnded) this.atTime = { value, version };
    const { version: painted, newest } = this.ack;
    if (offset < painted) this.atVersion = value;
    // Ends by the place in the log: a table's clock may be ahead of the gateway's.
    if (offset >= Math.max(painted, newest.version)) return;
    const isBefore = recordedAtMs <= this.paintedAtMs - awardShownWithinMs;
    this.greatestLately = isBefore ? value : Math.max(this.greatestLately ?? 0, value);
  }
}
