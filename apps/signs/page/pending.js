// @ts-check
/**
 * The sign's words for awards that are not paid: each seat that waits for its verification, and,
 * smaller, each that waits for payment. Uses no DOM and no clock.
 */
import { formatMoney } from './money.js';
import { handWords, words } from './words.js';

/**
 * @typedef {import('./wire.js').WaitingSeat & { table: string }} WaitingRow
 * @typedef {import('./words.js').Words} Words
 */

/** Time that each page of rows stays, if there are more than the sign has room for. */
const PAGE_STAYS_MS = 5_000;

/**
 * Returns the waiting seats, those to be verified first; in each group the largest award first.
 * @param {readonly import('./wire.js').PendingAward[]} pending
 * @returns {WaitingRow[]}
 */
export function waitingRows(pending) {
  const rows = pending.flatMap(({ table, winners }) =>
    winners.map((winner) => ({ ...winner, table })),
  );
  return [...lockedRows(rows), ...rows.filter(({ state }) => state !== 'locked')];
}

/**
 * Returns the rows for a sign of the amount alone: only unverified awards, which are the reason
 * that its amount has fallen.
 * @param {readonly WaitingRow[]} rows
 */
export function lockedRows(rows) {
  return rows.filter(({ state }) => state === 'locked');
}

/**
 * Returns the first row of the page that is shown now, and the first row after it.
 * @param {number} rows
 * @param {number} room rows of a page
 * @param {number} ms since the rows were first shown
 */
export function pageAt(rows, room, ms) {
  const pages = Math.max(1, Math.ceil(rows / room));
  const from = (Math.floor(ms / PAGE_STAYS_MS) % pages) * room;
  return { from, to: Math.min(rows, from + room) };
}

/**
 * Returns the state of such a seat, in the words of a sign.
 * @param {WaitingRow} row
 * @returns {Words}
 */
export function stateWords({ state }) {
  return state === 'locked' ? words('pending') : words('toBePaid');
}

/**
 * Returns the same on one slide: state and hand; amount.
 * @param {WaitingRow} row
 * @param {{ currency: string, exponent: number }} pool
 * @returns {import('./slides.js').Slide}
 */
export function waitingSlide(row, { currency, exponent }) {
  const [state, hand] = [stateWords(row), handWords(row.hand)];
  const table = words('atTable', { table: row.table });
  const seat = words('atSeat', { seat: String(row.seat) });
  const amount = formatMoney(currency, row.amount, exponent).replaceAll(' ', '\u00a0');
  return {
    kind: 'waiting',
    title: inEach((language) => `${state[language]}, ${table[language]}, ${seat[language]}`),
    figure: inEach((language) => `${hand[language]} ${amount}`),
    detail: null,
  };
}

/**
 * Says that more awards wait than the gateway names; null if it names all.
 * @param {number} count
 * @returns {Words | null}
 */
export function moreWords(count) {
  return count > 0 ? words('andMore', { count: String(count) }) : null;
}

/** @param {(language: import('./words.js').Language) => string} text @returns {Words} */
function inEach(text) {
  return { en: text('en'), pt: text('pt'), 'zh-Hant': text('zh-Hant') };
}
