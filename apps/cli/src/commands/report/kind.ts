import { commonZone } from '#acts';
import { existsSync } from 'node:fs';
import { exitCodes, UserError } from '#contract';
import {
  CsvList,
  makeReport,
  notClosed,
  reportFacts,
  reportHtml,
  type AskedReport,
  type ReportKind,
  type ReportSource,
  type SectionName,
} from '#papers';
import { writeWhole } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { openSigner } from '../../keys/open-signer.js';
import { jsonOption } from '../../options/common.js';
import { houseDaysOption, type TypedDays } from '../../options/time-option.js';
import { homesAsked } from '../../reading/homes-asked.js';
import { reportSource } from '../../report/report-source.js';
import { reportText } from '../../report/report-text.js';
import type { Connections } from '../../servers/connections.js';
import type { Answer } from '../../terminal/print.js';

export const reportCommandOf = (kind: ReportKind) =>
  connected(
    () => defineReport(kind),
    async (connections, jackpot, typed) => {
      const { house = null, html, csv, day, prove: isProven = false, checkpoint } = typed;
      if (html !== undefined && existsSync(html)) {
        throw new UserError(`${html} exists; a report is never overwritten. Name another file.`);
      }
      assertFolds(kind, isProven, checkpoint);
      const [first, ...others] = await homesAsked(connections, jackpot);
      if (!first) throw new UserError('There is no jackpot yet.');
      const homes = [first, ...others] as const;
      const asked = askedDays(kind, homes, day);
      const source = reportSource(connections, { homes, asked, isProven, checkpoint });
      if (csv !== undefined) return printCsv(connections, kind, source, listNamed(kind, csv));
      const { COMMAND_KEY } = connections.env;
      const isSigned = typed.json === true;
      const signer = COMMAND_KEY ? openSigner(COMMAND_KEY, connections.terminal) : undefined;
      const { report, signature, failure } = await makeReport(kind, source, {
        ...{ house, signer, isSigned },
      });
      const facts = reportFacts(report, signature);
      const lines = html === undefined ? reportText(report) : `Wrote the report to ${html}.\n`;
      if (html !== undefined) writeWhole(html, reportHtml(report));
      return { facts, lines, failure };
    },
  );

function defineReport({ name, description, isOfOne, isOfDays, folds, sections }: ReportKind) {
  const days = isOfDays ? ', or 2026-11-01..2026-11-30' : '';
  return new Command(name)
    .description(description)
    .argument(isOfOne ? '<jackpot>' : '[jackpot]')
    .addOption(
      new Option(
        '--day <day>',
        `as 2026-11-30, or yesterday${days} (default: the last one closed)`,
      ).argParser(houseDaysOption('--day')),
    )
    .option('--house <name>', 'name of the house, at the head of a page')
    .addOption(new Option('--html <file>', 'write it as a page for A4; must not exist'))
    .addOption(
      new Option('--csv [list]', `one list as CSV: ${sections.join(', ')}`).conflicts('html'),
    )
    .addOption(
      new Option('--prove', 'fold the log again, and compare').hideHelp(folds !== 'to-prove'),
    )
    .addOption(
      new Option('--checkpoint <file>', 'fold only what came after this').hideHelp(
        folds === 'never',
      ),
    )
    .addOption(jsonOption().conflicts(['html', 'csv']));
}

/** @throws UserError for options that this report does not have. */
function assertFolds(
  { name, folds }: ReportKind,
  isProven: boolean,
  checkpoint: string | undefined,
): void {
  if (isProven && folds !== 'to-prove') {
    throw new UserError(`--prove is for \`report day\`, not for ${name}.`, exitCodes.usage);
  }
  if (checkpoint === undefined || isProven || folds === 'always') return;
  const fix = folds === 'never' ? 'which needs none' : 'which folds the log with --prove only';
  throw new UserError(`--checkpoint is not for \`report ${name}\`, ${fix}.`, exitCodes.usage);
}

/** The requested days, by their dates. */
function askedDays(
  { name, isOfDays }: ReportKind,
  homes: ReportSource['homes'],
  day: TypedDays | undefined,
): AskedReport {
  const jackpots = homes.map((home) => home.jackpot);
  // For several jackpots: the last day that all have closed.
  const [last] = jackpots.flatMap(({ closed }) => closed?.day ?? []).sort();
  const days = day?.(commonZone(jackpots) ?? 'UTC');
  const to = days?.to ?? last;
  if (to === undefined) throw notClosed(homes[0].id, undefined, undefined);
  const from = days?.from ?? to;
  if (from !== to && !isOfDays) {
    throw new UserError(`--day: \`report ${name}\` takes one day.`, exitCodes.usage);
  }
  return { report: name, jackpots: homes.map(({ id }) => id), from, to };
}

/** @throws UserError that names the lists, if this is not one of them. */
function listNamed({ name, sections }: ReportKind, typed: string | true): SectionName {
  const [first] = sections;
  const found = typed === true ? first : sections.find((each) => each === typed);
  if (found) return found;
  throw new UserError(
    `--csv ${typed}: \`report ${name}\` has the lists ${sections.join(', ')}.`,
    exitCodes.usage,
  );
}

/** Prints a list while it is made, so that it may exceed the memory. */
async function printCsv(
  { terminal }: Connections,
  kind: ReportKind,
  source: ReportSource,
  section: SectionName,
): Promise<Answer> {
  const { frame, fill } = await kind.begin(source);
  const list = new CsvList(source.asked, frame, section);
  terminal.say(list.head);
  const { notes, failure } = await fill((name, rows) => {
    if (name === section && rows.length > 0) terminal.say(list.lines(rows));
  });
  for (const note of [...frame.notes, ...notes]) terminal.warn(`${note}\n`);
  return { facts: {}, lines: '', failure };
}
