/** Paints one animation frame of the sign: every change of the page is made here. */
import { nameWords } from './about.js';
import { celebrationOfHit } from './celebrations.js';
import { CelebrationView } from './celebration-view.js';
import { formatMoney } from './money.js';
import { OdometerView } from './odometer-view.js';
import { knownZone } from './options.js';
import { PanelView, fitWidth } from './panel-view.js';
import { PendingView } from './pending-view.js';
import { waitingRows, waitingSlide } from './pending.js';
import { PoolsView, fillOnce } from './pools-view.js';
import { alike, money, slidesOf } from './slides.js';
import { clockTime, dayTime } from './times.js';
import { element, fillWords, wordElement } from './word-view.js';
import { handWords, words } from './words.js';

/**
 * @typedef {import('./celebrations.js').PoolHit} PoolHit
 * @typedef {import('./pool.js').Pool} Pool
 */

/** Time that the amount and the words of a fault stay in turn. */
const FACE_STAYS_MS = 4_000;

/** Time that a restarted pool says so. */
const RESTARTED_MS = 60_000;

export class Painter {
  #options;
  #isCalm;
  #root = document.documentElement;
  #wheels = new OdometerView(byId('amount'));
  #panel;
  #pools;
  #pending;
  #celebration;
  /** @type {PoolHit | null} */
  #celebrated = null;
  #faultSince = 0;
  /** @type {Pool | null} */
  #painted = null;
  /** Time of each pool's last restart. @type {Map<string, number>} */
  #restartedAt = new Map();

  /** @param {import('./options.js').Options} options @param {boolean} isCalm */
  constructor(options, isCalm) {
    const { languages } = options;
    this.#options = options;
    this.#isCalm = isCalm;
    this.#panel = new PanelView(byId('slides'), languages);
    this.#pools = new PoolsView(byId('pools'), languages);
    this.#pending = new PendingView(byId('pending'), options);
    const places = { whole: byId('celebration'), panel: byId('panel') };
    this.#celebration = new CelebrationView(places, languages);
  }

  /**
   * @param {{ pools: readonly Pool[], pool: Pool, hit: PoolHit | null, hitPool: Pool }} shown
   *   `pool` is the one in the large place
   * @param {number} now
   */
  paint({ pools, pool, hit, hitPool }, now) {
    // The celebration first: a takeover covers the sign before the restarted pool is drawn.
    this.#celebrate(hit, hitPool, now);
    const reading = pool.odometer.displayed(now);
    this.#paintState(pool, now);
    if (reading !== null) {
      const { latest, atRest } = pool.odometer;
      const { decimals } = pool;
      this.#wheels.show(reading, { latest: latest ?? 0n, atRest, decimals }, now);
      // The shown and the last received value, for people who check this sign.
      byId('amount').dataset.shown = String(pool.minorOf(reading.units));
      byId('amount').dataset.received = String(pool.received);
    }
    this.#pending.show(pool, now);
    this.#paintAbout(pool, now);
    this.#paintLast(pool);
    this.#paintRestart(pool, reading?.units ?? null, now);
    if (pools.length > 1) this.#pools.show(pools, pool, now);
    this.#panel.turn(now);
    this.#celebration.turn(now);
    this.#painted = pool;
  }

  /**
   * Returns the value of a pool on the page in this frame, read off its wheels or off the list;
   * null if there is none.
   * @param {Pool} pool
   * @returns {bigint | null} units of the last wheel
   */
  read(pool) {
    return pool === this.#painted ? this.#wheels.read() : this.#pools.read(pool.jackpot);
  }

  /** Sets the sizes that depend on the shape of the screen and on fonts. */
  fit() {
    this.#pending.fit();
    this.#panel.fit();
    this.#celebration.fit();
    fitWidth(byId('last'));
  }

