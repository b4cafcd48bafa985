import type { Invitation } from '#acts';
import { jwkOf } from '#contract';
import { roleNames, trilingual, type Words } from '#papers';
import { roles, type SigningKey } from '#pools';
import { signsOf, type WaitingKey } from '../people/enrolment.js';
import { html, prettyJson, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actForm, checkBox, factList, hidden, listTable, rolesText, textField } from './parts.js';
import { said } from './words.js';

/** The keys in force in the log, the waiting keys, and the acts of a holder of the role `keys`. */
export function peopleBody(
  reader: Reader,
  keys: readonly SigningKey[],
  waiting: readonly WaitingKey[],
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const may = reader.person?.roles.includes('keys') ?? false;
  const rows = keys.map((key) => [
    html`<a href="/people/${encodeURIComponent(key.kid)}">${key.holder}</a>`,
    key.kid,
    rolesText(reader, key.roles),
    kindPart(reader, key),
    may ? keyForm(reader, 'revoke-key', key) : '',
  ]);
  const heads = [said.holder, said.key, said.roles, said.kind, said.act];
  const waits = waiting.map(
    ({ key, key: { kid, holder, roles: given }, invitedBy }) =>
      html`<li>
        <b>${holder}</b> ${kid} · ${rolesText(reader, given)} · ${own(said.by)} ${invitedBy.holder}
        <code>${signsOf(key)}</code>
        <a class="button" href="/people/waiting/${kid}.public.jwk" download>${kid}.public.jwk</a>
        ${may ? keyForm(reader, 'add-key', key) : undefined}
      </li>`,
  );
  const list =
    waits.length === 0
      ? undefined
      : html`<section class="looks">
          <h2>${own(said.waiting)}</h2>
          <p>${own(said.readSigns)}</p>
          <ul>
            ${waits}
          </ul>
        </section>`;
  return html`${list} ${listTable(reader, heads, rows)}
    <div class="acts">${may ? inviteForm(reader) : undefined}</div>`;
}

function keyForm(reader: Reader, act: 'add-key' | 'revoke-key', key: SigningKey): Markup {
  return html`<form data-act="${act}">
    ${hidden({ kid: key.kid, print: signsOf(key) })}
    <button>${tell(reader, said[act])}</button>
  </form>`;
}

function inviteForm(reader: Reader): Markup {
  const own = (words: Words): string => tell(reader, words);
  // A table signs with a file, and is not a person.
  const offered = roles.filter((role) => role !== 'table');
  const boxes = offered.map((role) => checkBox('roles', role, own(roleNames[role])));
  return actForm(
    reader,
    { act: 'invite', title: own(said.invite), about: {} },
    html`${textField(reader, 'holder', said.holder, true)}${textField(reader, 'kid', said.kid, true)}
      <fieldset>
        <legend>${own(said.roles)}</legend>
        ${boxes}
      </fieldset>`,
  );
}

/** The kind of a key, the print that people compare, and where the key is valid. */
export function kindPart(reader: Reader, key: SigningKey): Markup {
  const { passkey } = key;
  const kind = tell(reader, passkey ? said.passkey : said.file);
  return html`${kind} <code>${signsOf(key)}</code> <small>${passkey?.origins.join(', ')}</small>`;
}

const pageKeyOffer = trilingual(
  'No passkey here? Use a key of this page (demo only)',
  'Sem chave de acesso? Usar uma chave desta página (só na demonstração)',
  '沒有通行密鑰？使用本頁密鑰（僅供示範）',
);

/** The content of an invitation, and the button that makes the passkey. */
export function invitedPart(
  reader: Reader,
  { kid, holder, roles: given, by }: Invitation & { readonly by: SigningKey },
  { rpId, hasPageKeys }: { readonly rpId: string; readonly hasPageKeys: boolean },
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const facts = factList(reader, [
    [said.holder, html`<b>${holder}</b>`],
    [said.roles, rolesText(reader, given)],
    [said.by, by.holder],
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
    </p>
    ${
      hasPageKeys &&
      html`<p>
        <button type="button" data-make-here data-kid="${kid}">${own(pageKeyOffer)}</button>
      </p>`
    }`;
}

/**
 * Says that the passkey is made, and shows the print that its holder reads to the person who puts
 * it in force.
 */
export function enrolledPart(reader: Reader, { key }: WaitingKey): Markup {
  return html`<p>${tell(reader, said.enrolled)}</p>
    <p class="print"><code>${signsOf(key)}</code></p>
    <p><a class="button" href="/">${tell(reader, said.title)}</a></p>
    <details>
      <summary>${key.kid}.public.jwk</summary>
      ${prettyJson(jwkOf(key))}
    </details>`;
}
