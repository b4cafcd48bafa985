/** Characters that take two columns of a terminal or a line printer. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** Number of columns that a text takes. */
export function columnsOf(text: string): number {
  return [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);
}

/** Pads a text with spaces at the end, unless it fills the columns already. */
export function padColumns(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/**
 * Breaks a text into lines of at most `columns` columns: between words, and inside a word that is
 * longer than a line or is written without spaces.
 */
export function wrapColumns(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= columns) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const character of word) {
      if (columnsOf(line + character) > columns) {
        lines.push(line);
        line = '';
      }
      line += character;
    }
  }
  return [...lines, line];
}
