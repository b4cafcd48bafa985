import { foldOn } from '#engine';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { isCommitDue, type CommitBounds } from './commit-bounds.js';

const { jackpots, context } = WrittenLog;
const [main, side] = jackpots;

/** Bounds that make nothing due. */
const wide: CommitBounds = {
  ...{
    waiting: 1,
    records: 1_000,
    recordsPerRun: 10,
    entries: 100,
    jackpots: 100,
    outputs: 100,
    outputSize: 100_000,
    ageMs: 1_000,
    lateAgeMs: 2_000,
  },
};

/** Eight records of three tables, two jackpots and an award. */
function folded() {
  const log = new WrittenLog()
    .configure(main)
    .configure(side)
    .bet(main, 'T1', '1', 1)
    .bet(main, 'T2', '1', 1)
    .bet(side, 'T1', '1', 1)
    .settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }])
    .value('noise');
  return foldOn(emptyState(), log.records, context, 0);
}

type Changes = Partial<CommitBounds & { readonly behindMs: number }>;

/** With 999 records known to wait, and these bounds or this age. */
function isDue({ waiting = 1, ageMs = 0, behindMs = 0, ...bounds }: Changes): boolean {
  const moment = { waiting: 999, ageMs, behindMs };
  return isCommitDue(folded(), moment, { ...wide, waiting, ...bounds });
}

test('far behind, nothing is due while it is within all bounds', () => {
  expect(isDue({})).toBe(false);
});

test.each<[what: string, at: Changes, within: Changes]>([
  ['few records are known to wait', { waiting: 1_000 }, { waiting: 999 }],
  ['another run could have too many records', { records: 17 }, { records: 18 }],
  ['there are many tables, jackpots and awards to write', { entries: 6 }, { entries: 7 }],
  ['many jackpots have postings', { jackpots: 2 }, { jackpots: 3 }],
  ['awards and exceptions wait', { outputs: 3 }, { outputs: 4 }],
  ['outputs are large', { outputSize: 500 }, { outputSize: 50_000 }],
  ['the first record has waited for long', { ageMs: 1_000 }, { ageMs: 999 }],
  [
    'the first record has waited for long, and the ledger is late',
    { ageMs: 2_000, behindMs: 10_000 },
    { ageMs: 1_999, behindMs: 10_000 },
  ],
  [
    'the first record has waited for long, and the ledger is not late',
    { ageMs: 1_000, behindMs: 9_999 },
    { ageMs: 1_000, behindMs: 10_000 },
  ],
])('a commit is due when %s', (_, at, within) => {
  expect(isDue(at)).toBe(true);
  expect(isDue(within)).toBe(false);
});

test('a commit is due where a newer edition begins', () => {
  const folding = folded();
  folding.newer = { offset: 8, edition: 9 };
  expect(isCommitDue(folding, { waiting: 999, ageMs: 0, behindMs: 0 }, wide)).toBe(true);
});
