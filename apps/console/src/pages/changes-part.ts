import { changeInWords, type ActFacts, type MemberChange } from '#acts';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { memberName } from './member-words.js';
import { oddsPart } from './odds-part.js';
import { listTable } from './parts.js';
import { said } from './words.js';

/** The changes of the configuration, now and at the restart, with its mathematics. */
export function changesPart(reader: Reader, facts: ActFacts): Markup {
  const { changes, atRestart, dropsPending, configured, currency } = facts;
  const list = (members: readonly MemberChange[]): Markup => {
    const rows = members.map((change) => {
      const { from, to } = changeInWords(change, currency);
      return [tell(reader, memberName(change.member)), from, to];
    });
    return listTable(reader, [said.member, said.before, said.after], rows);
  };
  return html`${changes.length > 0 ? list(changes) : undefined}
  ${
    atRestart
      ? html`<h3>${tell(reader, said.atRestart)}</h3>
          ${list(atRestart.changes)} ${atRestart.replaced ? list(atRestart.replaced) : undefined}`
      : undefined
  }
  ${dropsPending ? html`<p class="warning">${tell(reader, said.dropsPending)}</p>` : undefined}
  ${configured ? oddsPart(reader, configured.odds, currency) : undefined}`;
}
