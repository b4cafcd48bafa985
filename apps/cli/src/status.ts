import { exitCodes, formatMinor } from '#contract';
import { LedgerReader } from '#engine';
import type { Connections } from './connections.js';
import { formatMicros } from './money.js';
import { table } from './table.js';
import { UserError } from './user-error.js';

/** Prints every jackpot and how far each partition of the ledger is. */
export async function status(connections: Connections): Promise<void> {
  const snapshots = await connections.snapshots(await connections.partitions());
  const marks = await connections.watermarks('events');
  const readings = await new LedgerReader(connections.ledger).readJackpots();
  const jackpots = readings.map(({ jackpot, valueMinor, partition }) => {
    const { currency } = jackpot.configuration;
    return [
      jackpot.id,
      formatMinor(valueMinor, currency),
      formatMicros(jackpot.accounts.reserve, currency),
      jackpot.generation,
      jackpot.suspended ? 'suspended' : jackpot.pending ? 'waits for restart' : 'runs',
      new Date(jackpot.changedAtMs).toISOString(),
      partition,
    ];
  });
  const header = ['jackpot', 'pool', 'reserve', 'generation', 'state', 'last change', 'partition'];
  process.stdout.write(table(header, jackpots));
  const rows = snapshots.map(({ position, block }, partition) => {
    const lag = (marks[partition]?.high ?? 0) - position;
    return [partition, position, lag, block];
  });
  process.stdout.write(`\n${table(['partition', 'position', 'lag', 'journal block'], rows)}`);
}

/**
 * Prints the newest awards, of one jackpot or of all.
 * @throws UserError when the limit is no number from 1 to 99999.
 */
export async function awards(
  connections: Connections,
  jackpot: string | undefined,
  limit: string,
): Promise<void> {
  if (!/^[1-9]\d{0,4}$/.test(limit)) {
    throw new UserError(`--limit ${limit} must be 1 to 99999.`, exitCodes.usage);
  }
  const reader = new LedgerReader(connections.ledger);
  const readings = await reader.readJackpots();
  const ids = readings.map((reading) => reading.jackpot.id);
  const chosen = ids.filter((id) => jackpot === undefined || id === jackpot);
  const range = { limit: Number(limit) };
  const found = (await Promise.all(chosen.map((id) => reader.readAwards(id, range)))).flat();
  found.sort((a, b) => (a.time < b.time ? 1 : -1));
  const rows = found
    .slice(0, Number(limit))
    .flatMap((award) =>
      award.payouts.map(({ seat, hand, amount, basis }) => [
        award.time,
        award.id,
        seat,
        hand,
        formatMinor(amount, award.currency),
        basis,
        formatMinor(award.poolAfter, award.currency),
      ]),
    );
  const header = ['time', 'award', 'seat', 'hand', 'amount', 'basis', 'pool after'];
  process.stdout.write(table(header, rows));
}
