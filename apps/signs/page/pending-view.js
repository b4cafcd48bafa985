/**
 * The waiting awards, in rows below the amount: hand, amount, table and seat. Nothing moves or
 * shines, because the win is not certain yet. A strip has no room for rows: there they take turns
 * with the prizes (`panel-view.js`). A sign of the amount alone shows one at a time.
 */
import { formatMoney } from './money.js';
import { fitWidth } from './panel-view.js';
import { lockedRows, moreWords, pageAt, stateWords, waitingRows } from './pending.js';
import { fillOnce } from './pools-view.js';
import { element, wordElement } from './word-view.js';
import { handWords, words } from './words.js';

const long = matchMedia('(min-aspect-ratio: 14/5)');

/** Number of rows that leaves the panel room for the prizes. */
const ROOM = 5;
const ROOM_OF_SEVERAL = 3;
const ROOM_OF_LONG = 4;
const ROOM_OF_LONG_SEVERAL = 2;
const ROOM_OF_MINIMAL = 1;

export class PendingView {
  #root;
  #languages;
  #isSeveral;
  #isMinimal;
  #startedAt = 0;
  #shown = '';

  /**
   * @param {HTMLElement} root
   * @param {import('./options.js').Options} options a list of several pools takes room
   */
  constructor(root, { languages, jackpots, isMinimal }) {
    this.#root = root;
    this.#languages = languages;
    this.#isSeveral = jackpots.length > 1;
    this.#isMinimal = isMinimal;
  }

  /**
   * @param {import('./pool.js').Pool} pool
   * @param {number} now
   */
  show(pool, now) {
    const all = waitingRows(pool.pending);
    const rows = this.#isMinimal ? lockedRows(all) : all;
    // The verification state of awards that are not named is unknown.
    const more = this.#isMinimal ? null : moreWords(pool.pendingMore);
    const key = JSON.stringify([pool.jackpot, pool.currency, rows, more], (_, part) =>
      typeof part === 'bigint' ? String(part) : part,
    );
    fillOnce(this.#root, key, () => {
      const list = element('ul', 'waiting-rows');
      list.append(...rows.map((row) => this.#row(row, pool)));
      if (more) list.append(this.#moreRow(more));
      this.#root.replaceChildren(list);
      this.#root.hidden = rows.length === 0;
      document.documentElement.classList.toggle('has-pending', rows.length > 0);
      document.documentElement.classList.toggle('many-pending', rows.length > 2);
      this.#root.classList.toggle('alone', rows.length === 1 || this.#isMinimal);
      this.#startedAt = now;
      this.#shown = '';
    });
    this.#turn(now);
  }

  fit() {
    if (!this.#root.hidden) fitWidth(this.#root);
  }

  /** @param {number} now */
  #turn(now) {
    const rows = /** @type {HTMLElement[]} */ ([...this.#root.querySelectorAll('.waiting-row')]);
    const { from, to } = pageAt(rows.length, this.#room, now - this.#startedAt);
    const shown = `${from} ${to}`;
    if (rows.length === 0 || shown === this.#shown) return;
    this.#shown = shown;
    rows.forEach((row, index) => (row.hidden = index < from || index >= to));
    // The same number on each page, so that nothing else moves when the page turns.
    this.#root.style.setProperty('--rows', String(Math.min(rows.length, this.#room)));
    this.#root.classList.toggle('paged', rows.length > this.#room);
    this.fit();
  }

  get #room() {
    if (this.#isMinimal) return ROOM_OF_MINIMAL;
    if (long.matches) return this.#isSeveral ? ROOM_OF_LONG_SEVERAL : ROOM_OF_LONG;
    return this.#isSeveral ? ROOM_OF_SEVERAL : ROOM;
  }

  /** @param {import('./words.js').Words} more */
  #moreRow(more) {
    const made = element('li', 'waiting-row more');
    made.append(wordElement('waiting-hand', more, this.#languages));
    return made;
  }

  /**
   * @param {import('./pending.js').WaitingRow} row
   * @param {import('./pool.js').Pool} pool
   */
  #row(row, { currency, exponent }) {
    const made = element('li', `waiting-row ${row.state}`);
    const amount = formatMoney(currency, row.amount, exponent).replaceAll(' ', '\u00a0');
    const place = element('span', 'waiting-place');
    place.append(
      wordElement('waiting-table', words('atTable', { table: row.table }), this.#languages),
      wordElement('waiting-seat', words('atSeat', { seat: String(row.seat) }), this.#languages),
    );
    made.append(
      wordElement('waiting-state', stateWords(row), this.#languages),
      wordElement('waiting-hand', handWords(row.hand), this.#languages),
      element('span', 'waiting-amount', amount),
      place,
    );
    return made;
  }
}
