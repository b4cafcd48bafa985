import { createHash } from 'node:crypto';
import { parameters } from './parameters.js';

/** The facts of a pool on the page. */
export interface InstalledPool {
  readonly jackpot: string;
  readonly name: string;
  readonly text: string;
  readonly state: string;
  readonly asOf: string | null;
}

const style = `
:root { color-scheme: dark; --ink: #0a0506; --velvet: #4a0f1c; --gold: #e8c170; --bright: #ffe9b0;
  --ivory: #fdf6e6; --sand: #dcc9a4; --line: rgb(232 193 112 / 35%); }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; padding: 3rem clamp(1rem, 5vw, 4rem); color: var(--ivory);
  background: radial-gradient(ellipse 90% 60rem at 50% 0, var(--velvet), #260810 55%, var(--ink)) var(--ink);
  font: 1rem/1.5 'Inter Variable', 'Noto Sans TC', system-ui, sans-serif; }
main { max-width: 74rem; margin: 0 auto; }
h1 { color: var(--gold); font-weight: 600; letter-spacing: 0.02em; }
h2 { margin: 3rem 0 1rem; color: var(--gold); font-size: 1.2rem; font-weight: 600; }
p, td { color: var(--sand); }
a { color: var(--bright); }
.pools { display: grid; gap: 1.2rem; margin-top: 2rem; padding: 0; list-style: none;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); }
.pool { display: flex; gap: 1.2rem; padding: 1.2rem; border: 1px solid var(--line);
  border-radius: 0.8rem; background: rgb(10 5 6 / 45%); }
.pool > :first-child { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.pool h3 { color: var(--ivory); font-weight: 600; }
.value { color: var(--bright); font-size: 1.6rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.state { display: inline-block; padding: 0 0.6em; border: 1px solid currentcolor; border-radius: 1em;
  color: #9fd8a4; font-size: 0.8rem; }
.state.suspended { color: var(--gold); }
.state.fault { color: #ff9d8a; }
.no-answer { display: none; margin-top: 1rem; color: #ff9d8a; }
.silent .no-answer { display: block; }
.pool svg { width: 8.5rem; height: 8.5rem; border-radius: 0.4rem; background: var(--ivory); }
table { border-collapse: collapse; }
td { padding: 0.35rem 1.5rem 0.35rem 0; border-top: 1px solid var(--line); vertical-align: top; }
code { color: var(--bright); font-family: ui-monospace, monospace; }
form { display: flex; gap: 0.8rem; margin-top: 1.5rem; }
input, button { padding: 0.6rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--ink); color: var(--ivory); font: inherit; }
button { background: var(--gold); color: var(--ink); cursor: pointer; }
@media print { :root { --ivory: #000; --bright: #000; --sand: #333; --gold: #000; color-scheme: light; }
  body, .pool, .pool svg { background: #fff; } .pool { break-inside: avoid; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has no script except a file's, and no style except its own. */
export const installerPolicy =
  `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'sha256-${styleHash}'; ` +
  "font-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Lists the pools with the addresses of their signs, for the person who installs the signs. All
 * links are relative: `page/installer/installer.js` completes them and draws their codes, in the
 * browser, which knows the address of the gateway. It also fetches the page at intervals, to update
 * `.now`.
 */
export function installerPage(pools: readonly InstalledPool[], token: string | undefined): string {
  const query = token === undefined ? '' : `?${new URLSearchParams({ token })}`;
  const items = pools.map((pool) => poolItem(pool, query));
  const rows = parameters.map(
    ([name, example, meaning]) =>
      `<tr><td><code>${name}=${escapedPageText(example)}</code></td><td>${escapedPageText(meaning)}</td></tr>`,
  );
  const found = items.length > 0 ? `<ul class="pools">${items.join('')}</ul>` : none;
  return documentOf(`
<p>Open the address of a jackpot on its sign, in full screen; or scan its code.</p>
<p class="no-answer" role="status">The gateway does not answer: the amounts are those of the times beside them.</p>
${found}
<h2>What an address may ask for</h2>
<p>Add it to the address, after <code>${query === '' ? '?' : '&amp;'}</code>; several with
<code>&amp;</code>.</p>
<table>${rows.join('')}</table>
<script type="module" src="signs/assets/installer/installer.js"></script>`);
}

/** The page for a person with no token, or a wrong one. */
export function tokenPage(isWrong: boolean): string {
  const why = isWrong ? 'This token is not valid.' : 'This gateway asks for a token.';
  return documentOf(`<p>${why}</p>
<form method="get"><input name="token" type="password" aria-label="Token" autofocus required>
<button>Open</button></form>`);
}

const none = '<p>No pool is known yet: the ledger service has opened no jackpot.</p>';

function poolItem({ jackpot, name, text, state, asOf }: InstalledPool, query: string): string {
  const path = escapedPageText(`signs/${encodeURIComponent(jackpot)}${query}`);
  return `<li class="pool"><div><h3>${escapedPageText(name)}</h3>
<p><code>${escapedPageText(jackpot)}</code></p>
<div class="now"><p><span class="state ${state}">${state}</span></p>
<p class="value">${escapedPageText(text)}</p>
<p>as of ${escapedPageText(asOf ?? 'a time that is not known')}</p></div>
<p><a class="sign" href="${path}">${path}</a></p></div><div class="code"></div></li>`;
}

function documentOf(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signs</title>
<link rel="icon" href="signs/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="signs/fonts/inter/opsz.css">
<style>${style}</style></head>
<body><main><h1>Signs</h1>${body}</main></body></html>
`;
}

function escapedPageText(text: string): string {
  const entities: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
  return text.replace(/[&<>"]/g, (character) => `&${entities[character]};`);
}
