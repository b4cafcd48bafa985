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
  shareOf: {
    en: '{share} of the jackpot',
    pt: '{share} do jackpot',
    'zh-Hant': '累進大獎金額 {share}',
  },
  atLeast: { en: 'at least {amount}', pt: 'no mínimo {amount}', 'zh-Hant': '最少 {amount}' },
  bet: { en: 'Jackpot bet', pt: 'Aposta no jackpot', 'zh-Hant': '累進大獎投注' },
  restartsFrom: { en: 'Starts again from', pt: 'Recomeça em', 'zh-Hant': '派彩後重新累積，由' },
  ceiling: { en: 'Rises to at most', pt: 'Sobe até ao máximo de', 'zh-Hant': '累積上限' },
  payoutUnit: {
    en: 'Shares are paid in units of',
    pt: 'Percentagens pagas em múltiplos de',
    'zh-Hant': '按比例派彩的計算單位',
  },
  restarted: {
    en: 'New jackpot, started again from {amount}',
    pt: 'Novo jackpot, recomeçou em {amount}',
    'zh-Hant': '新一輪大獎，由 {amount} 重新累積',
  },
  jackpotWon: { en: 'Jackpot won', pt: 'Jackpot ganho', 'zh-Hant': '累進大獎得主' },
  atTable: { en: 'Table {table}', pt: 'Mesa {table}', 'zh-Hant': '賭檯 {table}' },
  atSeat: { en: 'Seat {seat}', pt: 'Lugar {seat}', 'zh-Hant': '{seat} 號座位' },
  pending: { en: 'Pending', pt: 'Pendente', 'zh-Hant': '待核實' },
  toBePaid: { en: 'To be paid', pt: 'Por pagar', 'zh-Hant': '待派彩' },
  andMore: { en: 'And {count} more', pt: 'E mais {count}', 'zh-Hant': '另有 {count} 項' },
  lastWin: { en: 'Last win', pt: 'Último prémio', 'zh-Hant': '上次派彩' },
  connecting: { en: 'Connecting', pt: 'A ligar', 'zh-Hant': '連線中' },
  noConnection: { en: 'No connection', pt: 'Sem ligação', 'zh-Hant': '未能連線' },
  refused: {
    en: 'Refused by the gateway',
    pt: 'Recusado pelo gateway',
    'zh-Hant': '閘道拒絕存取',
  },
  late: { en: 'Delayed', pt: 'Com atraso', 'zh-Hant': '資料延遲' },
  noBets: {
    en: 'No jackpot bets at present',
    pt: 'Apostas no jackpot suspensas',
    'zh-Hant': '暫停接受累進大獎投注',
  },
  ended: {
    en: 'This jackpot has ended',
    pt: 'Este jackpot terminou',
    'zh-Hant': '此累進大獎已結束',
  },
  notConfirmed: {
    en: 'Amount not confirmed',
    pt: 'Valor não confirmado',
    'zh-Hant': '金額未能確認',
  },
  beingChecked: {
    en: 'Jackpot being checked',
    pt: 'Jackpot em verificação',
    'zh-Hant': '累進大獎核對中',
  },
  asOf: { en: 'Amount as of {time}', pt: 'Valor das {time}', 'zh-Hant': '截至 {time} 的金額' },
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
 * Returns a hand's name. A hand of a later ruleset is shown by its id rather than not at all.
 * @param {string} hand
 * @returns {Words}
 */
export function handWords(hand) {
  if (Object.hasOwn(WORDS, hand)) return words(/** @type {Word} */ (hand));
  const text = hand.replaceAll('-', ' ');
  return { en: text, pt: text, 'zh-Hant': text };
}

/**
 * Returns the languages of a sign, in turn, from `?lang=`. An unknown value rotates all: a sign
 * with a mistyped address must still speak to everyone in front of it.
 * @param {string | null} asked
 * @returns {readonly Language[]}
 */
export function languagesFor(asked) {
  const primary = (asked ?? '').toLowerCase().split(/[-_]/)[0];
  const one = LANGUAGES.find((language) => language.toLowerCase().split('-')[0] === primary);
  return one === undefined ? LANGUAGES : [one];
}

/**
 * Fills the places of a text; an inserted amount is never broken over two lines.
 * @param {string} text
 * @param {Record<string, string>} places
 */
function fill(text, places) {
  return text.replace(/\{(\w+)\}/g, (_, place) => {
    const value = places[place];
    if (value === undefined) throw new Error(`"${text}" was given no ${place}`);
    return value.replaceAll(' ', '\u00a0');
  });
}
