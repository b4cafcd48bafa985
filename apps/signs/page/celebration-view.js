/**
 * A hit on the page: the whole sign for a royal flush; for lower hands the panel below the amount,
 * so that neither the amount nor the last win is ever covered. Every winner of the round is named.
 */
import { celebrationOfHit, leadOf } from './celebrations.js';
import { startConfetti } from './confetti.js';
import { formatMoney } from './money.js';
import { handWords, words } from './words.js';
import { element, fillWords, wordElement } from './word-view.js';

const ROYAL_CARDS = ['10', 'J', 'Q', 'K', 'A'];

export class CelebrationView {
  #whole;
  #panel;
  #languages;
  #stopConfetti = () => {};
  /** @type {HTMLElement | null} */
  #band = null;
  /** @type {HTMLElement[]} */
  #winners = [];
  #startedAt = 0;
  #ms = 1;

  /**
   * @param {{ whole: HTMLElement, panel: HTMLElement }} places
   * @param {readonly import('./words.js').Language[]} languages
   */
  constructor({ whole, panel }, languages) {
    this.#whole = whole;
    this.#panel = panel;
    this.#languages = languages;
  }

  /**
   * @param {import('./celebrations.js').PoolHit | null} hit null ends the celebration
   * @param {import('./pool.js').Pool} pool of the hit
   * @param {{ isCalm: boolean, name: import('./words.js').Words, now: number }} manner calm: no
   *   particles
   */
  show(hit, pool, { isCalm, name, now }) {
    this.#stopConfetti();
    this.#stopConfetti = () => {};
    this.#band?.remove();
    this.#band = null;
    this.#whole.replaceChildren();
    this.#whole.hidden = true;
    this.#panel.classList.remove('celebrating');
    this.#winners = [];
    if (hit === null) return;

    const { manner, ms } = celebrationOfHit(hit);
    const isWhole = manner === 'takeover';
    const root = isWhole ? this.#whole : element('div', '');
    root.className = `celebration ${manner}`;
    root.dataset.award = hit.award;
    root.style.setProperty('--ms', `${ms}ms`);
    root.classList.toggle('many', hit.winners.length > 3);
    root.append(...(isWhole ? this.#takeover(hit, pool, name) : [this.#won(hit, pool)]));
    if (isWhole) {
      root.hidden = false;
      if (!isCalm) this.#stopConfetti = startConfetti(root, ms);
    } else {
      this.#band = root;
      this.#panel.classList.add('celebrating');
      this.#panel.append(root);
    }
    this.#winners = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.winner'))];
    [this.#startedAt, this.#ms] = [now, ms];
    this.turn(now);
  }

  /** Shows the winners in turn, for signs that have room for only one. @param {number} now */
  turn(now) {
    const count = this.#winners.length;
    const at = Math.min(count - 1, Math.floor(((now - this.#startedAt) / this.#ms) * count));
    if (count === 0 || this.#winners[at]?.classList.contains('current')) return;
    this.#winners.forEach((winner, index) => winner.classList.toggle('current', index === at));
    this.fit();
  }

  /** Shrinks the winners to the available room. Measured, because fonts may load late. */
  fit() {
    const list = /** @type {HTMLElement | undefined | null} */ (this.#winners[0]?.parentElement);
    const room = list?.parentElement;
    if (!list || !room) return;
    room.style.setProperty('--squeeze', '1');
    const others = [...room.children].filter((each) => each.matches('.cards, .announcement'));
    const taken = others.reduce((height, each) => height + each.clientHeight, 0);
    const squeeze = Math.min(
      1,
      (0.95 * room.clientWidth) / list.offsetWidth,
      (0.92 * room.clientHeight - 1.4 * taken) / list.offsetHeight,
    );
    room.style.setProperty('--squeeze', Math.max(0.1, squeeze).toFixed(3));
  }

  /**
   * @param {import('./celebrations.js').PoolHit} hit
   * @param {import('./pool.js').Pool} pool
   * @param {import('./words.js').Words} name
   */
  #takeover(hit, pool, name) {
    const cards = element('div', 'cards');
    cards.append(...ROYAL_CARDS.map((rank) => element('span', 'card', rank)));
    const announcement = element('p', 'announcement');
    announcement.append(this.#line('won', words('jackpotWon')), this.#line('of', name));
    // The restarted pool is named as such, apart and small: it is not part of the win.
    const seed = element('p', 'seed-label');
    seed.hidden = true;
    return [element('div', 'glow'), cards, announcement, this.#won(hit, pool), seed];
  }

  /**
   * Shows the amount that the pool starts again from, in a takeover.
   * @param {string | null} amount null if the pool is below it, or it is not known
   */
  showRestart(amount) {
    const label = /** @type {HTMLElement | null} */ (this.#whole.querySelector('.seed-label'));
    if (label === null || label.dataset.amount === String(amount)) return;
    label.dataset.amount = String(amount);
    label.hidden = amount === null;
    if (amount !== null) fillWords(label, words('restarted', { amount }), this.#languages);
  }

  /**
   * Makes the table, and each winner: seat, hand and amount in full, whatever happens to the pool.
   * @param {import('./celebrations.js').PoolHit} hit
   * @param {import('./pool.js').Pool} pool
   */
  #won(hit, { currency, exponent }) {
    const list = element('ul', 'winners');
    const lead = leadOf(hit);
    // The highest hand first; the others in the order of payment.
    const winners = [lead, ...hit.winners.filter((winner) => winner !== lead)];
    for (const { seat, hand, amount } of winners) {
      const text = formatMoney(currency, amount, exponent).replaceAll(' ', '\u00a0');
      const winner = element('li', 'winner');
      const place = element('span', 'won-place');
      place.append(
        this.#line('won-table', words('atTable', { table: hit.table })),
        this.#line('won-seat', words('atSeat', { seat: String(seat) })),
      );
      const figure = element('span', 'won-amount', text);
      winner.append(this.#line('won-hand', handWords(hand)), figure, place);
      list.append(winner);
    }
    return list;
  }

  /** @param {string} className @param {import('./words.js').Words} row */
  #line(className, row) {
    return wordElement(className, row, this.#languages);
  }
}
