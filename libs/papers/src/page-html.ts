import { visible } from '#acts';
import { fontFaces } from './page-font.js';
import { distinctWords, type Words } from './words.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

/**
 * A page to be printed: HTML that loads nothing and runs nothing and has its Chinese font with it.
 * @param body HTML, in which every text of others is escaped.
 */
export function pageHtml(title: string, style: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escapedHtml(title)}</title>
<style>${fontFaces(body)}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Text that somebody else has written cannot become markup. */
export function escapedHtml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Something in all three languages, one behind the other. */
export function inAll(words: Words): string {
  return distinctWords(words).map(escapedHtml).join(' · ');
}
