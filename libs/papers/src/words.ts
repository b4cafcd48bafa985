import type { payMethods } from '#pools';
import type { JackpotHand } from '#rules';

/** A text of the house's documents, by BCP 47 tag of the language. */
export interface Words {
  readonly en: string;
  readonly pt: string;
  readonly 'zh-Hant': string;
}

/** The languages of a document, in their order. */
export const languages = ['en', 'pt', 'zh-Hant'] as const satisfies (keyof Words)[];

export const trilingual = (en: string, pt: string, zhHant: string): Words => ({
  ...{ en, pt },
  'zh-Hant': zhHant,
});

/** Hands as Article 7(3) names them. */
export const handNames = {
  'royal-flush': trilingual('Royal Flush', 'Naipe Real', '黃袍麒'),
  'straight-flush': trilingual('Straight Flush', 'Sequência de Naipe', '同花順'),
  'four-of-a-kind': trilingual('Four of a Kind', 'Quatro Cartas Iguais', '四條'),
  'full-house': trilingual('Full House', 'Trio-Par', '夫盧'),
  flush: trilingual('Flush', 'Naipe ou Cor', '同花'),
} as const satisfies Record<JackpotHand, Words>;

export const methodNames = {
  cash: trilingual('Cash', 'Numerário', '現金'),
  cheque: trilingual('Cheque', 'Cheque', '支票'),
  chips: trilingual('Chips', 'Fichas', '籌碼'),
  transfer: trilingual('Transfer', 'Transferência', '轉帳'),
} as const satisfies Record<(typeof payMethods)[number], Words>;

/** A text in all languages, each wording once. */
export function distinctWords(text: Words): string[] {
  return [...new Set(languages.map((language) => text[language]))];
}
