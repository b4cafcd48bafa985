import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The font of the signs, in files of some hundred characters each. */
const packageName = '@fontsource/noto-sans-tc';

/** Chinese characters and the suits of cards; every machine has Latin letters. */
const embedded = /[\u2190-\u{10ffff}]/gu;

/**
 * CSS that embeds the Chinese characters of a text and the suits of its cards as data: URIs, so
 * that any machine can show and print them. Bold uses the same weight.
 */
export function fontFaces(text: string): string {
  const points = [...new Set(text.match(embedded))].map((each) => each.codePointAt(0) as number);
  const json = readFileSync(resolve(`${packageName}/unicode.json`), 'utf8');
  const rangesByName = Object.entries(JSON.parse(json) as Record<string, string>);
  return rangesByName
    .map(([name, ranges]) => [name, points.filter((point) => isWithin(ranges, point))] as const)
    .filter(([, shown]) => shown.length > 0)
    .map(([name, shown]) => fontFace(name.replace(/[[\]]/g, ''), shown))
    .join('');
}

function fontFace(file: string, points: readonly number[]): string {
  const path = resolve(`${packageName}/files/noto-sans-tc-${file}-500-normal.woff2`);
  // Only these, so that Latin letters and dots of a Chinese font do not mix with the page's own.
  const range = points.map((point) => `U+${point.toString(16)}`).join(',');
  return `@font-face { font-family: "Noto Sans TC"; font-weight: 500; unicode-range: ${range};
  src: url(data:font/woff2;base64,${readFileSync(path, 'base64')}) format("woff2"); }\n`;
}

/** @param ranges such as `U+4e00,U+4e8c-4e8d` */
function isWithin(ranges: string, point: number): boolean {
  return ranges.split(',').some((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-');
    return point >= parseInt(first, 16) && point <= parseInt(last, 16);
  });
}
