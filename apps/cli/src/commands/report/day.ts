import { createHash } from 'node:crypto';
import { Home } from '#acts';
import { exitCodes, UserError, version } from '#contract';
import { blocksSearched } from '#engine';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../../command.js';
import { jsonOption } from '../../options/common.js';
import { dayOption } from '../../options/time-option.js';
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
      .requiredOption('--day <day>', 'the day by its name, such as 2026-11-30', dayOption('--day'))
      .addOption(new Option('--csv', 'the matrix as CSV').conflicts('json'))
      .addOption(jsonOption()),
  async (connections, id, { day, csv = false }) => {
    const { jackpot, partition } = await Home.open(connections, id);
    const statement = await readStatement(connections, id, day);
    if (!statement) {
      const { closed } = jackpot;
      const last = closed ? `the last one is ${closed.day}` : 'none is yet';
      throw new UserError(
        `${day} of ${id} is not closed: ${last}. \`close-day\` closes it.`,
        exitCodes.failed,
      );
    }
    const { after } = statement;
    const before = after === null ? undefined : await readStatement(connections, id, after);
    const { offset } = statement;
    const found = await connections.withJournal((journal) =>
      journal.withRecord(partition, offset, blocksSearched),
    );
    const head = {
      zone: jackpot.configuration.zone,
      partition,
      block: found ? { block: found.block.block, hash: found.block.hash } : null,
      digest: createHash('sha256').update(JSON.stringify(statement)).digest('hex'),
      madeAt: new Date().toISOString(),
      version,
    };
    const report = dayReport(statement, before?.day === after ? before : undefined);
    const lines = csv ? dayAsCsv(report) : describeDay(report, head);
    return { facts: { head, ...report }, lines };
  },
);
