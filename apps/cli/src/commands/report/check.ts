import { readFileSync } from 'node:fs';
import { Home, jsonText, visible } from '#acts';
import { exitCodes, UserError } from '#contract';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { jsonOption } from '../../options/common.js';
import {
  contentDigest,
  filledReport,
  firstDifference,
  isAsWritten,
  readReportFile,
  reportFacts,
  reportSigner,
  type AskedReport,
  type Making,
  type ReportContent,
  type ReportKind,
} from '#papers';
import { reportSource } from '../../report/report-source.js';
import { reportKinds } from '../../report/kinds.js';
import type { Connections } from '../../servers/connections.js';

/**
 * Makes the report of a file again, and compares it with the file to the byte.
 * @throws UserError if the file is not a report, or its sources no longer exist.
 */
export const reportCheckCommand = connected(
  () =>
    new Command('check')
      .description('make a report of --json again, and compare every byte')
      .argument('<file>')
      .addOption(new Option('--checkpoint <file>', 'for a report that folds the log'))
      .addOption(jsonOption()),
  async (connections, path, { checkpoint }) => {
    const text = readReportText(path);
    const file = readReportFile(text, path);
    const { asked } = file.content;
    const kind = reportKinds[asked.report];
    assertAskable(kind, asked, path);
    const homes = await homesNamed(connections, asked.jackpots);
    const { authority } = homes[0].now;
    const isProven = file.made.compared === 'log';
    const source = reportSource(connections, { homes, asked, isProven, checkpoint });
    const begun = await kind.begin(source);
    const { content, failure } = await filledReport(kind, source, begun);
    if (failure?.exitCode === exitCodes.differs) {
      return { facts: { file: path, asked, error: failure.message }, lines: '', failure };
    }
    const signed = reportSigner(file, authority);
    const isWritten = isAsWritten(text);
    const difference = firstDifference(text, expectedText(content, file));
    const days = asked.from === asked.to ? asked.to : `${asked.from} to ${asked.to}`;
    const name = `${path}, report ${asked.report} of ${asked.jackpots.map(visible).join(', ')}, ${days}`;
    const from = isProven || kind.folds === 'always' ? 'the log gives' : 'its topics give';
    const facts = { file: path, asked, digest: file.digest, signedBy: file.made.by, difference };
    const fail = (message: string, exitCode: number) => {
      return { facts: { ...facts, error: message }, lines: '', failure: { message, exitCode } };
    };
    if (signed !== null && 'why' in signed) {
      return fail(`${name}: the signature is wrong. ${signed.why}`, exitCodes.failed);
    }
    if (isOtherBlock(file.made, begun.made)) {
      return fail(`${name}: it names a block that the journal does not have.`, exitCodes.failed);
    }
    if (difference === undefined) {
      const by = signed
        ? `signed by ${visible(signed.key.holder)} (${visible(signed.key.kid)})`
        : 'not signed, so its author and its time are not proven';
      return { facts, lines: `${name}: ${from} the same; ${by}.\n` };
    }
    if (isWritten && signed) {
      return fail(
        `${name}: its signature is valid, but ${from} something else: ${difference}. \`verify\` compares the log with all that was sent.`,
        exitCodes.differs,
      );
    }
    return fail(`${name}: ${difference}.`, exitCodes.failed);
  },
);

/** @throws UserError for a request that `report` itself would refuse. */
function assertAskable(
  { name, isOfOne, isOfDays }: ReportKind,
  { jackpots, from, to }: AskedReport,
  path: string,
): void {
  const isOne = !isOfOne || jackpots.length === 1;
  if (isOne && (from === to || (isOfDays && from < to))) return;
  throw new UserError(
    `${path} is not a report: \`report ${name}\` does not take these jackpots or days.`,
  );
}

async function homesNamed(connections: Connections, ids: readonly string[]) {
  const homes: Home[] = [];
  for (const id of ids) homes.push(await Home.open(connections, id));
  return homes as [Home, ...Home[]];
}

/**
 * Returns true for a different block. An old block is not always found; one that is found must be
 * the file's.
 */
function isOtherBlock(
  { block: said }: Pick<Making, 'block'>,
  { block: found }: Pick<Making, 'block'>,
) {
  return said !== null && found !== null && said.hash !== found.hash;
}

/** The text of the file if it had the content that the log gives. */
function expectedText(
  content: ReportContent,
  { made, signature }: ReturnType<typeof readReportFile>,
) {
  const digest = contentDigest(content);
  return jsonText(reportFacts({ content, made, digest }, signature));
}

function readReportText(path: string): string {
  try {
    const bytes = readFileSync(path);
    const text = bytes.toString();
    if (Buffer.from(text).equals(bytes)) return text;
  } catch (error) {
    throw new UserError(`${path} cannot be read (${(error as Error).message}).`, exitCodes.usage);
  }
  throw new UserError(`${path} is not a report: it is not valid UTF-8.`);
}
