/** The name, the prizes and the terms of a jackpot on the page. */
import { formatBriefly, formatShare, minorUnits } from './money.js';
import { handWords, words } from './words.js';
import { element, fillWords, wordElement } from './word-view.js';

/**
 * @typedef {import('./about.js').About} About
 * @typedef {import('./about.js').Prize} Prize
 * @typedef {import('./words.js').Words} Words
 * @typedef {readonly import('./words.js').Language[]} Languages
 */

/** @param {About} about @param {Languages} languages */
export function showAbout(about, languages) {
  const name = nameWords(about);
  const heading = byId('name');
  fillWords(heading, name, languages);
  const longest = Math.max(...languages.map((language) => widthInEms(name[language])));
  heading.style.setProperty('--name-ems', String(longest));
  document.title = name[languages[0] ?? 'en'];

  const hands = Object.entries(about.prizes);
  byId('prizes').style.setProperty('--prizes', String(hands.length));
  byId('prizes').replaceChildren(
    ...hands.map(([hand, prize]) => prizeElement(hand, prize, about, languages)),
  );
  byId('terms').replaceChildren(
    wordElement('term', words('bet', { amount: betText(about) }), languages),
    wordElement('term', words('restartsFrom', { amount: money(about, about.seed) }), languages),
  );
  fitPrizes();
}

/**
 * The name in each language; where the operator gave none, the one that there is.
 * @param {About} about
 * @returns {Words}
 */
export function nameWords({ name, jackpot }) {
  const any = name.en ?? name.pt ?? name['zh-Hant'] ?? jackpot;
  return { en: name.en ?? any, pt: name.pt ?? any, 'zh-Hant': name['zh-Hant'] ?? any };
}

/** Shrinks prizes that want more than the width. Measured, because fonts may come late. */
export function fitPrizes() {
  const prizes = byId('prizes');
  prizes.style.setProperty('--squeeze', '1');
  const squeeze = Math.min(1, prizes.clientWidth / prizes.scrollWidth);
  prizes.style.setProperty('--squeeze', squeeze.toFixed(3));
}

/** @param {About} about @param {number} minor */
export function money(about, minor) {
  return formatBriefly(about.currency, minorUnits(minor), about.exponent);
}

/**
 * Article 16(3): the higher of the share and the fixed amount, of which neither may be hidden.
 * @param {string} hand
 * @param {Prize} prize
 * @param {About} about
 * @param {Languages} languages
 */
function prizeElement(hand, prize, about, languages) {
  const item = element('li', 'prize');
  item.append(wordElement('hand', handWords(hand), languages));
  const fixed = money(about, prize.fixed);
  if (prize.share) {
    item.classList.add('shared');
    item.append(figure(formatShare(prize.share)));
    const terms = element('span', 'prize-terms');
    terms.append(wordElement('of', words('ofTheJackpot'), languages));
    if (prize.fixed > 0) {
      terms.append(wordElement('floor', words('atLeast', { amount: fixed }), languages));
    }
    item.append(terms);
  } else item.append(figure(fixed));
  return item;
}

/** @param {string} text */
function figure(text) {
  const [code, amount] = text.split(' ');
  if (amount === undefined) return element('span', 'prize-figure', text);
  const made = element('span', 'prize-figure');
  const small = document.createElement('small');
  small.textContent = `${code} `;
  made.append(small, amount);
  return made;
}

/** @param {About} about */
function betText(about) {
  const { min, max } = about.stake;
  return min === max ? money(about, min) : `${money(about, min)} – ${money(about, max)}`;
}

/**
 * An estimate for the stylesheet, which fits the name into the width: CJK is square, Latin half.
 * @param {string} text
 */
function widthInEms(text) {
  return [...text].reduce((ems, sign) => ems + (sign > '\u2e7f' ? 1.18 : 0.58), 0);
}

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}
