// @ts-check
/**
 * What a sign says of awards that are not handed over: each seat that waits for its verification,
 * and smaller each that waits to be paid. Free of the DOM and of any clock.
 */
import { formatMoney } from './money.js';
import { handWords, words } from './words.js';

/**
 * @typedef {import('./wire.js').WaitingSeat & { table: string }} WaitingRow
 * @typedef {import('./words.js').Words} Words
 */

/** How long each page of rows stays, where there are more than the sign has room for. */
const PAGE_STAYS_MS = 5_000;

/**
 * What waits for its verification comes first; both the largest award first.
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
 * What a sign of the amount alone says of them: only what is not verified, which is why its amount
 * has fallen.
 * @param {readonly WaitingRow[]} rows
 */
export function lockedRows(rows) {
  return rows.filter(({ state }) => state === 'locked');
}

/**
 * The first row of the page that is shown now, and the first that is no longer on it.
 * @param {number} rows
 * @param {number} room rows of a page
 * @param {number} ms since the rows are shown
 */
export function pageAt(rows, room, ms) {
  const pages = Math.max(1, Math.ceil(rows / room));
  const from = (Math.floor(ms / PAGE_STAYS_MS) % pages) * room;
  return { from, to: Math.min(rows, from + room) };
}

/**
 * Where such a seat stands, in the words of a sign.
 * @param {WaitingRow} row
 * @returns {Words}
 */
export function stateWords({ state }) {
  return state === 'locked' ? words('pending') : words('toBePaid');
}

/**
 * The same on one slide: where it stands and whose it is; what it is worth.
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
 * That more awards wait than the gateway names; null where it names all.
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
