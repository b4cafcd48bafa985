import { differs, UserError } from '#contract/exit-codes';
import { blocksSearched } from '#engine';
import { existsSync } from 'node:fs';
import { writeWhole } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { seatOption } from '../options/award-options.js';
import { describeLooks } from '../looks/assert-no-look.js';
import { assertNotReversed, reversalLooks } from '../looks/reversal.js';
import { awardNamed } from '../reading/award-named.js';
import { saySilence } from '../reading/say-silence.js';
import type { Connections } from '../servers/connections.js';
import { readAct, type RecordedAct } from '../slip/recorded-act.js';
import { slipHtml } from '../slip/slip-html.js';
import { slipText } from '../slip/slip-text.js';
import { slipOf } from '../slip/slip.js';

/**
 * Prints the payment slip of a seat, or the record of one paid at its table, or writes it to a
 * page.
 * @throws UserError when there is no such award or seat, the seat has neither, or the file exists.
 */
export const slipCommand = connected(
  () =>
    new Command('slip')
      .description(
        'print the payment slip of a seat that was verified, or the record of one paid at its table',
      )
      .argument('<award>', 'as `awards` lists it; its number or a beginning will do')
      .addOption(seatOption())
      .option('--house <name>', 'who pays, at the head (default: the name of the jackpot)')
      .option('--html <file>', 'write it as a page to be printed on A4; must not exist')
      .addOption(new Option('--json', 'as JSON, amounts in minor units').conflicts('html')),
  async (connections, id, { seat, house = null, html }) => {
    if (html !== undefined && existsSync(html)) {
      throw new UserError(`${html} exists; a slip is never overwritten. Name another file.`);
    }
    const { award, home, isRemembered } = await awardNamed(connections, id);
    const { partition, position } = home;
    await saySilence(connections, [home]);
    const { configuration } = home.jackpot;
    const acts = await readActs(
      connections,
      partition,
      award.by.map(({ offset }) => offset),
    );
    const found = await connections.withJournal((journal) =>
      journal.withRecord(partition, award.offset, blocksSearched),
    );
    const block = found ? { block: found.block.block, hash: found.block.hash } : null;
    const place = { partition, position, block };
    const printedAt = new Date().toISOString();
    const printed = slipOf(seat, { award, configuration, acts, ...place, house, printedAt });
    if (printed.status === 'payable' && !isRemembered) {
      throw differs(
        `Nothing is to be paid: ${connections.topic('awards')} says that seat ${seat} of ${id} waits to be paid, and the ledger does not know the award any more`,
      );
    }
    if (printed.status === 'payable') {
      await assertNotReversed(connections, home, award.id);
      connections.terminal.warn(describeLooks(await reversalLooks(connections, home, award.id)));
    }
    if (html === undefined) return { facts: printed, lines: slipText(printed) };
    writeWhole(html, slipHtml(printed));
    const written = printed.slip === null ? 'the record' : `slip ${printed.slip}`;
    return { facts: printed, lines: `${html} has ${written}.\n` };
  },
);

/** What the records at these offsets say, by their offsets. */
async function readActs(
  connections: Connections,
  partition: number,
  offsets: readonly number[],
): Promise<Map<number, RecordedAct>> {
  const records = await connections.recordsAt('events', partition, offsets);
  const acts = new Map<number, RecordedAct>();
  for (const record of records) {
    const act = readAct(record);
    if (act) acts.set(record.offset, act);
  }
  return acts;
}
