import type { Award } from './award-words.js';
import { minorUnit } from './currency.js';
import type { Jackpot } from './events.js';
import { count } from './ledger.js';
import { tableOf } from './rounds.js';

/** contract 6.1: counts the seats of a new award as won, and as paid if none waits. */
export function countWon(jackpot: Jackpot, award: Award): void {
  for (const { seat, state } of award.states) {
    countPrize(jackpot, award, seat, 'awarded');
    if (state === 'awarded') countPrize(jackpot, award, seat, 'paidAtTable');
  }
}

/** contract 6.1: counts the prize of a seat at its table and with its hand. */
export function countPrize(
  jackpot: Jackpot,
  { payouts, currency, table }: Award,
  seat: number,
  meter: 'awarded' | 'paidAtTable' | 'paidBySlip' | 'expired' | 'reversed' | 'returned',
): void {
  const payout = payouts.find((each) => each.seat === seat);
  if (!payout) throw new Error(`The model knows no prize of seat ${seat}.`);
  const micros = BigInt(payout.amount) * minorUnit(currency);
  const added = { [meter]: micros, ...(meter === 'awarded' && { seats: 1n }) };
  const hand = { ...jackpot.hands.get(payout.hand) };
  count(hand, added);
  jackpot.hands.set(payout.hand, hand);
  count(tableOf(jackpot, table).counted, added);
}
