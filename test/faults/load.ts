import { homePartition } from '#contract';
import type { OutgoingMessage } from '#log';
import { type TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** Jackpots of the load, each in a different home partition. */
export const loadJackpots = ['main', 'mini', 'harbour', 'north', 'south'].filter(
  (id, index, all) =>
    all.findIndex((other) => homePartition(other, 12) === homePartition(id, 12)) === index,
);

/** Settled rounds of three bets on all jackpots and their tables, some with a win. */
export function rounds(stack: TestStack, bets: number, tablePrefix = ''): OutgoingMessage[] {
  const tables = loadJackpots.flatMap((id) =>
    Array.from(
      { length: 10 },
      (_, index) => new Table(stack.prefix, id, `${tablePrefix}T${index}`),
    ),
  );
  const records: OutgoingMessage[] = [];
  for (let round = 1; round * tables.length * 3 <= bets; round += 1) {
    for (const table of tables) {
      const name = String(round);
      records.push(table.bet(name, 1), table.bet(name, 4), table.bet(name, 7));
      records.push(round % 40 === 0 ? table.settle(name, [4, 'flush']) : table.settle(name));
    }
  }
  return records;
}

/** Waits until the ledger has applied the whole log, by its own position. */
export async function untilCaughtUp(url: string, sent: readonly OutgoingMessage[]): Promise<void> {
  const expected = new Map<string, number>();
  for (const { key } of sent) expected.set(String(key), (expected.get(String(key)) ?? 0) + 1);
  for (const [id, count] of expected) {
    await until(`${id} to be at ${count + 2}`, async () => {
      const { position } = await getJson<{ position: number }>(`${url}/v1/jackpots/${id}`);
      // The keys and the configuration come before them.
      return position === count + 2;
    });
  }
}

/** Checks the pools: the seed and 35.00 of every bet; the house pays the flushes. */
export async function expectNothingLost(
  url: string,
  sent: readonly OutgoingMessage[],
): Promise<void> {
  for (const id of loadJackpots) {
    const bets = sent.filter(
      ({ key, value }) => key === id && String(value).includes('"bet.placed"'),
    ).length;
    const { accounts } = await getJson<{ accounts: { pool: string } }>(`${url}/v1/jackpots/${id}`);
    expect([id, accounts.pool]).toEqual([id, String(10_000_000_000n + BigInt(bets) * 35_000_000n)]);
  }
}
