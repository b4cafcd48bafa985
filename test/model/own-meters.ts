import { minorUnit } from './currency.js';
import type { Jackpot, Table } from './events.js';

const FIVE_MINUTES_MS = 300_000;
const HOUR_MS = 3_600_000;
const METERS = ['stakes', 'paid'] as const;
type Sums = Record<(typeof METERS)[number], bigint>;

/**
 * contract 3.7: compares a heartbeat's meters with ours.
 * @returns whether they have differed for too long
 */
export function compareMeters(
  { configuration, at: { timestampMs } }: Jackpot,
  table: Table,
  { meters }: { meters?: { stakes: number; paid: number } },
): boolean {
  if (!meters) return false;
  const unit = minorUnit(configuration.currency);
  const { stakes = 0n, refunded = 0n, paidAtTable = 0n } = table.counted;
  const apart: Sums = {
    stakes: BigInt(meters.stakes) * unit - (stakes - refunded),
    paid: BigInt(meters.paid) * unit - paidAtTable,
  };
  const { own } = table;
  const isAsBefore = own !== null && METERS.every((name) => own.base[name] === apart[name]);
  if (own === null || isAsBefore) {
    table.own = { base: apart, sinceMs: null, said: own?.said ?? null };
    return false;
  }
  const sinceMs = own.sinceMs ?? timestampMs;
  const running = table.open.find(({ gaveWay }) => !gaveWay);
  const isPlaying = running !== undefined && running.beganMs <= sinceMs;
  const isLong = timestampMs >= sinceMs + HOUR_MS;
  if (timestampMs < sinceMs + FIVE_MINUTES_MS || (isPlaying && !isLong)) {
    table.own = { ...own, sinceMs };
    return false;
  }
  const moved = { stakes: apart.stakes - own.base.stakes, paid: apart.paid - own.base.paid };
  for (const name of METERS) if (moved[name] === 0n) moved[name] = own.said?.[name] ?? 0n;
  table.own = { base: apart, sinceMs: null, said: { ...moved, atMs: timestampMs } };
  return true;
}
