import { exitCodes, UserError } from '#contract/exit-codes';
import { existsSync } from 'node:fs';
import { writeWhole } from '#proof';
import type { Connections } from '../connections.js';
import { print, say, type JsonOption } from '../print.js';
import { awardNamed } from './award-named.js';
import { readAct, type RecordedAct } from './recorded-act.js';
import { slipHtml } from './slip-html.js';
import { slipText } from './slip-text.js';
import { slipOf } from './slip.js';

export interface SlipOptions extends JsonOption {
  readonly seat: string;
  readonly house?: string;
  readonly html?: string;
}

/**
 * Prints the payment slip of a seat, or writes it to a page.
 * @throws UserError when there is no such award or seat, the seat has no slip, or the file exists.
 */
export async function printSlip(
  connections: Connections,
  id: string,
  options: SlipOptions,
): Promise<void> {
  const { seat, house = null, html } = options;
  if (!/^[1-7]$/.test(seat)) {
    throw new UserError(`--seat ${seat} must be 1 to 7.`, exitCodes.usage);
  }
  if (html !== undefined && existsSync(html)) {
    throw new UserError(`${html} exists; a slip is never overwritten. Name another file.`);
  }
  const { award, reading } = await awardNamed(connections, id);
  const { partition, position } = reading;
  const { configuration } = reading.jackpot;
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
  const slip = slipOf(Number(seat), { award, configuration, acts, ...place, house });
  if (html === undefined) return print(options, slip, slipText);
  writeWhole(html, slipHtml(slip));
  say(`${html} has slip ${slip.slip}.\n`);
}

/** The newest so many records of the journal are searched at least: a slip is wanted at once. */
const blocksSearched = 20_000;

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
