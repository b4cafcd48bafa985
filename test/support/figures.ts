import { sourcesOfProduct } from './pages.js';

/**
 * The reason why a figure is wrong; undefined if the text has its words and the product its code.
 * @param place names the text
 */
export function whyFigureIsWrong(
  place: string,
  text: string,
  words: string,
  code: string,
): string | undefined {
  const oneLine = (lines: string): string => lines.replace(/\s+/g, ' ');
  if (!oneLine(text).includes(oneLine(words))) return `${place} does not say it`;
  const isThere = sourcesOfProduct.some((source) => source.text.includes(code));
  return isThere ? undefined : `no code has ${code}`;
}
