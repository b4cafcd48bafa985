import { isDeepStrictEqual } from 'node:util';
import { Home } from '#acts';
import { exitCodes, UserError, version, type StatementMessage } from '#contract';
import { blocksSearched, postedFacts } from '#engine';
import { sha256 } from '#ledger';
import type { Jackpot } from '#pools';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { jsonOption } from '../../options/common.js';
import { houseDayOption } from '../../options/time-option.js';
import { readStatement } from '../../reading/statement-topic.js';
import { dayReport } from '../../report/day-report.js';
import { dayAsCsv, describeDay } from '../../report/describe-day.js';

/**
 * Shows a gaming day as its statement has it (contract 8.10).
 * @throws UserError when there is no such jackpot, or the day was not closed.
 */
export const reportDayCommand = connected(
  () =>
    new Command('day')
      .description('show a gaming day: what was bet, contributed, paid and is held')
      .argument('<jackpot>')
      .addOption(
        new Option(
          '--day <day>',
          'as 2026-11-30, or yesterday (default: the last one closed)',
        ).argParser(houseDayOption('--day')),
      )
      .addOption(new Option('--csv', 'the matrix as CSV').conflicts('json'))
      .addOption(jsonOption()),
  async (connections, id, { day: dayIn, csv = false }) => {
    const { jackpot, partition } = await Home.open(connections, id);
    const { zone } = jackpot.configuration;
    const asked = dayIn?.(zone) ?? jackpot.closed?.day;
    const statement = asked === undefined ? undefined : await readStatement(connections, id, asked);
    if (!statement || asked === undefined) throw notClosed(id, asked, jackpot.closed?.day);
    const { after, offset } = statement;
    if (after === null && asked < statement.day) {
      throw new UserError(`${asked} is before the first day of ${id}, which is ${statement.day}.`);
    }
    const before = after === null ? undefined : await readStatement(connections, id, after);
    const isBefore = before?.day === after;
    const found = await connections.withJournal((journal) =>
      journal.withRecord(partition, offset, blocksSearched),
    );
    const isLedgers = agreesWithLedger(statement, jackpot);
    const head = {
      isLedgers,
      ...{ zone, partition, asked, beganAt: (isBefore && before?.at) || null },
      block: found ? { block: found.block.block, hash: found.block.hash } : null,
      digest: sha256(JSON.stringify(statement)),
      ...{ madeAt: new Date().toISOString(), version },
    };
    const report = dayReport(statement, isBefore ? before : undefined);
    const lines = csv ? dayAsCsv(report) : describeDay(report, head);
    return { facts: { head, ...report }, lines };
  },
);

/**
 * Whether the ledger, which the journal proves, has closed this day last, with these meters.
 * @throws UserError where it has closed it with others.
 */
function agreesWithLedger({ day, offset, causes }: StatementMessage, { closed }: Jackpot): boolean {
  if (closed?.day !== day) return false;
  const stated = new Map(causes.map(({ cause, day: _, ...meter }) => [cause, meter]));
  const kept = new Map([...closed.causes].map(([cause, meter]) => [cause, postedFacts(meter)]));
  if (closed.offset === offset && isDeepStrictEqual(stated, kept)) return true;
  throw new UserError(
    `The statement of ${day} on its topic is not what the ledger has of that day: somebody else has written there. \`verify\` names it.`,
    exitCodes.differs,
  );
}

function notClosed(id: string, asked: string | undefined, last: string | undefined): UserError {
  if (asked !== undefined && last !== undefined && asked <= last) {
    const sentence = `${asked} of ${id} is closed, and its statement is not on its topic yet: ask again.`;
    return new UserError(sentence, exitCodes.failed);
  }
  const known = last === undefined ? 'none is yet' : `the last one is ${last}`;
  return new UserError(`${asked ?? 'No day'} of ${id} is not closed: ${known}.`, exitCodes.failed);
}
