import { visible } from '#acts';
import { fontFaces } from './page-font.js';
import { distinctWords, type Words } from './words.js';

const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src data:";

/**
 * A page for printing: HTML without scripts or external resources, with its Chinese font embedded.
 * @param body HTML in which every text by others is escaped.
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

/** Escapes a text by somebody else, so that it cannot become markup. */
export function escapedHtml(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A text in all three languages, one after the other. */
export function inAll(words: Words): string {
  return distinctWords(words).map(escapedHtml).join(' · ');
}
