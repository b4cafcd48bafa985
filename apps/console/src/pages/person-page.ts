import { houseTime, type SignedCommandFound } from '#acts';
import type { SigningKey } from '#pools';
import { html, prettyJson, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { factList, listTable, rolesText } from './parts.js';
import { kindPart } from './people-page.js';
import { saidPart } from './said-part.js';
import { said } from './words.js';
import { actName, stepName } from './act-words.js';

type SaidAct = Parameters<typeof saidPart>[1];
/** The act in a proposal or an approval. */
interface Carrying {
  readonly act?: { readonly type: string; readonly data: object };
  readonly note?: string;
}

/** A person, and the records signed with their key. */
interface PersonView {
  readonly key: SigningKey;
  readonly signed: readonly SignedCommandFound[];
  /** True if older records were not searched. */
  readonly isCut: boolean;
  /** Zone and currency of a jackpot; undefined if the jackpot does not exist. */
  readonly placeOf: (jackpot: string) => { zone: string; currency: string } | undefined;
}

/** The records that somebody has signed, the newest first. */
export function personBody(reader: Reader, { key, signed, isCut, placeOf }: PersonView): Markup {
  const rows = signed.map(({ recordedAtMs, type, subject, data, offset, isWhole }) => {
    const place = placeOf(subject);
    const { act, note } = (isWhole ? data : {}) as Carrying;
    const done = act ?? { type, data };
    const step = act && html`<br /><small>${tell(reader, stepName(type))}</small>`;
    return [
      houseTime(recordedAtMs, place?.zone ?? 'UTC'),
      html`<b>${tell(reader, actName(done.type))}</b>${step}`,
      html`${place ? subject : ''}<br /><small>${offset}</small>`,
      isWhole
        ? html`${saidPart(reader, done as SaidAct, place?.currency ?? 'MOP')}
          ${act && note ? html`<q>${note}</q>` : undefined}`
        : prettyJson({ type, ...data }),
    ];
  });
  const facts = factList(reader, [
    [said.holder, html`<b>${key.holder}</b>`],
    [said.roles, rolesText(reader, key.roles)],
    [said.kind, kindPart(reader, key)],
  ]);
  const heads = [said.recorded, said.act, said.jackpot, said.reason];
  return html`${facts}
    ${listTable(reader, heads, rows, isCut ? said.signedLately : said.signedNothing)}
    <p><small>${tell(reader, isCut ? said.signedLately : said.signedEver)}</small></p>`;
}
