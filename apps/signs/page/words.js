// @ts-check
/** Every word on a sign. Hands are named as Article 7(3) names them (黃袍麒, Naipe Real). */

export const LANGUAGES = /** @type {const} */ (['en', 'pt', 'zh-Hant']);

/** @typedef {(typeof LANGUAGES)[number]} Language */
/** @typedef {Record<Language, string>} Words */
/** @typedef {keyof typeof WORDS} Word */

export const WORDS = /** @satisfies {Record<string, Words>} */ ({
  'royal-flush': { en: 'Royal Flush', pt: 'Naipe Real', 'zh-Hant': '黃袍麒' },
  'straight-flush': { en: 'Straight Flush', pt: 'Sequência de Naipe', 'zh-Hant': '同花順' },
  'four-of-a-kind': { en: 'Four of a Kind', pt: 'Quatro Cartas Iguais', 'zh-Hant': '四條' },
  'full-house': { en: 'Full House', pt: 'Trio-Par', 'zh-Hant': '夫盧' },
  flush: { en: 'Flush', pt: 'Naipe ou Cor', 'zh-Hant': '同花' },

  progressiveJackpot: {
    en: 'Progressive Jackpot',
    pt: 'Jackpot Progressivo',
    'zh-Hant': '累進大獎',
  },
  ofTheJackpot: { en: 'of the jackpot', pt: 'do jackpot', 'zh-Hant': '累進大獎金額' },
  atLeast: { en: 'at least {amount}', pt: 'no mínimo {amount}', 'zh-Hant': '最少 {amount}' },
  bet: {
    en: 'Jackpot bet {amount}',
    pt: 'Aposta no jackpot {amount}',
    'zh-Hant': '累進大獎投注 {amount}',
  },
  restartsFrom: {
    en: 'Starts again from {amount}',
    pt: 'Recomeça em {amount}',
    'zh-Hant': '派彩後由 {amount} 重新累積',
  },
  restarted: {
    en: 'New jackpot, started again from {amount}',
    pt: 'Novo jackpot, recomeçou em {amount}',
    'zh-Hant': '新一輪大獎，由 {amount} 重新累積',
  },
  jackpotWon: { en: 'Jackpot won', pt: 'Jackpot ganho', 'zh-Hant': '累進大獎得主' },
  atTable: { en: 'Table {table}', pt: 'Mesa {table}', 'zh-Hant': '賭檯 {table}' },
  connecting: { en: 'Connecting', pt: 'A ligar', 'zh-Hant': '連線中' },
  notLive: { en: 'Not live', pt: 'Sem ligação', 'zh-Hant': '未連線' },
  mayBeOld: {
    en: 'The amount may be out of date',
    pt: 'O valor pode estar desactualizado',
    'zh-Hant': '金額可能並非最新',
  },
  unknownJackpot: {
    en: 'There is no such jackpot',
    pt: 'Este jackpot não existe',
    'zh-Hant': '沒有此累進大獎',
  },
});

/**
 * A row of the table with its {places} filled.
 * @param {Word} word
 * @param {Record<string, string>} [places]
 * @returns {Words}
 */
export function words(word, places = {}) {
  const row = WORDS[word];
  const filled = LANGUAGES.map((language) => [language, fill(row[language], places)]);
  return /** @type {Words} */ (Object.fromEntries(filled));
}

/**
 * A hand's name. A hand that a later ruleset adds is shown by its id rather than not at all.
 * @param {string} hand
 * @returns {Words}
 */
export function handWords(hand) {
  if (Object.hasOwn(WORDS, hand)) return words(/** @type {Word} */ (hand));
  const text = hand.replaceAll('-', ' ');
  return { en: text, pt: text, 'zh-Hant': text };
}

/**
 * The languages that a sign shows, in turn, from `?lang=`. Anything that names none of them
 * rotates all: a sign with a mistyped address must still speak to everyone in front of it.
 * @param {string | null} asked
 * @returns {readonly Language[]}
 */
export function languagesFor(asked) {
  const primary = (asked ?? '').toLowerCase().split(/[-_]/)[0];
  const one = LANGUAGES.find((language) => language.toLowerCase().split('-')[0] === primary);
  return one === undefined ? LANGUAGES : [one];
}

/** @param {string} text @param {Record<string, string>} places */
function fill(text, places) {
  return text.replace(/\{(\w+)\}/g, (_, place) => {
    const value = places[place];
    if (value === undefined) throw new Error(`"${text}" was given no ${place}`);
    return value;
  });
}
