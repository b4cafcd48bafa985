import type { RoundSeen } from '#proof';
import { jackpotDoubts } from './jackpot-doubts.js';

const award = (fromPool: number) =>
  ({ table: 'T1', round: '11', replaces: null, payouts: [{ fromPool }] }) as const;
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
    inForce: { tables: tables && new Map(tables.map((table) => [table.id, table])) },
  } as unknown as Parameters<typeof jackpotDoubts>[2]);

test('a grant that takes a pool which was paid out since its round is doubted', () => {
  const claims = [claim(12, 'paid'), claim(25, 'paid'), claim(30, 'reversed')];
  expect(doubts(100, seen('settled'), { claims })).toEqual([
    { is: 'restarted-since', awards: ['main/T2/9/25'] },
  ]);
  expect(doubts(0, seen('settled'), { claims })).toEqual([]);
  expect(doubts(100, seen('settled'), { claims: claims.slice(0, 1) })).toEqual([]);
});

test('an open round of a table that is not listed is doubted', () => {
  const unlisted = [{ is: 'unlisted-table' }];
  expect(doubts(0, seen('open'), { tables: [{ id: 'T2' }] })).toEqual(unlisted);
  expect(doubts(0, seen('open'), { tables: [{ id: 'T1' }] })).toEqual([]);
  expect(doubts(0, seen('open'))).toEqual([]);
  expect(doubts(0, seen('settled'), { tables: [{ id: 'T2' }] })).toEqual([]);
});
