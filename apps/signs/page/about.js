/**
 * What the jackpot is, from `<sign>/about`. Asked for again and again, because a promise of prizes
 * that no longer hold is as binding as a wrong amount.
 *
 * @typedef {{ fixed: number, share?: number }} Prize
 * @typedef {{ jackpot: string, name: Partial<import('./words.js').Words>, currency: string,
 *   exponent: number, prizes: Record<string, Prize>, seed: number,
 *   stake: { min: number, max: number } }} About
 */

const REFRESH_MS = 60_000;
const RETRY_MS = 3_000;
/** A jackpot that is not there may still be configured. */
const RETRY_UNKNOWN_MS = 15_000;

/**
 * @param {string} url
 * @param {{ known: (about: About) => void, unknown: () => void }} handlers `known` is called for
 *   the first answer and for each that differs from the one before
 * @returns {() => void} asks at once
 */
export function followAbout(url, handlers) {
  let last = '';
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {number} ms */
  const again = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(ask, ms);
  };
  const ask = async () => {
    again(RETRY_MS);
    try {
      const headers = { accept: 'application/json' };
      const response = await fetch(url, { cache: 'no-cache', headers });
      if (response.status === 404) {
        again(RETRY_UNKNOWN_MS);
        return handlers.unknown();
      }
      if (!response.ok) return;
      const text = await response.text();
      const about = JSON.parse(text);
      again(REFRESH_MS);
      if (text === last) return;
      last = text;
      handlers.known(about);
    } catch (error) {
      // The stale mark tells the guests; this is for the person who opens the console of a sign.
      console.warn('the description of the jackpot could not be read', error);
    }
  };
  void ask();
  return () => void ask();
}
