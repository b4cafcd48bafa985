import { type Card } from '../cards/card.js';
import { settle } from '../settle.js';
import type { Refused } from '../refusal.js';
import { usualPrizes } from '../testing/prizes.js';
import { roundRefusals } from './refusals.js';
import { type FortuneRound, type FortuneSettlement } from './round.js';

const jackpot = { pool: 1_000_000n, seed: 500_000n, payoutUnit: 1n, prizes: usualPrizes };
const words = (text: string) => text.split(' ') as Card[];

const round: FortuneRound = {
  dealer: words('Qh Tc 2d'),
  community: words('Js Ts'),
  jackpot,
  seats: [
    { seat: 1, cards: words('As Ks Qs'), ante: 100n, raise: 100n, pairPlus: 50n, jackpot: 10n },
    { seat: 4, cards: words('9s 8s 7s'), ante: 100n, sixCard: 20n, jackpot: 10n },
    { seat: 6, cards: words('2s 3d 8h'), sixCard: 20n, jackpot: 10n },
  ],
};

function settled(given: FortuneRound, id = 'fortune-3-card-poker/94-2025' as const) {
  const settlement = settle(id, given);
  if ('refused' in settlement) throw new Error(settlement.refused[0]!.detail);
  return settlement;
}

function linesOf({ seats }: FortuneSettlement): string[] {
  return seats.flatMap(({ seat, results }) =>
    results.map((line) => {
      const { bet, outcome, prize, returned, clause } = line;
      return `${seat} ${bet} ${outcome} ${prize} ${returned} ${clause}`;
    }),
  );
}

test('a whole round says for each seat and bet what it is paid, and by which clause', () => {
  const settlement = settled(round);
  expect(linesOf(settlement)).toEqual([
    '1 ante won 100 100 Art. 13(3)',
    '1 raise won 100 100 Art. 13(3)',
    '1 ante-bonus won 500 0 Art. 13(4)(1)',
    '1 pair-plus won 2000 50 Art. 13(5), 16(1)(1)',
    '1 jackpot won 900000 0 Art. 16(3)(1)',
    '4 ante given-up 0 0 Art. 12(2)',
    '4 six-card-bonus lost 0 0 Art. 13(6)',
    '4 jackpot won 100000 0 Art. 16(3)(2)',
    '6 six-card-bonus void 0 20 Art. 4(3)',
    '6 jackpot void 0 10 Art. 4(3)',
  ]);
  expect(settlement.dealer).toEqual({ hand: 'three-odd-cards', qualifies: true });
  expect(settlement.seats.map(({ net }) => net)).toEqual([902_690n, 99_870n, 0n]);
  expect(settlement.jackpot).toMatchObject({ poolLeft: 0n, paidOutInFull: true });
});

test('the order in which the seats are given decides nothing', () => {
  const backwards = settled({ ...round, seats: round.seats.toReversed() });
  expect(backwards.seats.toReversed()).toEqual(settled(round).seats);
  expect(backwards.jackpot).toEqual(settled(round).jackpot);
});

test('Article 15(2): with no jackpot bet that stands the community cards stay face down', () => {
  const seats = [{ seat: 6, cards: words('2s 3d 8h'), jackpot: 10n }];
  expect(settled({ ...round, seats })).toMatchObject({
    communityRevealed: false,
    jackpot: undefined,
  });
});

test('a policy changes only what it is about', () => {
  const policies = { invalidSideBet: 'forfeit', jackpotStakeOnWin: 'returned' };
  const lines = linesOf(settled({ ...round, policies }));
  expect(lines).toContain('6 jackpot void 0 0 Art. 4(3)');
  expect(lines).toContain('4 jackpot won 100000 10 Art. 16(3)(2)');
});

test('Article 9(3) of 97/2008 refuses the fold that 78/2008 allows', () => {
  const seats = [{ seat: 2, cards: words('2s 3d 8h'), ante: 100n, pairPlus: 50n }];
  const given = { dealer: words('Qh Tc 2d'), seats };
  expect(settle('fortune-3-card-poker/78-2008', given)).not.toHaveProperty('refused');
  expect(reasons(settle('fortune-3-card-poker/97-2008', given))).toEqual(['must-raise']);
});

function reasons(answer: FortuneSettlement | Refused): string[] {
  return 'refused' in answer ? answer.refused.map(({ reason }) => reason) : [];
}

const good = { seat: 2, cards: words('2s 3d 8h'), ante: 100n };
const refused: Record<(typeof roundRefusals)[number], Partial<FortuneRound>> = {
  'wrong-seat': { seats: [{ ...good, seat: 8 }] },
  'seat-twice': { seats: [good, { ...good, cards: words('4s 5s 6s') }] },
  'wrong-card-count': { dealer: words('Qh Tc') },
  'not-a-card': { dealer: words('Qh Tc Xx') },
  'card-twice': { dealer: words('Qh Tc 2s'), seats: [good] },
  'negative-stake': { seats: [{ ...good, ante: -1n }] },
  'seat-without-bet': { seats: [{ ...good, ante: 0n }] },
  'bet-not-offered': { seats: [{ ...good, sixCard: 1n }] },
  'raise-without-ante': { seats: [{ ...good, ante: 0n, pairPlus: 50n, raise: 50n }] },
  'raise-not-the-ante': { seats: [{ ...good, raise: 150n }] },
  'must-raise': { seats: [{ ...good, pairPlus: 50n }] },
  'community-cards-missing': {
    seats: [{ ...good, jackpot: 10n }],
    community: undefined,
  },
  'jackpot-missing': { seats: [{ ...good, jackpot: 10n }], jackpot: undefined },
};

test.each(roundRefusals)('%s is refused with the clause and a sentence', (reason) => {
  const of2008 = ['bet-not-offered', 'must-raise'].includes(reason);
  const id = `fortune-3-card-poker/${of2008 ? '97-2008' : '94-2025'}` as const;
  const answer = settle(id, { ...round, ...refused[reason] });
  expect(reasons(answer)).toContain(reason);
  if (!('refused' in answer)) return;
  for (const { clause, detail } of answer.refused) {
    expect(clause).toMatch(/^Art\. \d+/);
    expect(detail).toMatch(/^["A-Z].*\.$/);
  }
});

test('several reasons are all given, in the order of the list', () => {
  const seats = [{ seat: 9, cards: words('Qh 3d'), ante: 100n, raise: 5n }];
  expect(reasons(settle('fortune-3-card-poker/94-2025', { ...round, seats }))).toEqual([
    'wrong-seat',
    'wrong-card-count',
    'card-twice',
    'raise-not-the-ante',
  ]);
});

test('an unknown policy is refused', () => {
  const given = { ...round, policies: { tieMoney: 'half' } };
  expect(reasons(settle('fortune-3-card-poker/94-2025', given))).toEqual(['wrong-policy']);
});
