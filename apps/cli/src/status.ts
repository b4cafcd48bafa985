import { exitCodes, formatMinor, type AwardMessage, type ValueMessage } from '#contract';
import { accountField } from '#ledger';
import type { Connections } from './connections.js';
import { formatMicros } from './money.js';
import { table } from './table.js';
import { UserError } from './user-error.js';

/** Prints every jackpot and how far each partition of the ledger is. */
export async function status(connections: Connections): Promise<void> {
  const snapshots = await connections.snapshots(await connections.partitions());
  const marks = await connections.watermarks('events');
  const jackpots = snapshots.flatMap(({ jackpots, values, accounts }, partition) =>
    Object.entries(jackpots).map(([id, text]) => {
      const { suspended, generation, pending } = JSON.parse(text) as {
        suspended: boolean;
        generation: number;
        pending: unknown;
      };
      const { value, currency, at } = JSON.parse(values[id] as string) as ValueMessage;
      return [
        id,
        formatMinor(value, currency),
        formatMicros(BigInt(accounts[accountField(id, 'reserve')] as string), currency),
        generation,
        suspended ? 'suspended' : pending ? 'waits for restart' : 'runs',
        at,
        partition,
      ];
    }),
  );
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
  const found: AwardMessage[] = [];
  const snapshots = await connections.snapshots(await connections.partitions());
  for (const [partition, { jackpots }] of snapshots.entries()) {
    for (const id of Object.keys(jackpots)) {
      if (jackpot !== undefined && id !== jackpot) continue;
      const newest = await connections.awards(partition, id, Number(limit));
      found.push(...newest.map(({ text }) => JSON.parse(text) as AwardMessage).reverse());
    }
  }
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
