import { ageInWords } from '#acts';
import type { Reader } from './layout.js';

/** Returns the age of a time, such as `3 h 5 min`, with the units of the reader's language. */
export function agoText({ language }: Pick<Reader, 'language'>, at: string | number): string {
  const text = ageInWords(Date.now() - new Date(at).getTime());
  if (language !== 'zh-Hant') return text;
  return text.replace('d', '日').replace('h', '小時').replace('min', '分鐘').replaceAll(' ', '');
}

/** Returns a count with grouped digits, in the form of the reader's language. */
export function countText({ language }: Pick<Reader, 'language'>, count: number): string {
  // By default pt-PT does not group four digits.
  const style = { useGrouping: 'always' } as const;
  return count.toLocaleString(language === 'pt' ? 'pt-PT' : language, style);
}
