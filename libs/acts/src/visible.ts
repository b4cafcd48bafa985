/**
 * Returns a text by somebody else for one line of a terminal. Escapes characters that move the
 * cursor, change the direction of writing or show nothing, a line feed as `\u000a`: they could show
 * another text than the signed one.
 */
export function visible(text: string): string {
  return text.replace(unseen, escapedCharacter);
}

/** The same for a text of several lines, or for JSON, in which the escapes are those of JSON. */
export function visibleLines(text: string): string {
  return text.replace(unseen, (found) => (found === '\n' ? found : escapedCharacter(found)));
}

/**
 * Controls, format characters (also of direction), lone surrogates, line and paragraph separators.
 */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

function escapedCharacter(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

/** The text that `--json` prints. */
export function jsonText(facts: unknown): string {
  return visibleLines(`${JSON.stringify(facts, bigintAsText, 2)}\n`);
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
