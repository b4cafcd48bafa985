/** A hit on the page: the whole sign for a royal flush, down to a ribbon for a flush. */
import { celebrationOf } from './celebrations.js';
import { startConfetti } from './confetti.js';
import { formatMoney } from './money.js';
import { money } from './about-view.js';
import { handWords, words } from './words.js';
import { element, wordElement } from './word-view.js';

const ROYAL_CARDS = ['10', 'J', 'Q', 'K', 'A'];

export class CelebrationView {
  #root;
  #languages;
  #stopConfetti = () => {};
  /** @type {import('./feed.js').Hit | null} */
  #hit = null;

  /**
   * @param {HTMLElement} root
   * @param {readonly import('./words.js').Language[]} languages
   */
  constructor(root, languages) {
    this.#root = root;
    this.#languages = languages;
  }

  /**
   * @param {import('./feed.js').Hit | null} hit
   * @param {import('./about.js').About} about
   * @param {boolean} calm no particles, for those who asked for reduced motion
   */
  show(hit, about, calm) {
    if (hit === this.#hit) return;
    this.#hit = hit;
    this.#stopConfetti();
    this.#stopConfetti = () => {};
    this.#root.replaceChildren();
    this.#root.hidden = hit === null;
    if (hit === null) return;

    const { manner, ms } = celebrationOf(hit.hand);
    this.#root.className = `celebration ${manner}`;
    this.#root.style.setProperty('--ms', `${ms}ms`);
    this.#root.append(
      ...(manner === 'takeover' ? this.#takeover(hit, about) : this.#band(hit, about)),
    );
    if (manner === 'takeover' && !calm) this.#stopConfetti = startConfetti(this.#root, ms);
  }

  /** @param {import('./feed.js').Hit} hit @param {import('./about.js').About} about */
  #takeover(hit, about) {
    const cards = element('div', 'cards');
    cards.append(...ROYAL_CARDS.map((rank) => element('span', 'card', rank)));
    // The new seed is named as such, apart and small: nobody must take it for a part of the win.
    const seed = { amount: money(about, about.seed) };
    return [
      element('div', 'glow'),
      cards,
      this.#line('announcement', words('jackpotWon')),
      ...this.#won(hit, about),
      this.#line('seed-label', words('restarted', seed)),
    ];
  }

  /** @param {import('./feed.js').Hit} hit @param {import('./about.js').About} about */
  #band(hit, about) {
    const body = element('div', 'band');
    body.append(...this.#won(hit, about));
    return [body];
  }

  /**
   * The hand, the amount of the award in full, whatever the pool does, and the table.
   * @param {import('./feed.js').Hit} hit
   * @param {import('./about.js').About} about
   */
  #won(hit, about) {
    const text = formatMoney(about.currency, hit.amount, about.exponent);
    const amount = element('p', 'won-amount', text);
    amount.style.setProperty('--figures', String(text.length));
    return [
      this.#line('won-hand', handWords(hit.hand)),
      amount,
      this.#line('won-table', words('atTable', { table: hit.table })),
    ];
  }

  /** @param {string} className @param {import('./words.js').Words} row */
  #line(className, row) {
    return wordElement(className, row, this.#languages);
  }
}
