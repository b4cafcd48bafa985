import type { AwardMessage } from '#contract';
import { awardOfVersion, frameText, hitOfVersion } from '../testing/frames.js';
import { unknownHits, winsLacking } from './award-hits.js';
import type { ValueHit } from './hit-memory.js';

const at = '2026-11-21T04:09:12.000Z';
const { award: id, table } = hitOfVersion(10);
const payouts = [2, 5, 7].map((seat, index) => ({
  ...{ order: index + 1, seat, hand: 'flush', basis: 'fixed' },
  ...{ amount: 100 * seat, fromPool: 100 * seat, fromHouse: 0 },
})) as AwardMessage['payouts'];
type State = AwardMessage['states'][number]['state'];
/**
 * Makes an award of three seats in the given states, each verified by the record at the given
 * offset. A verification also has the record of its proposer.
 */
function madeWith(states: [State, number | null][], reversedAt?: number): AwardMessage {
  const act = { act: 'award.verified', kid: 'ops-1', holder: 'J.Wong', at };
  const verifiedAt = [...new Set(states.flatMap(([, verified]) => verified ?? []))].toSorted();
  const reversal = { ...act, act: 'award.reversed', offset: reversedAt ?? 0 };
  return awardOfVersion(10, {
    payouts,
    states: states.map(([state, verified], index) => ({
      ...{ seat: (payouts[index] as { seat: number }).seat, state, verified },
      slip: verified === null ? null : index + 1,
    })),
    by: [
      ...verifiedAt.flatMap((offset) =>
        [offset - 3, offset].map((each) => ({ ...act, offset: each })),
      ),
      ...(reversedAt === undefined ? [] : [reversal]),
    ],
  });
}
const hitOf = (offset: number, state: ValueHit['state'], ...seats: number[]): ValueHit => ({
  ...{ award: id, offset, table, state },
  winners: seats.map((seat) => ({ seat, hand: 'flush', amount: 100 * seat })),
});
const found = (award: AwardMessage, ...known: ValueHit[]) =>
  unknownHits(award, known).map(({ hit }) => hit);
const waits: [State, null] = ['locked', null];
const paid: [State, null] = ['awarded', null];
const lockedHit = hitOf(9, 'locked', 2, 5, 7);

describe('the hits of a stored award', () => {
  it('are one for an award that waited for nothing', () => {
    expect(found(madeWith([paid, paid, paid]))).toEqual([hitOf(9, 'awarded', 2, 5, 7)]);
  });

  it('are one that is not celebrated while it waits, by the time of its record', () => {
    const award = madeWith([waits, waits, waits]);
    expect(unknownHits(award, [])).toEqual([{ hit: lockedHit, at: award.recordedAt }]);
    expect(found(award, lockedHit)).toEqual([]);
  });

  it('are that of the verification too, by its time, also where a seat was paid or has expired', () => {
    const award = madeWith([
      ['paid', 23],
      ['expired', 23],
      ['verified', 23],
    ]);
    expect(unknownHits(award, [])).toEqual([
      { hit: lockedHit, at: award.recordedAt },
      { hit: hitOf(23, 'verified', 2, 5, 7), at },
    ]);
  });

  it('are each verification with its own seats, also where several are not known', () => {
    const [first, second] = [hitOf(23, 'verified', 5), hitOf(33, 'verified', 2)];
    const award = madeWith([['verified', 33], ['verified', 23], waits]);
    expect(found(award)).toEqual([lockedHit, first, second]);
    expect(found(award, lockedHit, first)).toEqual([second]);
    expect(found(award, lockedHit, first, second)).toEqual([]);
  });

  it('are that it is taken back alone for an award that was reversed', () => {
    const award = madeWith(
      [
        ['reversed', null],
        ['reversed', 23],
        ['reversed', null],
      ],
      40,
    );
    const back = hitOf(40, 'reversed', 2, 5, 7);
    expect(unknownHits(award, [lockedHit])).toEqual([{ hit: back, at }]);
    expect(found(award, back)).toEqual([]);
  });

  it('are none of a seat that expired before it was verified', () => {
    expect(found(madeWith([['expired', null], waits, waits]), lockedHit)).toEqual([]);
  });
});

describe('a value that names a win', () => {
  const lacking = (more: object, ...known: ValueHit[]) => [
    ...winsLacking(JSON.parse(frameText(more)), () => known).values(),
  ];
  const last = { award: id, table, hand: 'flush', amount: 500, at };
  const pending = (state: string) => [
    { award: id, table, at, winners: [{ seat: 5, hand: 'flush', amount: 500, state }] },
  ];

  it('lacks its hit until one of that seat and state is known', () => {
    expect(lacking({ last })).toEqual([9]);
    expect(lacking({ last }, lockedHit)).toEqual([9]);
    expect(lacking({ last }, hitOf(9, 'awarded', 2, 5))).toEqual([]);
    expect(lacking({ pending: pending('locked') })).toEqual([9]);
    expect(lacking({ pending: pending('locked') }, lockedHit)).toEqual([]);
    expect(lacking({ pending: pending('verified') }, lockedHit)).toEqual([9]);
    expect(lacking({ pending: pending('verified') }, hitOf(23, 'verified', 7))).toEqual([9]);
    expect(lacking({ pending: pending('verified') }, hitOf(23, 'verified', 5))).toEqual([]);
    expect(lacking({ pending: pending('verified') }, hitOf(40, 'reversed', 2, 5, 7))).toEqual([]);
  });
});
