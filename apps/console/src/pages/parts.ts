import { roleNames, type Words } from '#papers';
import type { Role, SignerRole } from '#pools';
import { html, type Markup } from './html.js';
import { tell, type Reader } from './layout.js';
import { said } from './words.js';

/** Content of a table cell. */

type CellContent = string | number | Markup | undefined;

/** An amount, with digits aligned in columns. */
export function money(text: string | Markup): Markup {
  return html`<span class="money">${text}</span>`;
}

/** A list as a table, each row with a cell for each head; a sentence if the list is empty. */
export function listTable(
  reader: Reader,
  heads: readonly Words[],
  rows: readonly (readonly CellContent[])[],
  none = said.nothingWaits,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  if (rows.length === 0) return html`<p class="none">${own(none)}</p>`;
  const titles = heads.map((words) => html`<th scope="col">${own(words)}</th>`);
  // On a narrow page each cell has its own head.
  const lines = rows.map((cells) => {
    const row = heads.map((head, at) => html`<td data-head="${own(head)}">${cells[at]}</td>`);
    return html`<tr>
      ${row}
    </tr>`;
  });
  return html`<div class="scroll">
    <table class="queue">
      <thead>
        <tr>
          ${titles}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}

/** Roles of people, by their names on pages. */
export function rolesText(reader: Reader, given: readonly SignerRole[]): string {
  return given
    .filter((role) => role !== 'root')
    .map((role) => tell(reader, roleNames[role]))
    .join(', ');
}

/** Facts with their names; an absent one is left out. */
export function factList(
  reader: Reader,
  facts: readonly (readonly [Words, string | number | Markup | null | undefined])[],
): Markup {
  const shown = facts.flatMap(([label, value]) =>
    value === undefined || value === null
      ? []
      : html`<dt>${tell(reader, label)}</dt>
          <dd>${value}</dd>`,
  );
  return html`<dl class="facts">${shown}</dl>`;
}

/** Subject of an act's form, in addition to the person's text. */
type About = Readonly<Record<string, string | number>>;

interface ActFormHead {
  readonly act: string;
  readonly title: string;
  readonly about: About;
  /** True for the next step here: the form is open without a touch. */
  readonly isNext?: boolean;
}

/**
 * A form that opens under its name, and asks for the preview of an act.
 * @param ask its buttons, if there is more than one answer.
 */
export function actForm(
  reader: Reader,
  { act, title, about, isNext = false }: ActFormHead,
  fields: Markup,
  ask = html`<p><button class="main">${tell(reader, said.preview)}</button></p>`,
): Markup {
  const open = isNext ? html` open data-open` : undefined;
  return html`<details class="form" ${open}>
    <summary>${title}</summary>
    <form data-act="${act}">${hidden(about)}${fields}${ask}</form>
  </details>`;
}

/** A choice by one touch: each button asks for the preview. */
export function choiceButtons(
  reader: Reader,
  { name, label, verb }: { readonly name: string; readonly label: Words; readonly verb: Words },
  options: Readonly<Record<string, Words>>,
): Markup {
  const each = Object.entries(options).map(
    ([value, words]) =>
      html`<button name="${name}" value="${value}">
        ${tell(reader, verb)}: ${tell(reader, words)}
      </button> `,
  );
  return html`<fieldset class="answers">
    <legend>${tell(reader, label)} <small>${tell(reader, said.thenPreview)}</small></legend>
    ${each}
  </fieldset>`;
}

export function hidden(about: About): Markup[] {
  return Object.entries(about).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
}

/** A line of text. */
export function textField(reader: Reader, name: string, label: Words, isNeeded = false): Markup {
  const needed = isNeeded ? html` required` : undefined;
  return html`<label
    >${tell(reader, label)} <input name="${name}" maxlength="500" autocomplete="off" ${needed}
  /></label>`;
}

/** A choice of one option, with none chosen beforehand. */
export function choice(
  reader: Reader,
  name: string,
  label: Words,
  options: Readonly<Record<string, Words>>,
): Markup {
  const own = (words: Words): string => tell(reader, words);
  const each = Object.entries(options).map(
    ([value, words]) => html`<option value="${value}">${own(words)}</option>`,
  );
  return html`<label
    >${own(label)}
    <select name="${name}" required>
      <option value="">– ${own(said.choose)} –</option>
      ${each}
    </select></label
  >`;
}

/** A box for yes or no. */
export function checkBox(
  name: string,
  value: string | number,
  label: string,
  isChecked = false,
): Markup {
  const checked = isChecked ? html` checked` : undefined;
  return html`<label
    ><input type="checkbox" name="${name}" value="${value}" ${checked} /> ${label}</label
  >`;
}

/** Replaces a form if the person lacks the role for it. */
export function needsRolePart(reader: Reader, act: Words, role: Role): Markup {
  const own = (words: Words): string => tell(reader, words);
  return html`<p class="none">${own(act)}: ${own(said.takesRole)} ${own(roleNames[role])}.</p>`;
}

/** The doubts about an act, one sentence each. */
export function looksList(reader: Reader, looks: readonly string[]): Markup | undefined {
  if (looks.length === 0) return undefined;
  const sentences = looks.map((look) => html`<li lang="en">${look}</li>`);
  return html`<section class="looks">
    <h2>${tell(reader, said.look)}</h2>
    <ul>
      ${sentences}
    </ul>
  </section>`;
}

/** Links to the same page of each jackpot; nothing if there is only one. */
export function jackpotLinks(
  ids: readonly string[],
  current: string | undefined,
  pathOf: (id: string) => string,
): Markup | undefined {
  if (ids.length < 2) return undefined;
  const links = ids.map((id) => {
    const isCurrent = id === current ? html` aria-current="page"` : undefined;
    return html`<a href="${pathOf(id)}" ${isCurrent}>${id}</a> `;
  });
  return html`<nav class="choices" aria-label="Jackpot">${links}</nav>`;
}
