import { escapedHtml } from '#papers';

/** Text that is already markup. */
export class Markup {
  constructor(readonly text: string) {}
}

type TemplatePart = string | number | Markup | readonly Markup[] | null | undefined | false;

/**
 * HTML that escapes every part that is not markup itself: `<script>` in a jackpot's name, a reason
 * or a table's id is shown as written.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly TemplatePart[]): Markup {
  const [first = '', ...rest] = texts;
  return new Markup(
    rest.reduce((text, next, index) => text + markupOf(parts[index]) + next, first),
  );
}

function markupOf(part: TemplatePart): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapedHtml(String(part));
  return part.map(({ text }) => text).join('');
}

/** A value as readable JSON, line by line. */
export function prettyJson(value: unknown): Markup {
  return new Markup(`<pre lang="en">${escapedLines(JSON.stringify(value, null, 2))}</pre>`);
}

/** A field of several lines. */
export function textArea(name: string, text: string, maxLength: number): Markup {
  const attributes = `name="${escapedHtml(name)}" rows="6" maxlength="${maxLength}"`;
  return new Markup(
    `<textarea ${attributes} spellcheck="false">\n${escapedLines(text)}</textarea>`,
  );
}

/** Keeps line breaks, which the browser shows as spaces elsewhere. */
function escapedLines(text: string): string {
  return text.split('\n').map(escapedHtml).join('\n');
}
