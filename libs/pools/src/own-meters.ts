import type { Heartbeat } from './events.js';
import type { MetersApart, TableState } from './state.js';
import type { Step } from './step.js';

/**
 * Time for which a difference is tolerated: a table may count a little later than the ledger, or
 * earlier.
 */
const toleratedMs = 300_000;
/** Longest delay of the remark by a running round: a table may close with one open. */
const longestRoundMs = 3_600_000;

/**
 * Compares a table's own counts with the ledger's meters of it (contract 3.7). If the difference
 * has changed for longer than the running round, the table gets one remark.
 */
export function compareMeters(
  { jackpot, table, event, outcome, position }: Step,
  meters: NonNullable<Heartbeat['meters']>,
): void {
  const { minorUnitMicros } = jackpot.inForce;
  const { betMeter, prizeMeter, ownMeters: known } = table;
  const base = {
    stakesMicros:
      BigInt(meters.stakes) * minorUnitMicros - betMeter.stakesMicros + betMeter.refundedMicros,
    paidMicros: BigInt(meters.paid) * minorUnitMicros - prizeMeter.paidAtTableMicros,
  };
  const now = position.recordedAtMs;
  if (!known || isSameApart(known.base, base)) {
    table.ownMeters = { base, apartSinceMs: null, moved: known?.moved ?? null };
    return;
  }
  const apartSinceMs = known.apartSinceMs ?? now;
  const forMs = now - apartSinceMs;
  if (forMs < toleratedMs || (forMs < longestRoundMs && runsSince(table, apartSinceMs))) {
    table.ownMeters = { ...known, apartSinceMs };
    return;
  }
  const moved = {
    stakesMicros: base.stakesMicros - known.base.stakesMicros,
    paidMicros: base.paidMicros - known.base.paidMicros,
  };
  const before = known.moved;
  const kept = {
    stakesMicros: moved.stakesMicros || (before?.stakesMicros ?? 0n),
    paidMicros: moved.paidMicros || (before?.paidMicros ?? 0n),
    atMs: now,
  };
  table.ownMeters = { base, apartSinceMs: null, moved: kept };
  const inMinor = (micros: bigint): string => String(micros / minorUnitMicros);
  const since = new Date(apartSinceMs).toISOString();
  outcome.exceptions.push({
    reason: 'meters-differ',
    detail: `Since ${since} the meters of ${event.source} have moved from the ledger's by ${inMinor(moved.stakesMicros)} in stakes and ${inMinor(moved.paidMicros)} in prizes paid (minor units of ${jackpot.configuration.currency}, its own less the ledger's).`,
  });
}

function isSameApart(one: MetersApart, other: MetersApart): boolean {
  return one.stakesMicros === other.stakesMicros && one.paidMicros === other.paidMicros;
}

/** Tells whether the table's running round had begun by then. */
function runsSince({ rounds }: TableState, sinceMs: number): boolean {
  const running = rounds.at(-1);
  return running !== undefined && !running.unsettled && running.beganAtMs <= sinceMs;
}
