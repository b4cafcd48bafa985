import { readFileSync } from 'node:fs';
import { handOf } from './cards.js';
import { cardNumber, showing } from './possible-deal.js';
import { Model } from './model.js';
import { Sayer } from './spec-words.js';

interface Seat {
  seat: number;
  cards: string[];
  ante: number;
  pairPlus: number;
  jackpotBet: number;
}
interface Given {
  op: string;
  pool: number;
  seed: number;
  fixed: Record<string, number>;
  community: string[];
  seats: Seat[];
  player: string[];
  carried: number;
  nextBase: Record<string, number>;
  cards: string[];
  policy?: Record<string, string | boolean>;
}
interface Expected {
  payouts: {
    seat: number;
    category: string;
    amount: number;
    fromPool: number;
    fromHouse: number;
  }[];
  poolAfter: number;
  stakesRefunded?: Record<string, number>;
  category: string;
  stakeInPlay: number;
  refund: number;
  prize: number;
}

// Data, not code: the model must not know the implementation, but both know the law by example.
const { vectors } = JSON.parse(readFileSync('apps/rules/vectors.json', 'utf8')) as {
  vectors: { id: string; clause: string; given: Given; expect: Expected }[];
};
const cases = (op: string) =>
  vectors
    .filter(({ given }) => given.op === op)
    .map((each) => [each.id, each.clause, each] as const);

/** A jackpot with the pool of the case, in a currency whose minor unit equals the case's unit. */
function jackpotOf({ pool, seed, fixed, policy = {} }: Given): Sayer {
  const sayer = new Sayer(new Model());
  const prizes = {
    'royal-flush': { fixed: fixed['royalFlush'], share: 10_000 },
    'straight-flush': { fixed: fixed['straightFlush'], share: 1000 },
    'four-of-a-kind': { fixed: fixed['fourOfAKind'] },
    'full-house': { fixed: fixed['fullHouse'] },
    flush: { fixed: fixed['flush'] },
  };
  const rates = { pool: 0, reserve: 0 };
  sayer.configure({ currency: 'JPY', seed, prizes, rates, payoutUnit: 1, policies: policy });
  const amount = pool - seed;
  if (amount !== 0) sayer.say('pool.adjusted', { amount, account: 'pool', reason: 'case' }, 'ops');
  return sayer;
}

describe('the worked cases of the law', () => {
  it.each(cases('jackpotRound'))(
    '%s (%s) is paid as worked out',
    (_id, _clause, { given, expect: due }) => {
      const sayer = jackpotOf(given);
      const wins: [number, string][] = [];
      const hands = given.seats.map(({ seat, cards }) => ({ seat, cards }));
      for (const { seat, cards, ante, pairPlus, jackpotBet } of given.seats) {
        if (jackpotBet === 0) continue;
        const bases = [...(ante > 0 ? ['ante'] : []), ...(pairPlus > 0 ? ['pair-plus'] : [])];
        const bet = { round: 'r', seat, stake: jackpotBet, baseBets: bases };
        const { effect } = sayer.say('bet.placed', bet);
        expect(effect).toBe(due.stakesRefunded?.[seat] === undefined ? 'applied' : 'refused');
        const hand = handOf([...given.community, ...cards]);
        if (effect === 'applied' && hand) wins.push([seat, hand]);
      }
      sayer.say('round.dealt', { round: 'r' });
      const { award, effect } = sayer.settle('r', wins, { hands, community: given.community });
      expect(effect).toBe('applied');
      const paid = (award?.payouts ?? []).map(({ seat, hand, amount, fromPool, fromHouse }) => {
        return { seat, category: hand, amount, fromPool, fromHouse };
      });
      expect(paid).toEqual(due.payouts);
      expect(sayer.model.accounts('fortune').pool).toBe(BigInt(due.poolAfter) * 1_000_000n);
    },
  );

  it.each(cases('carryNext'))('%s (%s) carries the stake as worked out', (_id, _clause, each) => {
    const { given, expect: due } = each;
    const sayer = jackpotOf(given);
    sayer.bet('r1', 1, given.carried);
    sayer.void('r1', 'dealing-procedure');
    const before = sayer.model.accounts('fortune').players;
    sayer.say('round.opened', { round: 'r2' });
    if (Object.keys(given.nextBase).length === 0) {
      sayer.say('bet.withdrawn', { round: 'r2', seat: 1 });
    }
    const [open] = sayer.model.table('fortune', 'T1').open;
    const inPlay = open?.bets.reduce((sum, bet) => sum + bet.stakeMicros, 0n);
    expect(inPlay).toBe(BigInt(due.stakeInPlay) * 1_000_000n);
    const refund = sayer.model.accounts('fortune').players - before;
    expect(refund).toBe(BigInt(due.refund) * 1_000_000n);
    if (due.prize === 0) return;
    const hand = handOf([...given.community, ...given.cards]) ?? 'none';
    expect(sayer.settle('r2', [[1, hand]]).award?.payouts[0]?.amount).toBe(due.prize);
  });

  it.each(cases('jackpotHand'))(
    '%s (%s) is the hand it is',
    (_id, _clause, { given, expect: due }) => {
      const cards = [...given.player, ...given.community];
      const [a = 0, b = 0, c = 0, d = 0, e = 0] = cards.map(cardNumber);
      expect([handOf(cards) ?? 'none', showing(a, b, c, d, e)]).toEqual([
        due.category,
        due.category,
      ]);
    },
  );
});
