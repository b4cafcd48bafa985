import type { Invitation } from '#acts';
import { jwkOf, keyPrint } from '#contract';
import type { Words } from '#papers';
import type { SigningKey } from '#pools';
import type { WaitingKey } from '../people/enrolment.js';
import { html, prettyJson, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { factList, listTable } from './parts.js';
import { said } from './words.js';

/** Whose keys the log has in force, and whose wait. */
export function peopleBody(
  reader: Reader,
  keys: readonly SigningKey[],
  waiting: readonly WaitingKey[],
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const rows = keys.map(
    (key) =>
      html`<tr>
        <td><b>${key.holder}</b></td>
        <td>${key.kid}</td>
        <td>${key.roles.join(', ')}</td>
        <td>${own(key.passkey ? said.passkey : said.file)} <code>${keyPrint(key)}</code></td>
      </tr>`,
  );
  const heads = [said.holder, said.key, said.roles, said.kind];
  const waits = waiting.map(
    ({ key: { kid, holder, roles }, print, invitedBy }) =>
      html`<li>
        <b>${holder}</b> ${kid} · ${roles.join(', ')} · ${own(said.by)} ${invitedBy}
        <code>${print}</code>
        <a class="button" href="/people/waiting/${kid}.public.jwk" download>${kid}.public.jwk</a>
      </li>`,
  );
  return html`${
    waits.length === 0
      ? undefined
      : html`<section class="looks">
          <h2>${own(said.waiting)}</h2>
          <ul>
            ${waits}
          </ul>
          <p lang="en">
            Compare the signs with what the person reads to you; then
            <code>jackpot keys add KID.public.jwk</code> puts the key in force.
          </p>
        </section>`
  }
  ${listTable(reader, heads, rows)}`;
}

/** What an invitation says, and the button that makes the passkey. */
export function invitedPart(
  reader: Reader,
  { kid, holder, roles, by }: Invitation & { readonly by: string },
  rpId: string,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const facts = factList(reader, [
    [said.holder, html`<b>${holder}</b>`],
    [said.roles, roles.join(', ')],
    [said.by, by],
  ]);
  return html`${facts}
    <p>
      <button
        type="button"
        class="main"
        data-make
        data-kid="${kid}"
        data-holder="${holder}"
        data-rp="${rpId}"
        data-cannot="${own(said.thisBrowserCannot)}"
      >
        ${own(said.makePasskey)}
      </button>
    </p>`;
}

/** That the passkey is made, and what its holder reads to who puts it in force. */
export function enrolledPart(reader: Reader, { key, print }: WaitingKey): Markup {
  return html`<p>${tell(reader, said.enrolled)}</p>
    <p class="print"><code>${print}</code></p>
    <p><a class="button" href="/">${tell(reader, said.title)}</a></p>
    <details>
      <summary>${key.kid}.public.jwk</summary>
      ${prettyJson(jwkOf(key))}
    </details>`;
}
