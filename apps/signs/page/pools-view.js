/**
 * The list of all pools of a sign: names and amounts, with a mark if a pool is not live or waits.
 */
import { nameWords } from './about.js';
import { element, fillWords } from './word-view.js';
import { words } from './words.js';

/** @type {Partial<Record<import('./feed.js').FeedState, import('./words.js').Word>>} */
const MARKS = {
  connecting: 'connecting',
  late: 'late',
  suspended: 'noBets',
  retired: 'ended',
  fault: 'notConfirmed',
};

export class PoolsView {
  #root;
  #languages;
  /** @type {Map<string, Record<'item' | 'name' | 'amount' | 'mark', HTMLElement>>} */
  #rows = new Map();

  /** @param {HTMLElement} root @param {readonly import('./words.js').Language[]} languages */
  constructor(root, languages) {
    this.#root = root;
    this.#languages = languages;
  }

  /**
   * @param {readonly import('./pool.js').Pool[]} pools
   * @param {import('./pool.js').Pool} large the one in the large place
   * @param {number} now
   */
  show(pools, large, now) {
    this.#root.hidden = false;
    this.#root.style.setProperty('--pools', String(pools.length));
    for (const pool of pools) {
      const { item, name, amount, mark } = this.#rowOf(pool.jackpot);
      item.hidden = pool.isUnknown;
      item.classList.toggle('large', pool === large);
      item.dataset.state = pool.feed.state(now);
      fillOnce(name, JSON.stringify(pool.about?.name ?? null), () =>
        fillWords(name, nameWords(pool.about ?? { jackpot: pool.jackpot }), this.#languages),
      );
      const shown = pool.odometer.displayed(now);
      const text = shown === null ? '–' : pool.text(shown.units);
      // Only amounts at rest: the list has no wheels.
      if (shown === null || pool.odometer.atRest)
        fillOnce(amount, text, () => (amount.textContent = text));
      const word = MARKS[pool.feed.state(now)] ?? (pool.isWaiting ? 'pending' : undefined);
      fillOnce(mark, word ?? '', () =>
        word ? fillWords(mark, words(word), this.#languages) : mark.replaceChildren(),
      );
    }
  }

  /**
   * Returns the amount of a pool in the list, read off the page; null if there is no amount, or no
   * list in this layout.
   * @param {string} jackpot
   * @returns {bigint | null} units of the last wheel
   */
  read(jackpot) {
    if (getComputedStyle(this.#root).display === 'none') return null;
    const digits = this.#rowOf(jackpot).amount.textContent?.replace(/\D/g, '');
    return digits ? BigInt(digits) : null;
  }

  /** @param {string} jackpot */
  #rowOf(jackpot) {
    const known = this.#rows.get(jackpot);
    if (known) return known;
    const item = element('li', 'pool');
    const row = {
      item,
      name: element('span', 'pool-name'),
      amount: element('span', 'pool-amount'),
      mark: element('span', 'pool-mark'),
    };
    item.append(row.name, row.amount, row.mark);
    this.#root.append(item);
    this.#rows.set(jackpot, row);
    return row;
  }
}

/**
 * Calls `fill` only if the content has changed.
 * @param {HTMLElement} filled
 * @param {string} content
 * @param {() => void} fill
 */
export function fillOnce(filled, content, fill) {
  if (filled.dataset.content === content) return;
  filled.dataset.content = content;
  fill();
}
