import type { RoundSeen } from '#proof';
import { jackpotDoubts } from './jackpot-doubts.js';

const royal = { seat: 3, hand: 'royal-flush', amount: 900 } as const;
const award = (fromPool: number) =>
  ({ table: 'T1', round: '11', replaces: null, payouts: [{ ...royal, fromPool }] }) as const;
const seen = (is: 'open' | 'settled') =>
  ({ is, offset: is === 'open' ? null : 20 }) as unknown as RoundSeen;
const claim = (offset: number, state: 'paid' | 'reversed') => {
  const id = `main/T2/9/${offset}`;
  return [
    id,
    { ...{ id, table: 'T2', round: '9', offset, replaces: null }, restart: {}, seats: [{ state }] },
  ] as const;
};
const doubts = (
  fromPool: number,
  round: RoundSeen,
  { claims = [] as ReturnType<typeof claim>[], tables = null as { id: string }[] | null } = {},
) =>
  jackpotDoubts(award(fromPool), round, {
    claims: new Map(claims),
    inForce: {
      minorUnitMicros: 10_000n,
      tables: tables && new Map(tables.map((table) => [table.id, table])),
    },
  } as unknown as Parameters<typeof jackpotDoubts>[2]);

test('a grant that takes a pool which was paid out since its round is doubted', () => {
  const claims = [claim(12, 'paid'), claim(25, 'paid'), claim(30, 'reversed')];
  expect(doubts(100, seen('settled'), { claims })).toEqual([
    { is: 'restarted-since', awards: ['main/T2/9/25'], hands: [royal] },
  ]);
  expect(doubts(0, seen('settled'), { claims })).toEqual([]);
  expect(doubts(100, seen('settled'), { claims: claims.slice(0, 1) })).toEqual([]);
});

test('a win that has expired is doubted while another account keeps its money', () => {
  // Before the round, so that its restart is over.
  const [id, made] = claim(12, 'paid');
  const payouts = [{ seat: 3, amountMicros: 2_500_000n, stakeReturnedMicros: 0n }];
  const [table, round] = ['T1', '11'];
  const gone = { ...made, table, round, payouts, seats: [{ seat: 3, state: 'expired' }] };
  const claims = [[id, gone]] as unknown as ReturnType<typeof claim>[];
  expect(doubts(0, seen('settled'), { claims })).toEqual([
    { is: 'expired-there', award: id, seat: 3, amount: 250 },
  ]);
  const paid = [[id, { ...gone, seats: [{ seat: 3, state: 'paid' }] }]] as unknown as typeof claims;
  expect(doubts(0, seen('settled'), { claims: paid })).toEqual([]);
});

test('an open round of a table that is not listed is doubted', () => {
  const unlisted = [{ is: 'unlisted-table' }];
  expect(doubts(0, seen('open'), { tables: [{ id: 'T2' }] })).toEqual(unlisted);
  expect(doubts(0, seen('open'), { tables: [{ id: 'T1' }] })).toEqual([]);
  expect(doubts(0, seen('open'))).toEqual([]);
  expect(doubts(0, seen('settled'), { tables: [{ id: 'T2' }] })).toEqual([]);
});
