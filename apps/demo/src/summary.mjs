// @ts-check
/** What a demo that ends by itself says of its rounds. */
import { formatMinor } from '#contract';

/**
 * @typedef {import('./public.mjs').Jackpot} Jackpot
 * @typedef {import('./public.mjs').Award} Award
 *
 * @typedef {object} PitSummary the line that the pit ends with
 * @property {number} rounds
 * @property {number} events
 * @property {number} bets
 * @property {Record<string, number>} stake
 * @property {Record<string, number>} misbehaved
 */

/**
 * @param {PitSummary} pit
 * @param {{ before: Jackpot | undefined, after: Jackpot, awards: Award[] }[]} jackpots
 * @param {[reason: string, count: number][]} exceptions
 * @returns {string[]}
 */
export function summaryLines(pit, jackpots, exceptions) {
  const stakes = Object.entries(pit.stake).map(([currency, sum]) => formatMinor(sum, currency));
  const hands = countHands(jackpots.flatMap(({ awards }) => awards));
  return [
    `rounds      ${pit.rounds.toLocaleString('en')}, ${pit.events.toLocaleString('en')} events`,
    `bets        ${pit.bets.toLocaleString('en')}, stakes ${stakes.join(' and ') || '0'}`,
    `awards      ${list(hands)}`,
    `exceptions  ${list(exceptions)}`,
    ...jackpots.map(({ before, after, awards }) => {
      const { id, currency, value, accounts } = after;
      const money = (/** @type {number} */ amount) => formatMinor(amount, currency);
      const reserve = Number(BigInt(accounts.reserve) / 10_000n);
      return (
        `${id.padEnd(16)}pool ${money(value)}, reserve ${money(reserve)}, ` +
        `contributions ${money(contributions(before, after, awards))}, ` +
        `paid ${money(paid(awards))} in ${awards.length} awards`
      );
    }),
  ];
}

/**
 * What bets have added to a pool, refunds taken off: its growth without what awards did to it.
 * @param {Jackpot | undefined} before @param {Jackpot} after @param {Award[]} awards
 */
export function contributions(before, after, awards) {
  const start = before?.value ?? after.configuration.seed;
  const byAwards = awards.reduce(
    (sum, { poolBefore, poolAfter }) => sum + poolAfter - poolBefore,
    0,
  );
  return after.value - start - byAwards;
}

/** @param {Award[]} awards */
function paid(awards) {
  return awards.flatMap(({ payouts }) => payouts).reduce((sum, { amount }) => sum + amount, 0);
}

/** @param {Award[]} awards @returns {[hand: string, count: number][]} */
function countHands(awards) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { hand } of awards.flatMap(({ payouts }) => payouts)) {
    counts.set(hand, (counts.get(hand) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** @param {[name: string, count: number][]} counts */
function list(counts) {
  return counts.length === 0
    ? 'none'
    : counts.map(([name, count]) => `${name} ${count}`).join(', ');
}
