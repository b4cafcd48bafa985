import { differs, UserError } from '#contract/exit-codes';
import { existsSync } from 'node:fs';
import { writeWhole } from '#proof';
import { Command, Option } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { seatOption } from '../options/award-options.js';
import { describeLooks } from '../looks/assert-no-look.js';
import { reversalLooks } from '#acts';
import { awardNamed } from '../reading/award-named.js';
import { saySilence } from '../reading/say-silence.js';
import { readSlip, slipHtml, slipText } from '#papers';

/**
 * Prints the payment slip of a seat, or the record of one paid at its table, or writes it to a
 * page.
 * @throws UserError if the award or seat does not exist, the seat has neither, or the file exists.
 */
export const slipCommand = connected(
  () =>
    new Command('slip')
      .description(
        'print the payment slip of a verified seat, or the record of one paid at its table',
      )
      .argument('<award>', 'as `awards` lists it; its number or its first characters are enough')
      .addOption(seatOption())
      .option('--house <name>', 'who pays, at the head (default: the name of the jackpot)')
      .option('--html <file>', 'write it as a page to be printed on A4; must not exist')
      .addOption(new Option('--json', 'as JSON, amounts in minor units').conflicts('html')),
  async (connections, id, { seat, house = null, html }) => {
    if (html !== undefined && existsSync(html)) {
      throw new UserError(`${html} exists; a slip is never overwritten. Name another file.`);
    }
    const { award, home, isRemembered } = await awardNamed(connections, id);
    await saySilence(connections, [home]);
    const printed = await readSlip(connections, home, { award, seat }, house);
    if (printed.status === 'payable' && !isRemembered) {
      throw differs(
        `Pay nothing: in ${connections.topic('awards')}, seat ${seat} of ${id} waits to be paid, but the ledger no longer knows the award`,
      );
    }
    if (printed.status === 'payable') {
      connections.terminal.warn(describeLooks(await reversalLooks(connections, home, award.id)));
    }
    if (html === undefined) return { facts: printed, lines: slipText(printed) };
    writeWhole(html, slipHtml(printed));
    const written = printed.slip === null ? 'the record' : `slip ${printed.slip}`;
    return { facts: printed, lines: `Wrote ${written} to ${html}.\n` };
  },
);
