import { houseTime, type ActFacts, type Left } from '#acts';
import type { Words } from '#papers';
import { renderSVG } from 'uqr';
import type { Invited, TouchOutcome } from '../acts/previews.js';
import { actName } from './act-words.js';
import { changesPart } from './changes-part.js';
import { awardPath, jackpotPath } from './claims-page.js';
import { html, Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { rolesText } from './parts.js';
import { refusalPart } from './refusal-words.js';
import { restOfAct } from './rest-part.js';
import { saidPart } from './said-part.js';
import { said } from './words.js';

/** The outcome of a touch. */
export function outcomePart(
  reader: Reader,
  { refusal, result, left, invitation, done }: TouchOutcome,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  if (refusal !== undefined) {
    return html`<h2>${own(said.refused)}</h2>
      ${refusalPart(reader, refusal)} ${closeButton(reader)}`;
  }
  if (invitation) return invitationPart(reader, invitation);
  // A verification gives the slips; a payment is printed on them.
  const award = result ?? (left ? undefined : done?.facts.award?.award);
  const slips = (award?.states ?? []).flatMap(({ seat, slip, state }) =>
    slip !== null && (state === 'verified' || state === 'paid') && award
      ? html`<li>
          <a class="button" href="${awardPath(award)}/slip/${seat}" target="_blank"
            >${own(said.print)} ${slip}</a
          >
        </li>`
      : [],
  );
  return html`<h2>${own(titleOf(left, done?.facts))}</h2>
    ${done ? html`<p><b>${own(actName(done.facts.act.type))}</b></p>` : undefined}
    ${done ? saidPart(reader, done.facts.act, done.facts.currency) : undefined}
    ${done ? changesPart(reader, { ...done.facts, configured: null }) : undefined}
    ${done ? restOfAct(reader, done.facts) : undefined}
    ${left && done ? digestPart(reader, done.digest) : undefined} ${leftPart(reader, left)}
    ${done && !left ? jackpotLink(done.facts.jackpot) : undefined}
    ${result === undefined ? html`<p>${own(said.unread)}</p>` : undefined}
    <ul class="slips">
      ${slips}
    </ul>
    ${closeButton(reader)}`;
}

/** Returns the title; `command` is the sent one, of the act or of the answer to it. */
function titleOf(left: Left | null, facts: ActFacts | undefined): Words {
  if (!left) return said.done;
  return facts?.command === 'act.approved' ? said.approvedNow : said.proposed;
}

/** The jackpot of a done act. */
function jackpotLink(jackpot: string): Markup {
  return html`<p><a href="${jackpotPath(jackpot)}">${jackpot}</a></p>`;
}

/** The address for the invited person, and its picture for their camera. */
function invitationPart(reader: Reader, { holder, expires, url }: Invited): Markup {
  return html`<h2>${tell(reader, said.invite)}</h2>
    <p><b>${holder}</b> ${tell(reader, said.invitationIs)} ${houseTime(expires, 'UTC')}:</p>
    <div class="code">${new Markup(renderSVG(url, { border: 2 }))}</div>
    <p class="address"><code>${url}</code></p>
    ${closeButton(reader)}`;
}

function closeButton(reader: Reader): Markup {
  return html`<p>
    <button type="button" class="main" data-close>${tell(reader, said.close)}</button>
  </p>`;
}

/** The digest that two people compare before the second one signs. */
export function digestPart(reader: Reader, digest: string): Markup {
  return html`<p class="compare">
    <b>${tell(reader, said.digest)} <code>${digest}</code></b>
    <small>${tell(reader, said.compare)}</small>
  </p>`;
}

/** The people who must approve a proposed act. */
export function leftPart(reader: Reader, left: Left | null): Markup | undefined {
  if (!left) return undefined;
  return html`<p>
    <b>${tell(reader, said.waitsFor)}</b> ${left.people} (${rolesText(reader, left.roles)})
  </p>`;
}
