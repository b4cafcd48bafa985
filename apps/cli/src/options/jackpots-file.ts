import { readFileSync } from 'node:fs';
import {
  type CheckedConfiguration,
  formatMinor,
  readConfiguration,
  UserError,
  whyUnreadable,
  type WrittenConfiguration,
} from '#contract';
import { Option } from '@commander-js/extra-typings';
import { parseAllDocuments, visit, type Document } from 'yaml';

export const jackpotsFileOption = () =>
  new Option(
    '-f, --file <file>',
    'one jackpot, a list, or several documents',
  ).makeOptionMandatory();

/** From this seed on, in major units, a file must state the rules that guard a jackpot. */
const guardedFromMajor = 100_000;
const guards = ['verifyAbove', 'tables', 'approvals'] as const;

/**
 * The jackpots of a YAML file: one, a list, a list under `jackpots`, or several documents.
 * @throws UserError that names every mistake in every jackpot.
 */
export function readJackpots(
  file: string,
): { written: WrittenConfiguration; configuration: CheckedConfiguration }[] {
  const jackpots = readDocuments(file).flatMap(jackpotsIn);
  if (jackpots.length === 0) throw new UserError(`${file} holds no jackpot.`);
  const mistakes = listedTwice(jackpots);
  const configured = jackpots.flatMap((written, index) => {
    const result = readConfiguration(written);
    const faults = 'refused' in result ? result.refused : unsaid(written, result);
    const name = (written as { id?: unknown } | null)?.id ?? `number ${index + 1}`;
    mistakes.push(...faults.map((fault) => `  jackpot ${String(name)}: ${fault}`));
    return 'refused' in result ? [] : [{ written, configuration: result.configuration }];
  });
  if (mistakes.length === 0) return configured;
  throw new UserError(`${file} cannot be used:\n${mistakes.join('\n')}`);
}

/** Finds ids listed twice: a block copied under another jackpot's id would change that jackpot. */
function listedTwice(jackpots: readonly WrittenConfiguration[]): string[] {
  const ids = jackpots.map((jackpot) => (jackpot as { id?: unknown } | null)?.id);
  const twice = ids.filter((id, index) => id !== undefined && ids.indexOf(id) !== index);
  return [...new Set(twice)].map((id) => `  jackpot ${String(id)}: is listed twice`);
}

/** Finds missing guard rules, so that a forgotten line does not leave a million unguarded. */
function unsaid(
  written: WrittenConfiguration,
  { configuration, exponent }: { configuration: CheckedConfiguration; exponent: number },
): string[] {
  const { seed, currency } = configuration;
  const from = guardedFromMajor * 10 ** exponent;
  if (seed < from) return [];
  return guards
    .filter((member) => written[member] === undefined)
    .map(
      (member) =>
        `${member} is missing: with a seed of ${formatMinor(from, currency)} or more, give it a value or null`,
    );
}

function readDocuments(file: string): unknown[] {
  try {
    const text = readFileSync(file, 'utf8');
    const parsed = parseAllDocuments(text);
    if ('empty' in parsed) return [];
    const [error] = parsed.flatMap(({ errors }) => errors);
    if (error) throw error;
    for (const document of parsed) assertWhole(document, text);
    return parsed.map((document) => document.toJS() as unknown);
  } catch (error) {
    const why = whyUnreadable(error) ?? (error as Error).message;
    throw new UserError(`--file: ${file} cannot be used: ${why}.`);
  }
}

/**
 * Refuses 5000.00: YAML reads it as the whole number 5000, but its author means 5,000 whole units.
 */
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

/** One jackpot, a list of them, or a list under `jackpots`. */
function jackpotsIn(document: unknown): WrittenConfiguration[] {
  if (document === null || document === undefined) return [];
  const content = (document as { jackpots?: unknown }).jackpots ?? document;
  return (Array.isArray(content) ? content : [content]) as WrittenConfiguration[];
}