  /** Returns the zone of the address; else the house's. @param {Pool} pool */
  #zoneOf({ about }) {
    return this.#options.zone ?? knownZone(about?.zone);
  }

  /** @param {Pool} pool @param {number} now */
  #paintState(pool, now) {
    const { feed } = pool;
    const state = feed.state(now);
    const { dataset } = this.#root;
    if (state !== 'fault') this.#faultSince = now;
    // The words of a fault come first, and an unknown amount has no turn.
    const turn = Math.floor((now - this.#faultSince) / FACE_STAYS_MS) % 2;
    dataset.state = state;
    dataset.fault = feed.fault(now) ?? '';
    dataset.known = String(pool.isKnown);
    const isTurn = state === 'fault' && turn === 0;
    dataset.face = !pool.isKnown || feed.isRetired || isTurn ? 'message' : 'amount';
    this.#root.classList.toggle('suspended', feed.isSuspended);
    this.#root.classList.toggle('retired', feed.isRetired);
    this.#root.classList.toggle('unknown-jackpot', pool.isUnknown && !pool.isKnown);
    this.#root.classList.toggle('refused', pool.isRefused && !pool.isKnown);

    const time = state === 'fault' && feed.asOf ? clockTime(feed.asOf, this.#zoneOf(pool)) : '';
    const asOf = byId('as-of');
    fillOnce(asOf, time, () =>
      time
        ? fillWords(asOf, words('asOf', { time }), this.#options.languages)
        : asOf.replaceChildren(),
    );
    fillOnce(byId('code'), pool.currency, () => (byId('code').textContent = pool.currency));
  }

  /** @param {Pool} pool @param {number} now */
  #paintAbout(pool, now) {
    const { languages } = this.#options;
    /** @type {Pick<import('./about.js').About, 'name' | 'jackpot'>} */
    const about = pool.about ?? { jackpot: pool.jackpot };
    const heading = byId('name');
    fillOnce(heading, JSON.stringify([pool.jackpot, about.name]), () => {
      const name = nameWords(about);
      fillWords(heading, name, languages);
      const longest = Math.max(...languages.map((language) => widthInEms(name[language])));
      heading.style.setProperty('--name-ems', String(longest));
      document.title = name[languages[0] ?? 'en'];
    });
    const slides = byId('slides');
    const waiting = waitingRows(pool.pending).map((row) => waitingSlide(row, pool));
    fillOnce(
      slides,
      JSON.stringify([pool.about, pool.jackpot, waiting, this.#lastKey(pool)]),
      () => {
        const shown = pool.about === null ? [] : slidesOf(pool.about);
        this.#panel.show(shown, { win: this.#lastSlide(pool), waiting }, now);
      },
    );
  }

  /** @param {Pool} pool */
  #paintLast(pool) {
    const line = byId('last');
    const { last } = pool;
    fillOnce(line, this.#lastKey(pool), () => {
      line.replaceChildren();
      if (last === null) return;
      const { languages } = this.#options;
      const zone = this.#zoneOf(pool);
      const amount = formatMoney(pool.currency, last.amount, pool.exponent);
      const content = element('span', 'line');
      line.append(content);
      content.append(
        wordElement('last-label', words('lastWin'), languages),
        wordElement('last-hand', handWords(last.hand), languages),
        element('span', 'last-amount', amount.replaceAll(' ', '\u00a0')),
        wordElement('last-table', words('atTable', { table: last.table }), languages),
        element('span', 'last-time', dayTime(last.at, zone)),
      );
      fitWidth(line);
    });
  }

  /** @param {Pool} pool */
  #lastKey(pool) {
    const { jackpot, last, currency } = pool;
    const zone = this.#zoneOf(pool);
    return last === null
      ? ''
      : JSON.stringify([
          jackpot,
          currency,
          zone,
          last.at,
          last.table,
          last.hand,
          String(last.amount),
        ]);
  }

  /** @param {Pool} pool @returns {import('./slides.js').Slide | null} */
  #lastSlide(pool) {
    const { last, currency, exponent } = pool;
    if (last === null) return null;
    const [label, hand] = [words('lastWin'), handWords(last.hand)];
    const time = dayTime(last.at, this.#zoneOf(pool));
    const [en, pt, zh] = /** @type {const} */ (['en', 'pt', 'zh-Hant']).map(
      (language) =>
        `${label[language]} ${time}, ${words('atTable', { table: last.table })[language]}`,
    );
    const amount = formatMoney(currency, last.amount, exponent);
    const figure = Object.fromEntries(
      Object.entries(alike(amount)).map(([language, text]) => [
        language,
        `${hand[/** @type {import('./words.js').Language} */ (language)]} ${text}`,
      ]),
    );
    return {
      kind: 'term',
      title: { en: en ?? '', pt: pt ?? '', 'zh-Hant': zh ?? '' },
      figure: /** @type {import('./words.js').Words} */ (figure),
      detail: null,
    };
  }

  /** @param {PoolHit | null} hit @param {Pool} pool @param {number} now */
  #celebrate(hit, pool, now) {
    if (hit === this.#celebrated) return;
    this.#celebrated = hit;
    const name = nameWords(pool.about ?? { jackpot: pool.jackpot });
    this.#celebration.show(hit, pool, { isCalm: this.#isCalm, name, now });
    // A pool whose award was verified had restarted long before.
    const hasRestarted = hit?.state === 'awarded' && isTakeover(hit);
    if (hasRestarted) this.#restartedAt.set(hit.jackpot, now);
  }

  /**
   * Says the restart amount of a pool that was won, only if the pool shows at least as much: after
   * an adjustment or with another seed in force the sentence would contradict the amount.
   * @param {Pool} pool
   * @param {bigint | null} units
   * @param {number} now
   */
  #paintRestart(pool, units, now) {
    const { about } = pool;
    const since = now - (this.#restartedAt.get(pool.jackpot) ?? -Infinity);
    const isTrue =
      about !== null &&
      units !== null &&
      BigInt(about.seed) <= pool.received &&
      since < RESTARTED_MS;
    const amount = isTrue ? money(about, about.seed) : null;
    this.#celebration.showRestart(amount);
    this.#root.classList.toggle('just-restarted', amount !== null);
    const label = byId('restarted');
    fillOnce(label, amount ?? '', () =>
      amount
        ? fillWords(label, words('restarted', { amount }), this.#options.languages)
        : label.replaceChildren(),
    );
  }
}

/** @param {PoolHit | null} hit */
export function isTakeover(hit) {
  return hit !== null && celebrationOfHit(hit).manner === 'takeover';
}

/**
 * Estimates a width for the stylesheet, which fits the name: CJK is square, Latin half.
 * @param {string} text
 */
function widthInEms(text) {
  return [...text].reduce((ems, sign) => ems + (sign > '\u2e7f' ? 1.18 : 0.58), 0);
}

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
