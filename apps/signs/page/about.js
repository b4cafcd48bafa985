/**
 * The description of a jackpot, from `<sign>/about`. It is fetched at intervals, because a promise
 * of prizes that no longer hold is as binding as a wrong amount.
 *
 * @typedef {{ fixed: number, share?: number }} Prize minor units; basis points
 * @typedef {{ jackpot: string, name?: Partial<import('./words.js').Words>, currency: string,
 *   exponent: number, prizes: Record<string, Prize>, seed: number, ceiling?: number | null,
 *   payoutUnit?: number, stake: { min: number, max: number }, zone?: string }} About
 */

const REFRESH_MS = 60_000;
const RETRY_MS = 3_000;
/** A missing jackpot may still be configured, a token still given. */
const RETRY_REFUSED_MS = 15_000;

/**
 * @param {string} url
 * @param {{ known: (about: About) => void, unknown: () => void, refused: () => void,
 *   answered: () => void }} handlers `known` is called for the first answer and for each that
 *   differs from the last one, `answered` for all; `unknown` if the jackpot does not exist,
 *   `refused` if the gateway wants another token
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
      const refusal = { 401: handlers.refused, 404: handlers.unknown }[response.status];
      if (refusal) {
        again(RETRY_REFUSED_MS);
        last = '';
        return refusal();
      }
      if (!response.ok) return;
      const text = await response.text();
      const about = JSON.parse(text);
      again(REFRESH_MS);
      handlers.answered();
      if (text === last) return;
      last = text;
      handlers.known(about);
    } catch (error) {
      // The mark over the amount tells the guests; this line is for a person at the console of a
      // sign.
      console.warn('the description of the jackpot could not be read', error);
    }
  };
  void ask();
  return () => void ask();
}

/**
 * Returns the name in each language; if the operator gave none for a language, one that exists.
 * @param {Pick<About, 'name' | 'jackpot'>} about
 * @returns {import('./words.js').Words}
 */
export function nameWords({ name = {}, jackpot }) {
  const any = name.en ?? name.pt ?? name['zh-Hant'] ?? jackpot;
  return { en: name.en ?? any, pt: name.pt ?? any, 'zh-Hant': name['zh-Hant'] ?? any };
}
