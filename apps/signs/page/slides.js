// @ts-check
/**
 * The facts that a player may rely on, one after another: Article 16(3)'s prizes, with neither the
 * share nor the fixed amount hidden, then the terms. Uses no DOM.
 */
import { formatBriefly, formatShare, minorUnits } from './money.js';
import { handWords, words } from './words.js';

/**
 * @typedef {import('./about.js').About} About
 * @typedef {import('./words.js').Words} Words
 * @typedef {{ kind: 'prize' | 'term' | 'waiting', title: Words, figure: Words,
 *   detail: Words | null }} Slide
 */

/** @param {About} about @returns {Slide[]} */
export function slidesOf(about) {
  return [...prizesOf(about), ...termsOf(about)];
}

/** Writes whole amounts without decimals. @param {About} about @param {number} minor */
export function money({ currency, exponent }, minor) {
  return formatBriefly(currency, minorUnits(minor), exponent);
}

/** @param {About} about @returns {Slide[]} */
function prizesOf(about) {
  return Object.entries(about.prizes).map(([hand, { share, fixed }]) => {
    const amount = money(about, fixed);
    const isShare = share !== undefined && share > 0;
    return {
      kind: 'prize',
      title: handWords(hand),
      figure: isShare ? words('shareOf', { share: formatShare(share) }) : alike(amount),
      detail: isShare && fixed > 0 ? words('atLeast', { amount }) : null,
    };
  });
}

/** @param {About} about @returns {Slide[]} */
function termsOf(about) {
  const { stake, seed, ceiling, payoutUnit, prizes } = about;
  const { min, max } = stake;
  const bet = min === max ? money(about, min) : `${money(about, min)} – ${money(about, max)}`;
  const paysShares = Object.values(prizes).some(({ share }) => share !== undefined && share > 0);
  /** @type {[Words, string][]} */
  const terms = [
    [words('bet'), bet],
    [words('restartsFrom'), money(about, seed)],
  ];
  if (typeof ceiling === 'number') terms.push([words('ceiling'), money(about, ceiling)]);
  if (paysShares && typeof payoutUnit === 'number' && payoutUnit > 1) {
    terms.push([words('payoutUnit'), money(about, payoutUnit)]);
  }
  return terms.map(([title, figure]) => ({
    kind: 'term',
    title,
    figure: alike(figure),
    detail: null,
  }));
}

/**
 * Returns the same text for every language, never broken over two lines.
 * @param {string} text
 * @returns {Words}
 */
export function alike(text) {
  const whole = text.replaceAll(' ', '\u00a0');
  return { en: whole, pt: whole, 'zh-Hant': whole };
}
