import type { AwardMessage } from '#contract';
import type { Folded } from '#engine';
import { awardsKept } from '#ledger';
import { sampleAward } from '#testing/award-message';
import { Differences } from './difference.js';
import { awardDigest, KeptAwardsProof, type KeptAward } from './kept-awards.js';
import type { FoldVisitor } from '../fold/refold.js';

function awardAt(offset: number, amount = 2_500): AwardMessage {
  const payout = { order: 1, seat: 1, hand: 'flush', basis: 'fixed', amount } as const;
  const payouts = [{ ...payout, fromPool: 0, fromHouse: amount }];
  return sampleAward({ id: `main/T1/1/${offset}`, offset, payouts });
}

const keptOf = (award: AwardMessage): KeptAward => ({
  offset: award.offset,
  text: JSON.stringify(award),
});

interface Case {
  readonly kept: readonly KeptAward[];
  readonly newer?: readonly KeptAward[];
  readonly given: readonly AwardMessage[];
  readonly position?: number;
  readonly positionNow?: number;
  /** Awards of before a checkpoint, which ends at `since`. */
  readonly before?: readonly AwardMessage[];
  readonly since?: number;
}

/** What differs, as sentences. */
function compare({ kept, given, before = [], since = 0, ...more }: Case) {
  const { newer = [], position = 1e5, positionNow = 1e6 } = more;
  const differences = new Differences();
  const visitors: FoldVisitor[] = [];
  const digests = before.map((award) => awardDigest(JSON.stringify(award)));
  const refold = {
    origin: { awards: { main: digests }, position: since },
    watch: (visitor: FoldVisitor) => void visitors.push(visitor),
  };
  const all = new Map([['main', { awards: kept, newer, position }]]);
  const proof = new KeptAwardsProof(0, all, refold as never, differences);
  for (const award of given) visitors[0]?.onFolded?.({ awards: [award] } as unknown as Folded, 0);
  proof.end(positionNow);
  return differences.first.map(({ sentence }) => sentence);
}

const some = [1, 2, 3].map((offset) => awardAt(offset));
const many = Array.from({ length: awardsKept + 5 }, (_, offset) => awardAt(offset));

test('nothing differs where Redis has the newest awards that the log gives', () => {
  expect(compare({ kept: some.map(keptOf), given: some })).toEqual([]);
  expect(compare({ kept: many.slice(5).map(keptOf), given: many })).toEqual([]);
});

test('a service that moved on has dropped one of the oldest for each new one', () => {
  const newer = [awardAt(20_000), awardAt(20_001)].map(keptOf);
  expect(compare({ kept: many.slice(7).map(keptOf), newer, given: many })).toEqual([]);
  expect(compare({ kept: many.slice(8).map(keptOf), newer, given: many })).toEqual([
    'missing: award main/T1/1/7 in Redis: expected MOP 25.00, found nothing',
  ]);
});

test('an award that is missing, edited, added or above the ledger is named', () => {
  expect(compare({ kept: some.slice(1).map(keptOf), given: some })).toEqual([
    'missing: award main/T1/1/1 in Redis: expected MOP 25.00, found nothing',
  ]);
  const edited = [some[0], awardAt(2, 2_501), some[2]].map((each) => keptOf(each as AwardMessage));
  expect(compare({ kept: edited, given: some })).toEqual([
    'altered: award main/T1/1/2 in Redis: expected MOP 25.00, found MOP 25.01 (MOP 0.01 more)',
  ]);
  const twice = [...some, awardAt(3, 1)].map(keptOf);
  expect(compare({ kept: twice, given: some })).toEqual([
    'altered: award main/T1/1/3 in Redis: expected MOP 25.00, found MOP 0.01 (MOP 24.99 less)',
  ]);
  expect(compare({ kept: [...some, awardAt(4)].map(keptOf), given: some })).toEqual([
    'extra: award main/T1/1/4 in Redis: expected nothing, found MOP 25.00',
  ]);
  const newer = [keptOf(awardAt(4)), keptOf(awardAt(900))];
  expect(compare({ kept: some.map(keptOf), newer, given: some, positionNow: 5 })).toEqual([
    'extra: award main/T1/1/900 in Redis: expected nothing, found MOP 25.00',
  ]);
});

test('the awards before a checkpoint are compared by their digests', () => {
  const [first, second, third] = some as [AwardMessage, AwardMessage, AwardMessage];
  const own = { given: [third], before: [first, second], since: 3 };
  expect(compare({ ...own, kept: some.map(keptOf) })).toEqual([]);
  expect(compare({ ...own, kept: [awardAt(1, 7), second, third].map(keptOf) })).toEqual([
    'the award of main at offset 1 in Redis is not that of the checkpoint',
  ]);
  expect(compare({ ...own, kept: [third].map(keptOf) })).toEqual([
    '2 awards of main from before the checkpoint are missing in Redis',
  ]);
});

/** What became of it by a record at this offset. */
const paidAt = (award: AwardMessage, offset: number): AwardMessage => ({
  ...award,
  states: [{ seat: 1, state: 'paid', slip: 1, verified: offset }],
  by: [{ act: 'award.paid', kid: 'k', holder: 'h', offset, at: award.recordedAt }],
});

test('an award is compared as it became, whichever record has changed it', () => {
  const [first, second, third] = some as [AwardMessage, AwardMessage, AwardMessage];
  const paid = paidAt(second, 9);
  const given = [...some, paid];
  expect(compare({ kept: [first, paid, third].map(keptOf), given })).toEqual([]);
  expect(compare({ kept: some.map(keptOf), given })).toEqual([
    expect.stringContaining('altered: award main/T1/1/2 in Redis: expected states ['),
  ]);
  // The same of an award that a checkpoint has, and was paid since.
  const own = { given: [third, paid], before: [first, second], since: 3 };
  expect(compare({ ...own, kept: [first, paid, third].map(keptOf) })).toEqual([]);
  expect(compare({ ...own, kept: some.map(keptOf) })).toEqual([
    'the award of main at offset 2 in Redis is not that of the checkpoint',
  ]);
});

test('an award that a record behind the ledger’s position has changed is not compared', () => {
  const kept = [paidAt(some[0] as AwardMessage, 20), ...some.slice(1)].map(keptOf);
  const found = (positionNow: number) => compare({ kept, given: some, position: 10, positionNow });
  expect(found(21)).toEqual([]);
  expect(found(20)).toHaveLength(1);
});

test('what is not an award is shown as it is', () => {
  expect(
    compare({ kept: [{ offset: 1, text: '{}' }, ...some.slice(1).map(keptOf)], given: some }),
  ).toEqual(['altered: award main/T1/1/1 in Redis: expected MOP 25.00, found "{}"']);
});
