import { fail } from './assertion.js';
import type { Claim, SeatState } from './claims.js';
import { noPrizes, type PrizeMeter } from './meters.js';
import { tableKey } from './state.js';
import type { Acted } from './step.js';

/**
 * Counts the effect of a record on an award, for the hands of its seats and for its table (contract
 * 6.1).
 * @param before the award before the record; undefined if the record makes it.
 */
export function countPrizes(
  { jackpot, tables, outcome }: Pick<Acted, 'jackpot' | 'tables' | 'outcome'>,
  before: Claim | undefined,
  { table: id, payouts, seats }: Claim,
): void {
  const key = tableKey(jackpot.id, id);
  const table = tables.get(key) ?? fail(`the award is of ${id}, which is no table`);
  for (const { seat, hand, amountMicros } of payouts) {
    const from = seatStateIn(before?.seats, seat);
    const to = seatStateIn(seats, seat);
    if (to === undefined || to === from) continue;
    const count = (meter: PrizeMeter) => counted(meter, from, to, amountMicros);
    jackpot.hands.set(hand, count(jackpot.hands.get(hand) ?? noPrizes));
    table.prizeMeter = count(table.prizeMeter);
  }
  outcome.table = key;
}

function seatStateIn(seats: Claim['seats'] = [], seat: number): SeatState | undefined {
  return seats.find((own) => own.seat === seat)?.state;
}

/** @param from undefined if the seat has only now won */
function counted(
  meter: PrizeMeter,
  from: SeatState | undefined,
  to: SeatState,
  micros: bigint,
): PrizeMeter {
  const won = {
    ...meter,
    ...(from === undefined && {
      seats: meter.seats + 1,
      awardedMicros: meter.awardedMicros + micros,
    }),
  };
  const more = (name: Exclude<keyof PrizeMeter, 'seats'>) => ({
    ...won,
    [name]: won[name] + micros,
  });
  switch (to) {
    case 'locked':
    case 'verified':
      return won;
    case 'awarded':
      return more('paidAtTableMicros');
    case 'paid':
      return more('paidBySlipMicros');
    case 'expired':
      return more('expiredMicros');
    case 'reversed':
      return more(from === 'awarded' ? 'returnedMicros' : 'reversedMicros');
    default:
      return to satisfies never;
  }
}
