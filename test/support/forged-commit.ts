import { chainBlock, digestOf, openLedger, StateDigest, type Commit, type Output } from '#ledger';
import { anchorOf, type LogRecord } from '#log';
import { redisAddress } from '#testing/redis';
import type { TestStack } from '#testing/test-stack';

/** The content of a forged commit apart from its place; by default nothing. */
interface ForgedContent {
  /** The amount moved from the house to the pool, micro-units. */
  readonly pool?: bigint;
  /** The keys that may sign, as Redis stores them. */
  readonly authority?: (before: string) => string;
  /** The newest value message. */
  readonly value?: (before: string, position: number) => string;
  readonly outputs?: (position: number) => readonly Output[];
}

/**
 * Writes to Redis everything that a commit of a jackpot's next record would write, with the block
 * that fits it in the outbox, as somebody with access only to Redis could.
 * @param record the next one of the jackpot's partition
 * @returns the hash of the block
 */
export async function forgeCommit(
  stack: TestStack,
  jackpot: string,
  record: LogRecord,
  { pool = 0n, authority, value, outputs = () => [] }: ForgedContent,
): Promise<string> {
  const { partition } = record;
  const ledger = openLedger(redisAddress(stack.env['REDIS_URL'] as string), stack.prefix);
  await ledger.untilConnected();
  const before = await ledger.load(partition);
  const { position, block, head, refusals } = before;
  const newestMs = record.recordedAtMs;
  const [poolField, houseField] = [`${jackpot}/pool`, `${jackpot}/house`];
  const plus = (field: string, micros: bigint): string =>
    String(BigInt(before.accounts[field] as string) + micros);
  const accounts = {
    ...before.accounts,
    [poolField]: plus(poolField, pool),
    [houseField]: plus(houseField, -pool),
  };
  const own = value?.(before.values[jackpot] as string, position);
  const values = own === undefined ? before.values : { ...before.values, [jackpot]: own };
  const keys = authority?.(before.authority) ?? before.authority;
  const sent = outputs(position);
  const forged = chainBlock({
    ...{ partition, block: block + 1, from: position, to: position },
    at: new Date(newestMs).toISOString(),
    postings: [
      { jackpot, pool: String(pool), reserve: '0', house: String(-pool), players: '0', held: '0' },
    ],
    digest: digestOf(sent),
    state: StateDigest.of({ ...before, newestMs, accounts, values, authority: keys }).root(),
    previous: head,
  });
  const id = `${partition}/${position}/journal/${forged.hash}`;
  const journal = { topic: 'journal', key: String(partition), id, value: JSON.stringify(forged) };
  const commit: Commit = {
    ...{ id: 'forged', from: position, position: position + 1, anchor: anchorOf(record) },
    ...{ newestMs, partitions: 12, clusterId: before.clusterId as string, refusals },
    ...{ block: forged, sent: { partition: 0, offset: 0 }, build: null },
    ...{ authority: authority ? keys : null, jackpots: [], tables: [], claims: [], frames: [] },
    echo: '{}',
    values: own === undefined ? [] : [[jackpot, own]],
    meters: [],
    deltas: [
      { jackpot, account: 'pool', micros: pool },
      { jackpot, account: 'house', micros: -pool },
    ],
    outbox: [...sent, journal].map((output, index) => ({
      outboxId: `${position}-${index + 1}`,
      ...output,
    })),
  };
  const done = await ledger.commit(partition, commit, () => Promise.resolve(false));
  ledger.close();
  expect(done).toMatchObject({ result: 'ok' });
  return forged.hash;
}
