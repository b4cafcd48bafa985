// @ts-check
/** What the screen shows, as it becomes known. Free of any clock but the one it is given. */

/**
 * @typedef {import('#contract').AwardMessage} Award
 * @typedef {import('#contract').ExceptionMessage} ExceptionMessage
 * @typedef {import('#contract').ValueMessage} ValueMessage
 *
 * @typedef {object} Pool
 * @property {string} id
 * @property {string} name
 * @property {string} currency
 * @property {number} value minor units
 * @property {{ at: number, value: number }[]} history one sample now and then, oldest first
 * @property {number} hitAt when an award last took from it or paid by it, on the view's clock
 */

const historyLength = 40;
const newestKept = 50;

export class DemoView {
  /** @type {Map<string, Pool>} */
  pools = new Map();
  /** @type {Award[]} newest first */
  awards = [];
  /** @type {{ at: number, message: ExceptionMessage }[]} newest first */
  exceptions = [];
  /** @type {[reason: string, count: number][]} */
  reasons = [];
  awardCount = 0;
  eventsPerSecond = 0;
  lag = 0;
  signs = 0;
  health = { ledger: false, signs: false };
  /** How the pit has ended, when it has. */
  pit = 'tables are playing';

  /** @type {{ at: number, events: number }[]} */
  #counts = [];

  /**
   * @param {{ id: string, currency: string, value: number,
   *   configuration: { name: Record<string, string> } }[]} jackpots
   */
  constructor(jackpots) {
    for (const { id, currency, value, configuration } of jackpots) {
      const name = configuration.name['en'] ?? id;
      const hitAt = Number.NEGATIVE_INFINITY;
      this.pools.set(id, { id, name, currency, value, history: [], hitAt });
    }
  }

  /** @param {ValueMessage} message @param {number} now */
  takeValue({ jackpot, value, hit }, now) {
    const pool = this.pools.get(jackpot);
    if (!pool) return;
    pool.value = value;
    if (hit) pool.hitAt = now;
  }

  /** Keeps the values of this moment for the trend.
   * @param {number} now */
  sample(now) {
    for (const pool of this.pools.values()) {
      pool.history = [...pool.history, { at: now, value: pool.value }].slice(-historyLength);
    }
  }

  /** @param {Award[]} awards in any order, known ones among them */
  takeAwards(awards) {
    const known = new Set(this.awards.map(({ id }) => id));
    const fresh = awards.filter(({ id }) => !known.has(id));
    this.awards = [...fresh, ...this.awards]
      .sort((one, other) => (one.time < other.time ? 1 : -1))
      .slice(0, newestKept);
    return fresh;
  }

  /** @param {ExceptionMessage} message @param {number} now */
  takeException(message, now) {
    this.exceptions = [{ at: now, message }, ...this.exceptions].slice(0, newestKept);
  }

  /** @param {import('./metrics.mjs').Metrics} metrics @param {number} now */
  takeMetrics(metrics, now) {
    this.lag = metrics.sum('jackpot_partition_lag_records');
    this.reasons = metrics.by('jackpot_exceptions_total', 'reason');
    this.awardCount = metrics.sum('jackpot_payouts_total');
    const events = metrics.sum('jackpot_events_total');
    this.#counts = [...this.#counts, { at: now, events }].slice(-5);
    const [oldest] = this.#counts;
    const seconds = oldest ? (now - oldest.at) / 1000 : 0;
    this.eventsPerSecond = oldest && seconds > 0 ? (events - oldest.events) / seconds : 0;
  }
}
