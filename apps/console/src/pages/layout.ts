import { languages, roleNames, trilingual, type Words } from '#papers';
import type { SigningKey } from '#pools';
import { html, type Markup } from './html.js';
import type { Language } from './language.js';
import { said } from './words.js';

/** The person at the page, and their language. */
export interface Reader {
  readonly language: Language;
  /** Undefined if nobody is signed in. */
  readonly person: SigningKey | undefined;
  /** Name of a reader without a key, from the house's own sign-in. */
  readonly guest?: string | undefined;
  /** Path of the page. */
  readonly path: string;
}

/** Returns the text in the language of a reader. */
export function tell({ language }: Pick<Reader, 'language'>, words: Words): string {
  return words[language];
}

const rooms = [
  ['/', said.floor],
  ['/claims', said.claims],
  ['/tables', said.tables],
  ['/days', said.days],
  ['/proposals', said.proposals],
  ['/people', said.people],
  ['/proof', said.proof],
  ['/manual', said.manual],
] as const;

const languageNames = { en: 'English', pt: 'Português', 'zh-Hant': '中文' } as const;

/** Pages load nothing from elsewhere, and have no inline script or style. */
export const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
  "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const pageKeyWarning = trilingual(
  'Demo: this page signs with a key of its own, without a touch by a person.',
  'Demonstração: esta página assina com uma chave própria, sem dedo de ninguém.',
  '示範：本頁以自存密鑰簽署，並無真人核驗。',
);

/** A whole page. */
export function layout(reader: Reader, title: Words, body: Markup): string {
  const { language, person, guest, path } = reader;
  const mayRead = (person ?? guest) !== undefined;
  const own = (words: Words): string => tell(reader, words);
  const links = rooms.map(
    ([to, name]) =>
      html`<a href="${to}" ${current(isOfRoom(to, path))}>${own(name)}${badge(to)}</a>`,
  );
  const tongues = languages.map(
    (each) =>
      html`<a
        href="${path}?lang=${each}"
        lang="${each}"
        hreflang="${each}"
        ${current(each === language)}
        >${languageNames[each]}</a
      >`,
  );
  const roles = person?.roles.flatMap((role) => (role === 'root' ? [] : own(roleNames[role])));
  const who = person
    ? html`<p class="who">
          ${own(said.signedInAs)} <b>${person.holder}</b>
          <small>${person.kid} · ${roles?.join(', ')}</small>
        </p>
        <button type="button" data-sign-out>${own(said.signOut)}</button>`
    : guest && html`<p class="who">${own(said.signedInAs)} <b>${guest}</b></p>`;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${own(title)} · ${own(said.title)}</title>
<link rel="stylesheet" href="/fonts/inter/opsz.css" />
        <link rel="stylesheet" href="/fonts/noto-sans-tc/500.css" />
        <link rel="stylesheet" href="/assets/console.css" />
<link rel="icon" href="/assets/icon.svg">
<script type="module" src="/assets/console.js"></script>
</head>
<body>
<header>
<nav aria-label="${own(said.title)}">${mayRead ? links : []}</nav>
<div class="person">${who}</div>
<nav class="languages" aria-label="Language">${tongues}</nav>
</header>
<p class="page-key-only">${own(pageKeyWarning)}</p>
<main${mayRead ? html` data-live` : undefined}>
<h1>${own(title)}</h1>
${body}
</main>
<dialog id="act" aria-live="polite" data-close="${own(said.close)}" data-away="${own(said.away)}"></dialog>
<noscript><p class="warning">${own(said.needsScript)}</p></noscript>
</body>
</html>
`.text;
}

/** The number of waiting proposals; the script fills it in. */
function badge(room: string): Markup | undefined {
  return room === '/proposals' ? html` <span class="count" data-proposals></span>` : undefined;
}

/** Returns whether a page belongs to a room. */
function isOfRoom(room: string, path: string): boolean {
  return path === room || (room !== '/' && path.startsWith(`${room}/`));
}

function current(isCurrent: boolean): Markup | undefined {
  return isCurrent ? html` aria-current="page"` : undefined;
}

/** The page for a person who is not signed in. */
export function signInPage(reader: Reader): string {
  const own = (words: Words): string => tell(reader, words);
  const body = html`<p>${own(said.signInWhy)}</p>
    <p>
      <button type="button" class="main" data-sign-in data-cannot="${own(said.thisBrowserCannot)}">
        ${own(said.signIn)}
      </button>
    </p>
    <p class="warning" role="alert" hidden></p>`;
  return layout(reader, said.title, body);
}

/** The page of an error. */
export function failurePage(reader: Reader, sentence: string): string {
  return layout(
    reader,
    said.failed,
    html`<p class="warning" role="alert" lang="en">${sentence}</p>`,
  );
}
