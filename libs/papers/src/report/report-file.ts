import { hash } from 'node:crypto';
import { UserError, verifySignature } from '#contract';
import type { Authority, SigningKey } from '#pools';
import { z } from 'zod';
import type { HouseWords } from './cell-text.js';
import { jsonText } from '#acts';
import { columnsOfSection, type ReportCell, type ReportContent, type ReportRow } from './report.js';
import { titles, type ReportName, type SectionName } from './report-words.js';

const comparisons = ['log', 'ledger', 'topic'] as const;

/** The maker and the time of a report: they make different heads for the same content. */
export interface Making {
  /** ISO 8601, by the clock of the machine. */
  readonly at: string;
  /** The key that signs it; null if it is not signed. */
  readonly by: { readonly kid: string; readonly holder: string } | null;
  readonly version: string;
  /** The name of the house at the head of the page, or null. */
  readonly house: string | null;
  /** The house's time zone, for its text and its page. */
  readonly zone: string;
  /** The block of the journal with the last record; null if it was not found. */
  readonly block: { readonly block: number; readonly hash: string } | null;
  /**
   * The check of the last day's statement: against the log, folded again; against the ledger, which
   * has closed this day last; or none, for a statement as on its topic. Null for several jackpots.
   */
  readonly compared: (typeof comparisons)[number] | null;
}

export interface MadeReport {
  readonly content: ReportContent;
  readonly made: Making;
  /** SHA-256 of the content as JSON, hex. */
  readonly digest: string;
}

const format = 'jackpot-report';
const formatVersion = 1;

/** The currency and the zone for people. */
export function houseWords({ content, made }: MadeReport): HouseWords {
  return { currency: content.currency, zone: made.zone };
}

/** A report in the form of its JSON: each row with the names of its columns. */
export function reportFacts({ content, made, digest }: MadeReport, signature: string | null) {
  return {
    format,
    version: formatVersion,
    content: contentFacts(content),
    made,
    digest,
    signature,
  };
}

function contentFacts({ sections, ...frame }: ReportContent) {
  const lists = sections.map(({ section, rows }) => {
    return { section, rows: rows.map((row) => rowFacts(section, row)) };
  });
  return { ...frame, sections: lists };
}

function rowFacts(section: SectionName, row: ReportRow): Readonly<Record<string, ReportCell>> {
  const cells = columnsOfSection(section).map((name, index) => {
    const cell = row[index] ?? null;
    return [name, typeof cell === 'bigint' ? cell.toString() : cell] as const;
  });
  return Object.fromEntries(cells);
}

/** The digest that two reports with the same content share. */
export function contentDigest(content: ReportContent): string {
  return hash('sha256', JSON.stringify(contentFacts(content)));
}

/** The text that is signed. It begins with its kind, so that the signature fits nothing else. */
export function reportSignedText({ made, digest }: Omit<MadeReport, 'content'>): string {
  return `${format}/${formatVersion}:${hash('sha256', JSON.stringify({ made, digest }))}`;
}

const askedSchema = z.strictObject({
  report: z.enum(Object.keys(titles) as [ReportName, ...ReportName[]]),
  jackpots: z.array(z.string()).min(1),
  from: z.iso.date(),
  to: z.iso.date(),
});
const fileSchema = z.looseObject({
  format: z.literal(format),
  version: z.literal(formatVersion),
  content: z.looseObject({ asked: askedSchema }),
  made: z.strictObject({
    at: z.iso.datetime(),
    by: z.strictObject({ kid: z.string(), holder: z.string() }).nullable(),
    version: z.string(),
    house: z.string().nullable(),
    zone: z.string(),
    block: z.strictObject({ block: z.int(), hash: z.string() }).nullable(),
    compared: z.enum(comparisons).nullable(),
  }),
  digest: z.string(),
  signature: z.string().nullable(),
});
export type ReportFile = z.output<typeof fileSchema>;

/** @throws UserError that names the place, if the text is not a report. */
export function readReportFile(text: string, path: string): ReportFile {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${path} is no report: it is not JSON (${(error as Error).message}).`);
  }
  const { data, error } = fileSchema.safeParse(written);
  if (data) return data;
  const [issue] = error.issues;
  const at = issue?.path.join('.') || 'it';
  throw new UserError(
    `${path} is no report of \`report … --json\`: ${at} is not right (${issue?.message}).`,
  );
}

/**
 * Returns true if a file is as it was written, except for the parts that only its signature covers.
 */
export function isAsWritten(text: string): boolean {
  const file = JSON.parse(text) as ReportFile;
  return hash('sha256', JSON.stringify(file.content)) === file.digest && jsonText(file) === text;
}

/** The signer of a file, or the fault of the signature; null if there is none. */
export function reportSigner(
  { made, digest, signature }: ReportFile,
  { ledger, keys: inForce, retired }: Pick<Authority, 'ledger' | 'keys' | 'retired'>,
): { key: SigningKey } | { why: string } | null {
  // A report stays signed when its key is replaced.
  const keys = new Map([...retired.map((key) => [key.kid, key] as const), ...inForce]);
  if (signature === null) {
    return made.by === null ? null : { why: `It says that ${made.by.kid} has signed it.` };
  }
  const signed = Buffer.from(reportSignedText({ made, digest }));
  const verified = verifySignature(keys, ledger ?? '', signature, signed);
  if ('refused' in verified) return { why: verified.refused.detail };
  const { key } = verified;
  if (made.by?.kid === key.kid && made.by.holder === key.holder) return { key };
  return { why: `It is by ${key.kid} of ${key.holder}, and the report names somebody else.` };
}

/** The first line that differs, as a sentence; undefined if all are the same. */
export function firstDifference(text: string, expected: string): string | undefined {
  if (text === expected) return undefined;
  if (text.replaceAll('\r\n', '\n') === expected) return 'its line ends were changed';
  const [has, gives] = [text.split('\n'), expected.split('\n')];
  const length = Math.max(has.length, gives.length);
  const index = Array.from({ length }, (_, each) => each).find((each) => has[each] !== gives[each]);
  if (index === undefined) return undefined;
  const [own, other] = [has[index], gives[index]].map((line) => {
    const shown = line?.trim().replace(/,$/, '') ?? 'not there';
    return shown.length > 120 ? `${shown.slice(0, 120)}…` : shown;
  });
  const before = gives.slice(0, index).findLast((line) => line.includes('"section": '));
  const list = /"section": "(.+)"/.exec(before ?? '')?.[1];
  const where = `line ${index + 1}${list === undefined ? '' : `, in the list ${list}`}`;
  if (own === other) return `${where}, has other spaces or marks: ${own}`;
  return `${where}, is ${own} and should be ${other}`;
}
