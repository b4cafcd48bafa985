import type { PartitionState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { WrittenLedger } from '../archive/testing/written-ledger.js';
import { Replay } from './replay.js';

const { root } = WrittenLog.context;
const { partition } = WrittenLog;
const nobody = { before: () => undefined, after: () => undefined };
const poolOf = ({ jackpots }: PartitionState) => jackpots.get('main')?.accounts.pool;
let ledger: WrittenLedger;

/** Six records in two blocks: keys, a configuration, and bets that each add 7.00 to the pool. */
beforeEach(() => {
  ledger = new WrittenLedger();
  ledger.log.configure('main');
  for (const round of ['1', '2', '3', '4']) ledger.log.bet('main', 'T1', round, 1);
  ledger.commit(3);
});
afterEach(() => ledger.remove());

const opened = (from?: string) => Replay.open(ledger.live, partition, root, from);
const poolAt = async (end: number, from?: string) =>
  poolOf(await (await opened(from)).fold(end, nobody));

describe('a replay', () => {
  it('ends in the middle of a block, at its end, and before the first', async () => {
    const seed = 1_000_000_000n;
    const bet = 7_000_000n;
    expect(await poolAt(0)).toBeUndefined();
    expect(await poolAt(2)).toBe(seed);
    expect(await poolAt(3)).toBe(seed + bet);
    expect(await poolAt(5)).toBe(seed + 3n * bet);
    expect(await poolAt(6)).toBe(seed + 4n * bet);
  });

  it('comes as far as it is asked where the log ends within a block', async () => {
    const replay = await opened();
    ledger.records = ledger.records.slice(0, 5);
    expect(poolOf(await replay.fold(5, nobody))).toBe(1_021_000_000n);
    await expect((await opened()).fold(6, nobody)).rejects.toThrow(
      `The log of partition ${partition} ends at offset 5, and the ledger is at 6`,
    );
  });

  it('is refused where the last block is another by the time it is read again', async () => {
    const replay = await opened();
    ledger.journal[1] = '{"partition":9,}';
    await expect(replay.fold(6, nobody)).rejects.toThrow(
      'The journal’s topic has changed while it was read: block 2 of partition 0',
    );
  });

  it('from a checkpoint to its own end needs no record', async () => {
    const saved = new WrittenLedger();
    saved.log.configure('main').bet('main', 'T1', '1', 1).bet('main', 'T1', '2', 1);
    const file = saved.commit(3).checkpoint('one');
    const { position } = saved.snapshot;
    saved.log.bet('main', 'T1', '3', 1);
    saved.commit(3).low = position + 1;
    const replay = await Replay.open(saved.live, partition, root, file);
    expect(poolOf(await replay.fold(position, nobody))).toBe(1_014_000_000n);
    saved.remove();
  });
});
