import { formatMicros, formatMinor } from '#contract';
import { daysBetween, type Jackpot } from '#pools';
import { houseDay, houseTime } from '../house-time.js';

type ClosingJackpot = Pick<Jackpot, 'configuration' | 'accounts' | 'inForce'>;

/**
 * Lists the objections to closing a gaming day now: it cannot be opened again, and everything since
 * the last one becomes part of it.
 */
export function closingLooks(
  jackpot: ClosingJackpot,
  { day, funds }: { readonly day: string; readonly funds?: number | undefined },
  nowMs = Date.now(),
): string[] {
  const { zone } = jackpot.configuration;
  const yesterday = houseDay(zone, 1, nowMs);
  const looks = funds === undefined ? [] : fundsLooks(jackpot, funds);
  if (day > yesterday) {
    const now = houseTime(nowMs, zone);
    looks.push(`${day} has not ended: it is ${now}. Everything after this belongs to the next day`);
  }
  if (day < yesterday) {
    const late = daysBetween(day, yesterday);
    looks.push(`${day} ended ${late + 1} days ago: everything since then becomes part of it`);
  }
  return looks;
}

/** Warns of funds that are less than half of what players are owed now, or five times as much. */
function fundsLooks({ configuration, accounts, inForce }: ClosingJackpot, funds: number): string[] {
  const { currency } = configuration;
  const owed = accounts.pool + accounts.reserve + accounts.held;
  const kept = BigInt(funds) * inForce.minorUnitMicros;
  if (2n * kept >= owed && kept < 5n * owed) return [];
  const [than, wrong] =
    kept < owed ? ['less than half of', 'missing'] : ['at least five times as much as', 'too many'];
  return [
    `--funds ${formatMinor(funds, currency)} is ${than} pool, reserve and waiting wins, ${formatMicros(owed, currency)}: is a digit ${wrong}?`,
  ];
}
