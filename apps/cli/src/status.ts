import { formatMinor, topicName, type AwardMessage, type ValueMessage } from '#contract';
import { readWatermarks } from '#log';
import { loadAll, type Connections } from './connections.js';
import { table } from './table.js';

/** Prints every jackpot and how far each partition of the ledger is. */
export async function status(connections: Connections): Promise<void> {
  const { kafka, env } = connections;
  const snapshots = await loadAll(connections);
  const marks = await readWatermarks(kafka, topicName(env.TOPIC_PREFIX, 'events'));
  const jackpots = snapshots.flatMap(({ jackpots, values, accounts }, partition) =>
    Object.entries(jackpots).map(([id, text]) => {
      const { suspended, generation, pending } = JSON.parse(text) as {
        suspended: boolean;
        generation: number;
        pending: unknown;
      };
      const { value, currency, at } = JSON.parse(values[id] as string) as ValueMessage;
      const reserve = Number(accounts[`${id}/reserve`]) / 1e6;
      return [
        id,
        formatMinor(value, currency),
        `${currency} ${reserve.toFixed(2)}`,
        String(generation),
        suspended ? 'suspended' : pending ? 'waits for restart' : 'runs',
        at,
        String(partition),
      ];
    }),
  );
  process.stdout.write(
    table(
      ['jackpot', 'pool', 'reserve', 'generation', 'state', 'last change', 'partition'],
      jackpots,
    ),
  );
  const rows = snapshots.map(({ position, block }, partition) => [
    String(partition),
    String(position),
    String((marks[partition]?.high ?? 0) - position),
    String(block),
  ]);
  process.stdout.write(`\n${table(['partition', 'position', 'lag', 'journal block'], rows)}`);
}

/** Prints the newest awards, of one jackpot or of all. */
export async function awards(
  connections: Connections,
  jackpot: string | undefined,
  limit: number,
): Promise<void> {
  const snapshots = await loadAll(connections);
  const found: AwardMessage[] = [];
  for (const [partition, { jackpots }] of snapshots.entries()) {
    for (const id of Object.keys(jackpots)) {
      if (jackpot !== undefined && id !== jackpot) continue;
      const key = connections.ledger.keys(partition).awards(id);
      const texts = await connections.redis.zrange(key, '0', String(limit - 1), 'REV');
      found.push(...texts.map((text) => JSON.parse(text) as AwardMessage));
    }
  }
  found.sort((a, b) => (a.time < b.time ? 1 : -1));
  const rows = found
    .slice(0, limit)
    .flatMap((award) =>
      award.payouts.map(({ seat, hand, amount, basis }) => [
        award.time,
        award.id,
        String(seat),
        hand,
        formatMinor(amount, award.currency),
        basis,
        formatMinor(award.poolAfter, award.currency),
      ]),
    );
  process.stdout.write(
    table(['time', 'award', 'seat', 'hand', 'amount', 'basis', 'pool after'], rows),
  );
}
