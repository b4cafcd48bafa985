import { existsSync, readFileSync } from 'node:fs';
import { luaMutants, mutants } from '../simulation/mutations.js';
import { keptReports, readSourcesLine, type KeptReport } from './kept-reports.js';

/** A paragraph, list item or table row that links reports. */
export interface Quotation {
  /** The paths of these reports from the root. */
  readonly reports: readonly string[];
  /** The block in one line. */
  readonly text: string;
  /** Faults: what the block says and none of these reports has, as sentences. */
  readonly wrong: readonly string[];
}

/** The text of each kept report by its path. The report of the mutants also gets their number. */
export function keptPages(): Map<string, string> {
  const reports: readonly KeptReport[] = Object.values(keptReports);
  const kept = reports.filter(({ file }) => existsSync(file));
  const counted = `${mutants.length + luaMutants.length} are in the list.`;
  return new Map(
    kept.map(({ file }) => {
      const page = readFileSync(file, 'utf8');
      return [file, file === keptReports.mutants.file ? `${page}\n${counted}` : page];
    }),
  );
}

/**
 * The quotations in a document of the root folder. A figure must be in a report that its block
 * links, words in double quotes must be in it unchanged, and the block must name the digest of each
 * report. Code, the targets of links and `p99` are not figures.
 */
export function quotationsIn(markdown: string, pages: ReadonlyMap<string, string>): Quotation[] {
  return blocksOf(markdown).flatMap((block) => {
    const reports = [...pages.keys()].filter((file) => block.includes(file));
    const linked = reports.map((file) => ({ file, page: pages.get(file) as string }));
    return reports.length === 0 ? [] : [{ reports, text: block, wrong: wrongIn(block, linked) }];
  });
}

function wrongIn(block: string, linked: readonly { file: string; page: string }[]): string[] {
  const known = new Set(linked.flatMap(({ page }) => numbersIn(page)));
  const texts = linked.map(({ page }) => plain(page));
  const digests = linked.map(({ file, page }) => ({ file, ...readSourcesLine(page) }));
  const named = [...block.matchAll(/`([0-9a-f]{12})`/g)].map(([, digest]) => digest as string);
  const prose = block.replace(/`[^`]*`|\]\([^)]*\)|\bp\d+(\.\d+)?\b/g, ' ');
  return [
    ...numbersIn(prose)
      .filter((number) => !known.has(number))
      .map((number) => `${number} is in no report that is linked`),
    ...[...plain(block).matchAll(/"([^"]+)"/g)]
      .filter(([, words = '']) => !texts.some((text) => text.includes(words)))
      .map(([, words = '']) => `"${words.trim()}" is in no report that is linked`),
    ...named
      .filter((name) => !digests.some(({ digest }) => digest === name))
      .map((name) => `${name} is the digest of no report that is linked`),
    ...digests
      .filter(({ digest }) => digest === undefined || !named.includes(digest))
      .map(({ file, digest }) => `the digest of ${file}, ${digest}, is not named`),
  ];
}

/**
 * Paragraphs, list items and table rows, each in one line, without fenced blocks. The heads of its
 * table, which may link the report of all rows, come before a row.
 */
function blocksOf(markdown: string): string[] {
  const parts = markdown.replace(/^```.*?^```$/gms, '').split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
  const blocks = parts.flatMap((part) => {
    if (!part.trimStart().startsWith('|')) return [part];
    const [heads = '', ...rows] = part.trim().split('\n');
    return [heads, ...rows.map((row) => `${heads}\n${row}`)];
  });
  return blocks.map((block) => block.replace(/\s+/g, ' ').trim());
}

const numbers = /\d{4}-\d\d-\d\d|\d(?:[\d,]*\d)?(?:\.\d+)?/g;

/** The numbers in a text: a date is one figure; numbers lose their thousands separators. */
function numbersIn(text: string): string[] {
  return (text.match(numbers) ?? []).map((number) => number.replaceAll(',', ''));
}

/** The text in one line. Spaces around each number keep "0 lost" from being found in "10 lost". */
function plain(markdown: string): string {
  const spaced = markdown.replace(numbers, (number) => ` ${number.replaceAll(',', '')} `);
  return spaced.replace(/[*`\\]/g, '').replace(/\s+/g, ' ');
}
