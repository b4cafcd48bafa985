import type { JackpotHand } from '#rules';
import type { Configuration } from '../configuration.js';
import type { AwardGranted, AwardPaid } from '../events.js';
import type { Outcome } from '../outcome.js';
import { given, type LogScript } from './log-script.js';
import { textOf } from './states.js';

/** A jackpot that locks every award, unless a test changes this. */
export const locking = (changes: Partial<Configuration> = {}) =>
  given({ verifyAbove: 0, ...changes });

const reasonsOf = ({ exceptions }: Outcome) => exceptions.map(({ reason }) => reason);

/** Bets of a table's round, one for each hand, which the seats then win, beginning with seat 1. */
export function win(
  play: LogScript,
  source: string,
  round: string,
  ...hands: JackpotHand[]
): string {
  const table = play.table(source);
  for (const seat of hands.keys()) table.bet(round, seat + 1);
  const wins = hands.map((hand, index) => ({ seat: index + 1, hand }));
  return table.settle(round, wins).award?.id as string;
}

export const evidence = { deck: 'counted' } as const;
export const verify = (play: LogScript, award: string, ...seats: number[]) =>
  play.command({ type: 'award.verified', data: { award, seats, evidence } });
export const pay = (play: LogScript, award: string, changes: Partial<AwardPaid> = {}) => {
  const data = { award, seat: 1, slip: 1, amount: 250, method: 'cash', ...changes } as const;
  return play.command({ type: 'award.paid', data });
};
export const reverse = (play: LogScript, award: string) =>
  play.command({ type: 'award.reversed', data: { award, cause: 'misread', reason: 'r' } });
export const expire = (play: LogScript, award: string, seat = 1) =>
  play.command({ type: 'award.expired', data: { award, seat, reason: 'r' } });
export const grant = (play: LogScript, changes: Partial<AwardGranted> = {}) =>
  play.command({
    type: 'award.granted',
    data: {
      ...{ table: 'T1', round: '7', cause: 'ruling', reason: 'r' },
      payouts: [{ seat: 3, hand: 'flush', amount: 250, fromPool: 0 }],
      ...changes,
    },
  });
export const statesOf = (play: LogScript, award: string) =>
  play.jackpot.claims.get(award)?.seats.map(({ state }) => state);

/** Checks that a refused command changes only the sequence of its key. */
export function expectRefused(play: LogScript, reason: string, act: () => Outcome): void {
  const before = textOf(play.state);
  const outcome = act();
  expect(reasonsOf(outcome)).toEqual([reason]);
  expect([outcome.postings, outcome.award, outcome.hit]).toEqual([[], undefined, undefined]);
  expect(textOf(play.state)).toBe(before);
}
