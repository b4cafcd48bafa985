import { parseAllDocuments, visit, type Document } from 'yaml';

/**
 * Reads the documents of a YAML text that people have written.
 * @throws Error that names the line of what is not YAML, or of an amount with a point.
 */
export function readYaml(text: string): unknown[] {
  const parsed = parseAllDocuments(text);
  if ('empty' in parsed) return [];
  const [error] = parsed.flatMap(({ errors }) => errors);
  if (error) throw error;
  for (const document of parsed) assertWhole(document, text);
  return parsed.map((document) => document.toJS() as unknown);
}

/** YAML takes 5000.00 for the whole number 5000, and its author means 5,000 whole units. */
function assertWhole(document: Document, text: string): void {
  visit(document, {
    Scalar(_, { value, source = '', range }) {
      if (typeof value !== 'number' || /^[+-]?\w+$/.test(source)) return;
      const line = text.slice(0, range?.[0]).split('\n').length;
      throw new Error(
        `line ${line} has ${source}: write an amount in minor units, without a point`,
      );
    },
  });
}
