import { houseTime } from '#acts';
import { formatMicros } from '#contract';
import { signState } from '#engine';
import type { Words } from '#papers';
import { accountNames, type Jackpot } from '#pools';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { actForm, textField } from './parts.js';
import { said } from './words.js';

/** A jackpot: its accounts, whether it takes bets, and the act that changes that. */
export function jackpotBody(reader: Reader, jackpot: Jackpot): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { id, accounts, configuration, suspended } = jackpot;
  const { currency, zone } = configuration;
  const rows = accountNames.map(
    (name) =>
      html`<tr>
        <th scope="row">${own(said[name])}</th>
        <td class="money">${formatMicros(accounts[name], currency)}</td>
      </tr>`,
  );
  const state = signState(jackpot);
  const act = state === 'running' ? 'suspend' : 'resume';
  const may = reader.person?.roles.includes('operate') && state !== 'retired';
  const why =
    suspended &&
    html`<p class="warning">
      ${own(said.suspendedBy)} ${own(said.by)} <b>${suspended.holder}</b>,
      ${houseTime(suspended.atMs, zone)}: <q>${suspended.reason}</q>
    </p>`;
  const form = actForm(
    reader,
    { act, title: own(said[act]), about: { jackpot: id } },
    textField(reader, 'reason', said.reason, true),
  );
  return html`<p><b>${id}</b> <span class="state ${state}">${own(said[state])}</span></p>
    ${why}
    <table class="change">
      <tbody>
        ${rows}
      </tbody>
    </table>
    <div class="acts">${may ? form : undefined}</div>`;
}
