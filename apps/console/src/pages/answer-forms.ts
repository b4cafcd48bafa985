import type { Words } from '#papers';
import { personNamed, type Proposal, type Role } from '#pools';
import { actName } from './act-words.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actForm, hidden, textField } from './parts.js';
import { said } from './words.js';

/** The answers that the person may give: nobody approves a proposal of their own. */
export function answerForms(
  reader: Reader,
  jackpot: string,
  { offset, type, holder, by }: Proposal,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { person } = reader;
  const isOwn = person !== undefined && personNamed(person.holder) === personNamed(holder);
  const may = (role: Role): boolean => person?.roles.includes(role) ?? false;
  const about = { jackpot, proposal: offset };
  const approval = html`<form data-act="approve">
    ${hidden(about)}
    <p>
      ${own(actName(type))}, ${own(said.proposed)} ${own(said.by)} <b>${holder}</b>
      <a href="/proposals/${encodeURIComponent(jackpot)}/${offset}">${offset}</a>
    </p>
    <p><button class="main">${own(said.approve)}: ${own(said.preview)}</button></p>
  </form>`;
  const withdrawal = actForm(
    reader,
    { act: 'withdraw', title: own(said.withdraw), about },
    textField(reader, 'reason', said.reason, true),
  );
  return html`<div class="acts">
    ${!isOwn && by.some(may) ? approval : undefined}
    ${isOwn || may('approve') ? withdrawal : undefined}
  </div>`;
}
