import { houseTime, type Proposed } from '#acts';
import { trilingual, type Words } from '#papers';
import { formatMinor, type AwardMessage } from '#contract';
import type { Proposal } from '#pools';
import { answerForms } from './answer-forms.js';
import { awardPath } from './claims-page.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { factList, listTable, rolesText } from './parts.js';
import { saidPart } from './said-part.js';
import { said } from './words.js';
import { actName } from './act-words.js';

/** A proposal of a jackpot, with the act that its proposer signed. */
export interface ProposalView {
  readonly jackpot: string;
  readonly zone: string;
  readonly currency: string;
  readonly proposal: Proposal;
  /** Undefined if the act in the log differs from the one that the ledger remembers. */
  readonly proposed: Proposed | undefined;
  /** The award that it is about, if any. */
  readonly claim: AwardMessage | undefined;
  /** True for a configuration that was made from an older one: nobody can approve it. */
  readonly isOutdated: boolean;
}

/** All acts that wait for approval. */
export function proposalsBody(reader: Reader, views: readonly ProposalView[]): Markup {
  const own = (words: Words): string => tell(reader, words);
  const rows = views.map((view) => {
    const { jackpot, zone, proposal, proposed } = view;
    const { offset, type, holder, by, approvals, expiresMs } = proposal;
    const over = expiresMs > Date.now() ? '' : `, ${own(said.ended)}`;
    const old = view.isOutdated ? html`<br /><b>${own(outdated)}</b>` : undefined;
    const path = `/proposals/${encodeURIComponent(jackpot)}/${offset}`;
    return [
      html`<a href="${path}">${own(actName(type))}</a><br />${aboutText(reader, view)}
        <small>${jackpot} · ${offset}</small>${old}`,
      html`<b>${holder}</b><br /><q>${proposed?.note ?? ''}</q>`,
      rolesText(reader, by),
      approvals.map((each) => each.holder).join(', ') || own(said.nobody),
      `${houseTime(expiresMs, zone)}${over}`,
    ];
  });
  const heads = [said.act, said.proposed, said.roles, said.approvedBy, said.until];
  return listTable(reader, heads, rows);
}

const outdated = trilingual(
  'A newer configuration has replaced the one that this was made from: nobody can approve it. Withdraw it, and make it again.',
  'Uma configuração mais recente substituiu aquela de que esta partiu: já ninguém a pode aprovar. Retire-a e faça-a de novo.',
  '本提案所依據的設定已被較新的設定取代，不能再批准。請撤回後重新提出。',
);

/** Returns the subject of a proposal: an award with its amount, a table, or an amount. */
function aboutText(reader: Reader, { proposed, claim, currency }: ProposalView): string {
  const { table, amount } = (proposed?.act.data ?? {}) as { table?: string; amount?: number };
  if (claim) {
    const whole = claim.payouts.reduce((sum, each) => sum + each.amount, 0);
    const seats = claim.payouts.map(({ seat }) => seat).join(', ');
    const place = `${claim.table}, ${tell(reader, said.seat)} ${seats}`;
    return `${place}, ${formatMinor(whole, currency)}`;
  }
  return table ?? (amount === undefined ? '' : formatMinor(amount, currency));
}

/** One proposal, with its two answers. */
export function proposalBody(reader: Reader, view: ProposalView): Markup {
  const { jackpot, zone, currency, proposal, proposed } = view;
  const own = (words: Words): string => tell(reader, words);
  const { type, holder, by, approvals, expiresMs } = proposal;
  const until = `${own(said.until)} ${houseTime(expiresMs, zone)}`;
  const facts = factList(reader, [
    [
      said.act,
      html`<b>${own(actName(type))}</b> ${aboutText(reader, view)} <small>${jackpot}</small>`,
    ],
    [
      said.proposed,
      html`${own(said.by)} <b>${holder}</b>, ${until}<br /><q>${proposed?.note ?? ''}</q>`,
    ],
    [said.roles, rolesText(reader, by)],
    [said.approvedBy, approvals.map((each) => each.holder).join(', ') || own(said.nobody)],
  ]);
  const old = view.isOutdated ? html`<p><b>${own(outdated)}</b></p>` : undefined;
  return html`${facts} ${old} ${proposed ? saidPart(reader, proposed.act, currency) : undefined}
  ${awardLink(reader, jackpot, proposed)} ${answerForms(reader, jackpot, proposal)}`;
}

/** Link to the award that a proposal is about; the award's id ends with its offset. */
function awardLink(
  reader: Reader,
  jackpot: string,
  proposed: Proposed | undefined,
): Markup | undefined {
  const { award } = (proposed?.act.data ?? {}) as { award?: string };
  const [, offset] = /\/(\d+)$/.exec(award ?? '') ?? [];
  if (offset === undefined) return undefined;
  const path = awardPath({ jackpot, offset: Number(offset) });
  return html`<p><a class="button" href="${path}">${tell(reader, said.award)}</a></p>`;
}
