import { formatMinor, type AwardMessage } from '#contract';
import type { ApiJackpot } from './api.js';
import { isReversed } from './claims.js';
import { countBy, type MetricCounts } from './metrics.js';

/** The last line of the pit, as far as it is used; stakes are minor units by currency. */
export interface PitSummary {
  readonly rounds: number;
  readonly events: number;
  readonly bets: number;
  readonly stake: Readonly<Record<string, number>>;
}

/** A jackpot before the first round, if it existed, and after the last one. */
export interface PlayedJackpot {
  readonly before: ApiJackpot | undefined;
  readonly after: ApiJackpot;
  /** The awards between the two. */
  readonly awards: readonly AwardMessage[];
  /** Unpaid sum of all awards, those of earlier plays too, minor units. */
  readonly waitingMinor: number;
}

export function summaryLines(
  pit: PitSummary,
  jackpots: readonly PlayedJackpot[],
  exceptions: MetricCounts,
): string[] {
  const stakes = Object.entries(pit.stake).map(([currency, sum]) => formatMinor(sum, currency));
  const payouts = jackpots.flatMap(({ awards }) => awards.flatMap((award) => award.payouts));
  const hands = countBy(payouts.map(({ hand }) => [hand, 1]));
  const states = jackpots.flatMap(({ awards }) => awards.flatMap((award) => award.states));
  return [
    `rounds      ${pit.rounds.toLocaleString('en')}, ${pit.events.toLocaleString('en')} events`,
    `bets        ${pit.bets.toLocaleString('en')}, stakes ${stakes.join(' and ') || '0'}`,
    `awards      ${countList(hands)}`,
    `prizes      ${countList(countBy(states.map(({ state }) => [state, 1])))}`,
    `exceptions  ${countList(exceptions)}`,
    ...jackpots.map(jackpotLine),
  ];
}

/**
 * Returns the amount that bets added to a pool, less refunds: its growth without the effect of
 * awards. A reversed award has no effect.
 */
export function contributionsMinor({ before, after, awards }: PlayedJackpot): number {
  const startMinor = before?.value ?? after.configuration.seed;
  const changes = awards.filter(isKept).map(({ poolBefore, poolAfter }) => poolAfter - poolBefore);
  return changes.reduce((left, change) => left - change, after.value - startMinor);
}

/** Returns whether the account `held` has the unpaid sum, to the micro-unit. */
export function isHeldRight({ after, waitingMinor }: PlayedJackpot): boolean {
  return BigInt(after.accounts.held) === BigInt(waitingMinor) * 10_000n;
}

function jackpotLine(jackpot: PlayedJackpot): string {
  const { id, currency, value, accounts } = jackpot.after;
  const money = (amountMinor: number): string => formatMinor(amountMinor, currency);
  const kept = jackpot.awards.filter(isKept);
  const reserveMinor = Number(BigInt(accounts.reserve) / 10_000n);
  return (
    `${id.padEnd(16)}pool ${money(value)}, reserve ${money(reserveMinor)}, ` +
    `contributions ${money(contributionsMinor(jackpot))}, ` +
    `won ${money(wonMinor(kept))} in ${kept.length} awards, ` +
    `held ${money(jackpot.waitingMinor)}${isHeldRight(jackpot) ? '' : ', the ledger holds ANOTHER sum'}`
  );
}

function isKept(award: AwardMessage): boolean {
  return !isReversed(award);
}

function wonMinor(awards: readonly AwardMessage[]): number {
  return awards.flatMap(({ payouts }) => payouts).reduce((sum, { amount }) => sum + amount, 0);
}

/** Returns `royal-flush 1, flush 12`; `none` if there are none. */
export function countList(counts: MetricCounts): string {
  return counts.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}
