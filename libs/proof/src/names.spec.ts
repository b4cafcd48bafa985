import type { LedgerSnapshot } from '#ledger';
import type { PartitionState } from '#pools';
import { readState } from '#engine';
import { StateDigest } from '#ledger';
import { homePartition } from '#contract';
import { WrittenLog } from '#testing/written-log';
import { proveArchive } from './archive/verify-archive.js';
import { WrittenLedger } from './archive/testing/written-ledger.js';
import { ledgerDifferences } from './compare/compare.js';
import type { Refold } from './fold/refold.js';
import { originOf } from './fold/origin.js';
import { readCheckpoint } from './checkpoint-file.js';
import { compareLedgers } from './recover/rebuild.js';

const { partition, context } = WrittenLog;
const { root } = context;
/** Every name that an object without members answers to, and that belongs to this partition. */
const all = Object.getOwnPropertyNames(Object.prototype);
const here = all.filter((name) => homePartition(name, context.partitions) === partition);

let ledger: WrittenLedger;
beforeEach(() => (ledger = new WrittenLedger()));
afterEach(() => ledger.remove());

it('some of the names of every object are at home here', () => {
  expect(here.length).toBeGreaterThan(2);
});

describe.each(here)('a jackpot and its table that are named %s', (name) => {
  const hashes = ['accounts', 'jackpots', 'tables', 'claims', 'values', 'meters'] as const;

  beforeEach(() => {
    ledger.log.configure(name).bet(name, name, '1', 1);
    ledger.log.settle(name, name, '1', [{ seat: 1, hand: 'flush' }]);
    ledger.commit();
  });

  it('has a checkpoint and an archive that are proven', async () => {
    const checkpoint = ledger.checkpoint('one');
    expect(await ledger.add(checkpoint)).toMatchObject({ added: true, awards: 1 });
    ledger.log.bet(name, name, '2', 1).settle(name, name, '2', [{ seat: 1, hand: 'flush' }]);
    ledger.commit();
    expect(await ledger.add(ledger.checkpoint('second'))).toMatchObject({ awards: 1 });
    expect(await proveArchive(ledger.archive, root)).toMatchObject({ awards: 2 });
    const read = readCheckpoint(checkpoint, context.partitions, root);
    expect(originOf(read, partition).state.jackpots.has(name)).toBe(true);
  });

  it('is compared like any other', () => {
    const { snapshot } = ledger;
    const state = readState(snapshot) as PartitionState;
    const { anchor, head } = snapshot;
    const refold = { state, anchor, head, origin: { digest: StateDigest.of(snapshot) } } as Refold;
    expect(ledgerDifferences(partition, snapshot, refold)).toEqual([]);
    for (const kind of hashes) {
      const gone = { ...snapshot, [kind]: {} } as LedgerSnapshot;
      expect(ledgerDifferences(partition, gone, refold)).not.toEqual([]);
    }
    const { vanish, appear } = compareLedgers({ ...snapshot, claims: {} }, state);
    expect([vanish, appear.length]).toEqual([[], 1]);
    const empty = { ...snapshot, accounts: {}, jackpots: {}, values: {}, claims: {} };
    expect(compareLedgers(empty, state).jackpots).toMatchObject([
      {
        id: name,
        pool: [undefined, state.jackpots.get(name)?.accounts.pool],
        generation: [undefined, 1],
      },
    ]);
  });

  it('has a ledger that is not read where its value or its accounts are missing', () => {
    for (const kind of ['accounts', 'values'] as const) {
      expect(readState({ ...ledger.snapshot, [kind]: {} })).toMatchObject({
        outcome: 'halt',
        reason: 'ledger-unbalanced',
      });
    }
  });
});
