// @ts-check
/** The sentences of a screen reader about a pool and about a hit, in one language. Uses no DOM. */
import { nameWords } from './about.js';
import { formatMoney } from './money.js';
import { moreWords, stateWords, waitingRows } from './pending.js';
import { clockTime } from './times.js';
import { handWords, words } from './words.js';

/** @typedef {import('./words.js').Language} Language */

/**
 * `Fortune Jackpot: MOP 1,234.56 (Delayed)`
 * @param {import('./pool.js').Pool} pool
 * @param {Language} language
 * @param {{ now: number, zone?: string | undefined }} time
 */
export function poolSentence(pool, language, { now, zone }) {
  const name = nameWords(pool.about ?? { jackpot: pool.jackpot })[language];
  const shown = pool.odometer.displayed(now);
  const amount = shown === null ? '–' : pool.text(shown.units);
  const remarks = [...remarksOn(pool, language, now, zone), ...waitingOf(pool, language)];
  return `${name}: ${amount}${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`;
}

/**
 * Names every winner of a round.
 * @param {import('./wire.js').Hit} hit
 * @param {import('./pool.js').Pool} pool
 * @param {Language} language
 */
export function hitSentence({ table, winners }, pool, language) {
  const place = words('atTable', { table })[language];
  return `${place}: ${winners.map((winner) => wonText(winner, pool, language)).join('; ')}`;
}

/**
 * Names each seat that is not paid yet, of the awards that the gateway names.
 * @param {import('./pool.js').Pool} pool
 * @param {Language} language
 */
function waitingOf(pool, language) {
  const named = waitingRows(pool.pending).map((row) => {
    const place = words('atTable', { table: row.table })[language];
    return `${stateWords(row)[language]}: ${place}, ${wonText(row, pool, language)}`;
  });
  const more = moreWords(pool.pendingMore);
  return more ? [...named, more[language]] : named;
}

/**
 * @param {import('./wire.js').Winner} winner
 * @param {import('./pool.js').Pool} pool
 * @param {Language} language
 */
function wonText({ seat, hand, amount }, { currency, exponent }, language) {
  const where = words('atSeat', { seat: String(seat) })[language];
  return `${where}, ${handWords(hand)[language]}, ${formatMoney(currency, amount, exponent)}`;
}

/**
 * @param {import('./pool.js').Pool} pool
 * @param {Language} language
 * @param {number} now
 * @param {string | undefined} zone
 */
function remarksOn({ feed, isKnown, isRefused }, language, now, zone) {
  const state = feed.state(now);
  /** @type {string[]} */
  const remarks = [];
  if (state === 'connecting') remarks.push(words('connecting')[language]);
  if (state === 'late') remarks.push(words('late')[language]);
  if (state === 'fault') {
    const isHalted = feed.fault(now) === 'halted';
    const fault = isHalted
      ? words('beingChecked')
      : isKnown
        ? words('notConfirmed')
        : words(isRefused ? 'refused' : 'noConnection');
    remarks.push(fault[language]);
    if (feed.asOf !== null) {
      remarks.push(words('asOf', { time: clockTime(feed.asOf, zone) })[language]);
    }
  }
  if (feed.isSuspended) remarks.push(words('noBets')[language]);
  if (feed.isRetired) remarks.push(words('ended')[language]);
  return remarks;
}
