import { assertNotReversed, type Home } from '#acts';
import type { AwardMessage } from '#contract';
import { blocksSearched } from '#engine';
import type { LiveLedger } from '#proof';
import { readAct, type RecordedAct } from './recorded-act.js';
import { slipOf, type Slip } from './slip.js';

/**
 * Reads the sources of a seat's slip: the records of the people who have acted, and the journal's
 * block.
 * @param house that pays, for the head; null for the name of the jackpot.
 * @throws UserError like `slipOf`, and while people are about to reverse the award to be paid.
 */
export async function readSlip(
  live: LiveLedger,
  home: Home,
  { award, seat }: { readonly award: AwardMessage; readonly seat: number },
  house: string | null,
): Promise<Slip> {
  const { partition, position } = home;
  const { configuration } = home.jackpot;
  const offsets = award.by.map(({ offset }) => offset);
  const acts = await readActs(live, partition, offsets);
  const found = await live.withJournal((journal) =>
    journal.withRecord(partition, award.offset, blocksSearched),
  );
  const block = found ? { block: found.block.block, hash: found.block.hash } : null;
  const place = { partition, position, block };
  const printedAt = new Date().toISOString();
  const printed = slipOf(seat, { award, configuration, acts, ...place, house, printedAt });
  if (printed.status === 'payable') await assertNotReversed(live, home, award.id);
  return printed;
}

/** The acts in the records at these offsets, by offset. */
async function readActs(
  live: LiveLedger,
  partition: number,
  offsets: readonly number[],
): Promise<Map<number, RecordedAct>> {
  const records = await live.recordsAt('events', partition, offsets);
  const acts = new Map<number, RecordedAct>();
  for (const record of records) {
    const act = readAct(record);
    if (act) acts.set(record.offset, act);
  }
  return acts;
}
