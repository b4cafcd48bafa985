import { configurationFields, type ConfigurationField } from '#acts';
import type { Words } from '#papers';
import type { Jackpot } from '#pools';
import { memberField } from '../acts/wishes.js';
import { html, textArea, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { memberName } from './member-words.js';
import { actForm, checkBox, choice, textField } from './parts.js';
import { said } from './words.js';

/** The form of a new jackpot: a copy of another one, with the typed changes. */
export function newJackpotForm(reader: Reader, { id, configuration }: Jackpot): Markup {
  const fields = configurationFields(configuration).map((field) => memberPart(reader, field));
  const name = textField(reader, 'id', said.newId, true);
  return actForm(
    reader,
    { act: 'create', title: tell(reader, said.create), about: { jackpot: id } },
    html`${name}
      <div class="fields">${fields}</div>`,
  );
}

/** The form that changes the configuration of a jackpot. */
export function configurationForm(reader: Reader, jackpot: Jackpot): Markup {
  const { id, configuration, pending, configuredAt } = jackpot;
  const own = (words: Words): string => tell(reader, words);
  const fields = configurationFields(pending ?? configuration).map((field) =>
    memberPart(reader, field),
  );
  // The record of a configuration cannot hold a reason; its proposal can.
  const isProposed = configuration.approvals?.['jackpot.configured']?.some(
    ({ by }) => by.length > 0,
  );
  const why = isProposed && textField(reader, 'reason', said.reason, true);
  const moments = { 'next-restart': said.atRestart, now: said.now };
  const dropped = pending && checkBox('areBothReplaced', 'yes', own(said.replacesPending));
  return actForm(
    reader,
    {
      act: 'configure',
      title: own(said.configure),
      about: { jackpot: id, madeFrom: String(configuredAt) },
    },
    html`<div class="fields">${fields}</div>
      ${choice(reader, 'effective', said.effective, moments)}${dropped}${why}`,
  );
}

function memberPart(reader: Reader, { member, text, options }: ConfigurationField): Markup {
  const name = memberField(member);
  const label = tell(reader, memberName(member));
  if (options) {
    const each = options.map((option) => {
      const isNow = option === text ? html` selected` : undefined;
      return html`<option value="${option}" ${isNow}>${optionText(reader, option)}</option>`;
    });
    return html`<label
      >${label}
      <select name="${name}">
        ${each}
      </select></label
    >`;
  }
  if (member === 'tables' || member === 'approvals') {
    return html`<label>${label} ${textArea(name, text, 60_000)}</label>`;
  }
  return html`<label
    >${label} <input name="${name}" value="${text}" maxlength="200" autocomplete="off"
  /></label>`;
}

/** Accounts have names; a reading of the law has only its own word. */
function optionText(reader: Reader, option: string): string {
  const accounts = { house: said.house, reserve: said.reserve, pool: said.pool };
  const found = Object.entries(accounts).find(([name]) => name === option)?.[1];
  return found ? tell(reader, found) : option;
}
