import { readFileSync } from 'node:fs';
import { faultsOf, must, nameSchema, whyUnreadable, withValue } from '#contract';
import { LineCounter, parseDocument, type Document } from 'yaml';
import { z } from 'zod';

// YAML reads digits without quotes as a number.
const signName = z.string({
  error: must('1 to 64 of A–Z a–z 0–9 . _ -, in quotes where they are digits'),
});

const signSchema = z.strictObject({
  name: signName.pipe(nameSchema),
  jackpots: z.array(nameSchema).min(1).max(100),
  place: z.string().min(1).max(200).describe('where it hangs, for people'),
  token: nameSchema.optional().describe('the name of the token that alone may acknowledge for it'),
});
const fileSchema = z.strictObject({ signs: z.array(signSchema).min(1).max(10_000) });

/** A sign of the signs file. */
export type ExpectedSign = z.output<typeof signSchema>;

/**
 * Reads the expected signs, by name, from a file in YAML or JSON (contract 9.3).
 * @throws Error with one sentence that names the file, each wrong place with its line, and the
 *   right form.
 */
export function readSignsFile(file: string): ReadonlyMap<string, ExpectedSign> {
  try {
    const signs = parseSigns(readFileSync(file, 'utf8'));
    return new Map(signs.map((sign) => [sign.name, sign]));
  } catch (error) {
    const why = whyUnreadable(error) ?? (error as Error).message;
    throw new Error(`SIGNS_FILE is wrong: ${file} cannot be used (${why}).`, { cause: error });
  }
}

function parseSigns(text: string): readonly ExpectedSign[] {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  // The parser draws the place on further lines.
  if (error) throw new Error(error.message.split('\n')[0]?.replace(/:$/, ''));
  const read = fileSchema.safeParse(document.toJS(), { error: withValue });
  if (!read.success) {
    const faults = faultsOf(read.error, 'the file');
    const places = read.error.issues.map(({ path }) => fileLine(document, lines, path));
    throw new Error(faults.map((fault, index) => `${places[index]}${fault}`).join('; '));
  }
  const { signs } = read.data;
  const twice = signs.findIndex(({ name }, at) => signs.findIndex((s) => s.name === name) < at);
  if (twice < 0) return signs;
  const place = fileLine(document, lines, ['signs', twice, 'name']);
  throw new Error(
    `${place}signs.${twice}.name must be of one sign alone, was ${JSON.stringify(signs[twice]?.name)}`,
  );
}

/** Returns `line 7: `, the line of the value, or of the nearest that contains it. */
function fileLine(document: Document, lines: LineCounter, path: readonly PropertyKey[]): string {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined;
    if (node?.range) return `line ${lines.linePos(node.range[0]).line}: `;
  }
  return '';
}
