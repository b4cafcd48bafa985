// @ts-check
/**
 * The options in the address of a sign. A part that is not understood is left out: a sign with a
 * mistyped address must still show its jackpot.
 *
 * - `/signs/a?also=b,c` several jackpots: one after another in the large place, all in a list
 * - `turn=12` seconds that each of them stays (5 to 600)
 * - `lang=en|pt|zh-Hant` one language; without it all three in turn
 * - `layout=minimal` the amount alone, and the awards that wait for verification
 * - `decimals=0` whole units, rounded down
 * - `motion=off` nothing moves
 * - `safe=5` percent of the screen's shorter side that stay empty at each edge (0 to 15)
 * - `zone=Asia/Macau` of the times; without it that of the machine
 * - `theme=NAME` colours, logo and fonts from `themes/NAME.json`
 * - `sign=NAME` the sign acknowledges the values that it shows
 * - `token=…` forwarded to the gateway
 *
 * @typedef {ReturnType<typeof readOptions>} Options
 */
import { languagesFor } from './words.js';

export const MOST_JACKPOTS = 12;
const TURN_SECONDS = 12;

/** @param {string} pathname @param {string} search */
export function readOptions(pathname, search) {
  const query = new URLSearchParams(search);
  const own = decodeURIComponent(pathname.split('/').filter(Boolean).at(-1) ?? '');
  const also = query.getAll('also').flatMap((list) => list.split(','));
  const jackpots = [own, ...also.filter((name) => isName(name))];
  return {
    jackpots: [...new Set(jackpots)].slice(0, MOST_JACKPOTS),
    turnMs: 1_000 * between(query.get('turn'), 5, 600, TURN_SECONDS),
    languages: languagesFor(query.get('lang')),
    isMinimal: query.get('layout') === 'minimal',
    showsDecimals: query.get('decimals') !== '0',
    isStill: query.get('motion') === 'off',
    safePercent: between(query.get('safe'), 0, 15, 0),
    zone: knownZone(query.get('zone')),
    theme: nameOrNull(query.get('theme')),
    sign: nameOrNull(query.get('sign')),
    token: query.get('token'),
  };
}

/** Returns whether a text is a name of the contract. @param {string} text */
function isName(text) {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(text);
}

/** @param {string | null} text */
function nameOrNull(text) {
  return text !== null && isName(text) ? text : null;
}

/** @param {string | null} text @param {number} least @param {number} most @param {number} other */
function between(text, least, most, other) {
  const number = text === null || text.trim() === '' ? NaN : Number(text);
  return Number.isNaN(number) ? other : Math.min(most, Math.max(least, number));
}

/**
 * Returns the zone if this machine knows it.
 * @param {string | null | undefined} zone
 */
export function knownZone(zone) {
  try {
    return zone == null ? undefined : Intl.DateTimeFormat('en', { timeZone: zone }) && zone;
  } catch {
    return undefined;
  }
}
