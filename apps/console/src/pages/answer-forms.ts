import type { Words } from '#papers';
import { personNamed, type Proposal, type Role } from '#pools';
import { actName } from './act-words.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actForm, hidden, textField } from './parts.js';
import { said } from './words.js';

/**
 * The proposer and approvers of an act, and the answers that the person may give: nobody approves a
 * proposal of their own, or twice.
 */
export function answerForms(
  reader: Reader,
  jackpot: string,
  { offset, type, holder, by, approvals }: Proposal,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { person } = reader;
  const is = (name: string): boolean =>
    person !== undefined && personNamed(person.holder) === personNamed(name);
  const may = (role: Role): boolean => person?.roles.includes(role) ?? false;
  const hasSigned = is(holder) || approvals.some((each) => is(each.holder));
  const about = { jackpot, proposal: offset };
  const approved = approvals.map((each) => each.holder).join(', ') || own(said.nobody);
  const approval = html`<form data-act="approve">
    ${hidden(about)}
    <p><button class="main">${own(said.approve)}: ${own(said.preview)}</button></p>
  </form>`;
  const withdrawal = actForm(
    reader,
    { act: 'withdraw', title: own(said.withdraw), about },
    textField(reader, 'reason', said.reason, true),
  );
  return html`<p>
      ${own(actName(type))}
      <a href="/proposals/${encodeURIComponent(jackpot)}/${offset}">${offset}</a>,
      ${own(said.proposed)} ${own(said.by)} <b>${holder}</b>; ${own(said.approvedBy)}
      <b>${approved}</b>
    </p>
    <div class="acts">
      ${!hasSigned && by.some(may) ? approval : undefined}
      ${is(holder) || may('approve') ? withdrawal : undefined}
    </div>`;
}
