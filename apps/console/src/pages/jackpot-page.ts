import { houseTime, oddsFacts, usualBetsADay } from '#acts';
import { formatMicros } from '#contract';
import { signState } from '#engine';
import type { Words } from '#papers';
import { accountNames, type Configuration, type Jackpot, type Role } from '#pools';
import { configurationForm, newJackpotForm } from './configuration-form.js';
import { guidePart } from './guides.js';
import { configurationTable } from './configuration-table.js';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { oddsPart } from './odds-part.js';
import { actForm, checkBox, choice, needsRolePart, textField } from './parts.js';
import { said } from './words.js';

/** A jackpot: its accounts, its configuration, and the acts that the person has the role for. */
export function jackpotBody(reader: Reader, jackpot: Jackpot): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { id, accounts, configuration, pending, suspended } = jackpot;
  const { currency, zone } = configuration;
  const rows = accountNames.map(
    (name) =>
      html`<tr>
        <th scope="row">${own(said[name])}</th>
        <td class="money">${formatMicros(accounts[name], currency)}</td>
      </tr>`,
  );
  const state = signState(jackpot);
  const why =
    suspended &&
    html`<p class="warning">
      ${own(said.suspendedBy)} ${own(said.by)} <b>${suspended.holder}</b>,
      ${houseTime(suspended.atMs, zone)}: <q>${suspended.reason}</q>
    </p>`;
  const encoded = encodeURIComponent(id);
  return html`<p>
      <b>${id}</b> <span class="state ${state}">${own(said[state])}</span>
      <a href="/claims?jackpot=${encoded}">${own(said.claims)}</a>
      <a href="/tables/${encoded}">${own(said.tables)}</a>
      <a href="/days/${encoded}">${own(said.days)}</a>
    </p>
    ${why} ${suspended ? guidePart(reader, 'suspended') : undefined}
    <table class="change">
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${jackpotForms(reader, jackpot)} ${wholeConfiguration(reader, said.parameters, configuration)}
    ${pending ? wholeConfiguration(reader, said.atRestart, pending) : undefined}`;
}

/** A configuration in words for people, with its mathematics. */
function wholeConfiguration(reader: Reader, title: Words, configuration: Configuration): Markup {
  return html`<details>
    <summary>${tell(reader, title)}</summary>
    ${configurationTable(reader, configuration)}
    ${oddsPart(reader, oddsFacts(configuration, usualBetsADay), configuration.currency)}
  </details>`;
}

function jackpotForms(reader: Reader, jackpot: Jackpot): Markup {
  const own = (words: Words): string => tell(reader, words);
  const { id, retired } = jackpot;
  if (retired) return html``;
  const has = (role: Role): boolean => reader.person?.roles.includes(role) ?? false;
  const about = { jackpot: id };
  const reason = textField(reader, 'reason', said.reason, true);
  const toggle = signState(jackpot) === 'running' ? 'suspend' : 'resume';
  const accounts = { pool: said.pool, reserve: said.reserve };
  const forms = [
    ...(has('configure')
      ? [configurationForm(reader, jackpot), newJackpotForm(reader, jackpot)]
      : []),
    ...(has('operate')
      ? [actForm(reader, { act: toggle, title: own(said[toggle]), about }, reason)]
      : []),
    ...(has('adjust')
      ? [
          actForm(
            reader,
            { act: 'adjust', title: own(said.adjust), about },
            html`${textField(reader, 'amount', said.adjustedBy, true)}${choice(reader, 'account', said.account, accounts)}${reason}${checkBox('isNoAward', 'yes', own(said.isNoAward))}`,
          ),
          actForm(
            reader,
            { act: 'receive', title: own(said.receive), about },
            html`${textField(reader, 'from', said.receiveFrom, true)}${reason}`,
          ),
          actForm(
            reader,
            { act: 'retire', title: own(said.retire), about },
            html`${textField(reader, 'to', said.retireTo, true)}${reason}`,
          ),
        ]
      : []),
  ];
  const lacking = (['configure', 'operate', 'adjust'] as const).filter((role) => !has(role));
  const acts = { configure: said.configure, operate: said[toggle], adjust: said.adjust };
  return html`<div class="acts">${forms}</div>
    ${lacking.map((role) => needsRolePart(reader, acts[role], role))}`;
}
