import { readFileSync } from 'node:fs';
import { exitCodes, UserError } from '#contract';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { jsonOption } from '../../options/common.js';
import { homesAsked } from '../../reading/homes-asked.js';
import { filledReport, reportKinds } from '../../report/make.js';
import {
  contentDigest,
  firstDifference,
  isAsWritten,
  readReportFile,
  reportFacts,
  reportSigner,
} from '../../report/report-file.js';
import type { ReportContent } from '../../report/report.js';
import { jsonText } from '../../terminal/print.js';

/**
 * Makes the report of a file again, and compares it with the file to the byte.
 * @throws UserError where the file is no report, or what it is made from is not there any more.
 */
export const reportCheckCommand = connected(
  () =>
    new Command('check')
      .description('compare a report that was written with --json with the log, to the byte')
      .argument('<file>')
      .addOption(new Option('--checkpoint <file>', 'of a report that folds the log'))
      .addOption(jsonOption()),
  async (connections, path, { checkpoint }) => {
    const text = readReportText(path);
    const file = readReportFile(text, path);
    const { asked } = file.content;
    const [first, ...others] = await homesAsked(connections, asked.jackpot ?? undefined);
    if (!first) throw new UserError('There is no jackpot yet.');
    const { authority } = first.now;
    const kind = reportKinds[asked.report];
    const isProven = file.made.compared === 'log';
    const homes = [first, ...others] as const;
    const source = { connections, homes, asked, isProven, checkpoint };
    const { content } = await filledReport(source, await kind.begin(source));
    const signed = reportSigner(file, authority);
    const isWritten = isAsWritten(text);
    const difference = firstDifference(text, expectedText(content, file));
    const days = asked.from === asked.to ? asked.to : `${asked.from} to ${asked.to}`;
    const name = `${path}, report ${asked.report} of ${asked.jackpot ?? 'all jackpots'}, ${days}`;
    const facts = { file: path, asked, digest: file.digest, signedBy: file.made.by, difference };
    const fail = (message: string, exitCode: number) => {
      return { facts: { ...facts, error: message }, lines: '', failure: { message, exitCode } };
    };
    if (signed !== null && 'why' in signed) {
      return fail(`${name}: the signature is wrong. ${signed.why}`, exitCodes.failed);
    }
    if (difference === undefined) {
      const by = signed
        ? `signed by ${signed.key.holder} (${signed.key.kid})`
        : 'signed by nobody: only its content is proven';
      return { facts, lines: `${name}: the log gives the same; ${by}.\n` };
    }
    if (isWritten && signed) {
      return fail(
        `${name}: it is as it was signed, and the log gives something else: ${difference}. \`verify\` compares the log with all that was sent.`,
        exitCodes.differs,
      );
    }
    return fail(`${name}: ${difference}.`, exitCodes.failed);
  },
);

/** What the file would be, had it the content that the log gives. */
function expectedText(
  content: ReportContent,
  { made, signature }: ReturnType<typeof readReportFile>,
) {
  const digest = contentDigest(content);
  return jsonText(reportFacts({ content, made, digest }, signature));
}

function readReportText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`${path} cannot be read (${(error as Error).message}).`, exitCodes.usage);
  }
}
