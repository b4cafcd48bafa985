import { Model } from './model.js';
import { EXAMPLE, Sayer } from './spec-words.js';

let sayer: Sayer;
const accounts = () => sayer.model.accounts('fortune');
const table = () => sayer.model.table('fortune', 'T1');

beforeEach(() => {
  sayer = new Sayer(new Model());
});

describe('money of the model', () => {
  it('is refused where prizes would go beyond three quarters of the range', () => {
    const royal = { fixed: 1_000_000_000_000, share: 10_000 };
    sayer.configure({ prizes: { ...EXAMPLE.prizes, 'royal-flush': royal } });
    const settle = (round: number, hand: string) => {
      sayer.bet(`r${round}`, 1);
      return sayer.settle(`r${round}`, [[1, hand]]);
    };
    // 345,876,451,382,054 minor units and a little are three quarters.
    for (let round = 1; round <= 345; round += 1) {
      expect(settle(round, 'royal-flush').effect).toBe('applied');
    }
    expect(settle(346, 'royal-flush').reasons).toEqual(['ledger-range']);
    expect(settle(347, 'four-of-a-kind').effect).toBe('applied');
  });

  it('divides a stake as the contract says, to the micro-unit', () => {
    sayer.configure();
    sayer.bet('r1', 1);
    expect(accounts()).toEqual({
      pool: 1_000_035_000_000n,
      reserve: 2_500_000n,
      house: -999_987_500_000n,
      players: -50_000_000n,
      held: 0n,
    });
  });

  it('rounds the parts of a currency with three digits down and leaves the house the rest', () => {
    sayer.configure({ currency: 'KWD', rates: { pool: 3333, reserve: 1111 } });
    sayer.bet('r1', 1, 1);
    const { pool, reserve, players } = accounts();
    expect([pool - 100_000_000_000n, reserve, players]).toEqual([333n, 111n, -1000n]);
  });

  it('pays a royal flush the whole pool and begins again from reserve, then house', () => {
    sayer.configure();
    sayer.bet('r1', 1);
    const { award } = sayer.settle('r1', [[1, 'royal-flush']]);
    // `side-by-side.spec.ts` compares the rest of its message with the ledger's own.
    expect(award).toMatchObject({
      ...{ id: 'fortune/T1/r1/3', jackpot: 'fortune', table: 'T1', round: 'r1' },
      ...{ currency: 'MOP', offset: 3, wonAt: null, recordedAt: '1970-01-01T00:00:00.000Z' },
      ...{
        states: [{ seat: 1, state: 'awarded', slip: null, verified: null }],
        by: [],
        affects: [],
      },
      ...{ cause: null, replaces: null },
      ...{ poolBefore: 100_003_500, poolAfter: 100_000_000 },
      payouts: [
        {
          ...{ order: 1, seat: 1, hand: 'royal-flush', basis: 'share' },
          ...{ amount: 100_003_500, fromPool: 100_003_500, fromHouse: 0 },
        },
      ],
      restart: { seed: 100_000_000, fromReserve: 250, fromHouse: 99_999_750 },
    });
    expect(sayer.model.generation('fortune')).toBe(2);
    expect(accounts()).toEqual({
      pool: 1_000_000_000_000n,
      reserve: 0n,
      house: -1_999_985_000_000n,
      players: 999_985_000_000n,
      held: 0n,
    });
  });

  it('pays the straight flush before the royal flush that sits before it', () => {
    sayer.configure();
    sayer.bet('r1', 1);
    sayer.bet('r1', 2);
    const { award } = sayer.settle('r1', [
      [1, 'royal-flush'],
      [2, 'straight-flush'],
    ]);
    const paid = award?.payouts.map(({ seat, amount, fromHouse }) => [seat, amount, fromHouse]);
    expect(paid).toEqual([
      [2, 10_000_700, 0],
      [1, 90_006_300, 0],
    ]);
  });

  it('sends what would rise above the ceiling to the reserve, and takes back what it gave', () => {
    const changes = { seed: 1000, ceiling: 1050, payoutUnit: 1 };
    sayer.configure(changes);
    sayer.bet('r1', 1, 100);
    expect(accounts()).toMatchObject({ pool: 10_500_000n, reserve: 250_000n });
    sayer.say('bet.withdrawn', { round: 'r1', seat: 1 });
    expect(accounts()).toMatchObject({ pool: 10_000_000n, reserve: 0n, players: 0n });
  });

  it('pays no refund from a later generation’s pool nor from an empty reserve', () => {
    sayer.configure();
    sayer.bet('r1', 1);
    sayer.bet('r1', 4, 5000, 'T2');
    sayer.settle('r1', [[4, 'royal-flush']], {}, 'T2');
    const before = accounts();
    sayer.void('r1', 'other');
    expect(accounts()).toEqual({
      ...before,
      players: before.players + 50_000_000n,
      house: before.house - 50_000_000n,
    });
  });

  it('lets the waiting configuration begin with the restart', () => {
    sayer.configure();
    sayer.configure({ effective: 'next-restart', seed: 70_000_000 });
    expect(sayer.configure({ seed: 1_000_000 }).reasons).toEqual(['invalid-command']);
    sayer.bet('r1', 1);
    const { award } = sayer.settle('r1', [[1, 'royal-flush']]);
    expect([award?.poolAfter, award?.restart?.seed]).toEqual([70_000_000, 70_000_000]);
    expect(sayer.configure({ seed: 1_000_000 }).effect).toBe('applied');
  });
});

describe('rounds of the model', () => {
  beforeEach(() => sayer.configure());

  it('lets a round with bets stand and one without end when another begins', () => {
    sayer.bet('r1', 1);
    sayer.say('round.opened', { round: 'r2' });
    sayer.say('round.opened', { round: 'r3' });
    expect(table().open.map(({ id }) => id)).toEqual(['r1', 'r3']);
    expect(table().over).toEqual(['r2']);
    expect(sayer.bet('r1', 2).reasons).toEqual(['bets-closed']);
    expect(sayer.bet('r2', 2).reasons).toEqual(['round-already-settled']);
  });

  it('never lets a round that gave way run again', () => {
    sayer.bet('r1', 1);
    sayer.bet('r2', 1);
    sayer.settle('r2', []);
    expect(sayer.bet('r1', 2).reasons).toEqual(['bets-closed']);
  });

  it('abandons the oldest of nine unsettled rounds, whose stakes stay', () => {
    for (let round = 1; round <= 9; round += 1) sayer.bet(`r${round}`, 1);
    const before = accounts();
    expect(sayer.say('round.dealt', { round: 'r10' }).reasons).toEqual(['round-abandoned']);
    expect(table().over).toEqual(['r1']);
    expect(accounts()).toEqual(before);
  });

  it('carries a bet to the next round only, without a new contribution', () => {
    sayer.bet('r1', 1);
    sayer.void('r1', 'shuffler-fault');
    const before = accounts();
    expect(sayer.bet('r2', 1).reasons).toEqual(['seat-taken']);
    expect(table().open).toEqual([]);
    sayer.say('round.opened', { round: 'r2' });
    expect(table().open[0]?.bets.map((bet) => [bet.seat, bet.carriedSinceMs !== null])).toEqual([
      [1, true],
    ]);
    expect(accounts()).toEqual(before);
  });

  it('refunds the bet of a seat that already has a carried one', () => {
    sayer.bet('r1', 1);
    sayer.bet('r2', 1, 7000);
    sayer.void('r1', 'dealing-procedure');
    sayer.void('r2', 'dealing-procedure');
    expect(table().carried.map((bet) => bet.stakeMicros)).toEqual([50_000_000n]);
    expect(accounts().players).toBe(-50_000_000n);
  });

  it.each([
    ['refund', 0n, 0],
    ['hold', -50_000_000n, 1],
    ['forfeit', -50_000_000n, 0],
  ])('does with a carried bet without a base bet what the policy %s says', (fate, due, waiting) => {
    sayer.configure({ policies: { carriedJackpotWithoutBase: fate } });
    sayer.bet('r1', 1);
    sayer.void('r1', 'shuffler-fault');
    expect(sayer.say('bet.withdrawn', { round: 'r2', seat: 1 }).reasons).toEqual(['unknown-round']);
    sayer.say('round.opened', { round: 'r2' });
    sayer.say('bet.withdrawn', { round: 'r2', seat: 1 });
    expect([accounts().players, table().carried.length]).toEqual([due, waiting]);
  });

  it('refuses the end of a round that never was, and remembers nothing of it', () => {
    sayer.bet('r1', 1);
    const before = table();
    expect(sayer.settle('r9', []).reasons).toEqual(['unknown-round']);
    expect(sayer.void('r9', 'other').reasons).toEqual(['unknown-round']);
    expect(table()).toEqual(before);
    expect(sayer.bet('r1', 2).effect).toBe('applied');
  });

  it('changes nothing by a refusal, also where the round would have begun', () => {
    sayer.bet('r1', 1);
    sayer.void('r1', 'shuffler-fault');
    const before = table();
    expect(sayer.settle('r2', [[2, 'flush']]).reasons).toEqual(['unknown-round']);
    expect(table()).toEqual(before);
  });
});

describe('cards before the model', () => {
  const hands = [
    { seat: 1, cards: ['As', 'Ks', 'Qs'] },
    { seat: 2, cards: ['2d', '3d', '4c'] },
  ];
  const community = ['Js', 'Ts'];
  const royal: [number, string][] = [[1, 'royal-flush']];

  beforeEach(() => {
    sayer.configure();
    sayer.bet('r1', 1);
    sayer.bet('r1', 2);
  });

  it.each<[string, [number, string][], object]>([
    ['a win that they do not show', [[1, 'flush']], { hands, community }],
    ['a winner who was not declared', [], { hands, community }],
    ['a card twice', royal, { hands, community: ['Js', 'Js'] }],
    [
      'a card twice at a seat without a bet',
      royal,
      { hands: [...hands, { seat: 5, cards: ['As', '5d', '7h'] }], community },
    ],
    ['a seat without cards', royal, { hands: hands.slice(0, 1), community }],
    ['a community that cannot show it', royal, { community: ['2s', '9s'] }],
  ])('do not let it pay %s', (_, wins, more) => {
    const outcome = sayer.settle('r1', wins, more);
    expect([outcome.reasons, outcome.award]).toEqual([['wins-disagree-with-cards'], null]);
    expect(sayer.settle('r1', royal, { hands, community }).award?.payouts).toHaveLength(1);
  });

  it('are ignored in a round without a jackpot bet', () => {
    sayer.say('round.opened', { round: 'r9' });
    expect(sayer.settle('r9', [], { hands, community: ['As', 'As'] }).effect).toBe('applied');
  });
});

describe('commands and sequences of the model', () => {
  it('answer with the first refusal of the list and use the sequence up only after it', () => {
    const model = new Model();
    const say = (type: string, sequence: number, id: string, words: object = {}) => {
      const data = { ...words };
      const event = { type, id, source: 'S', sequence: String(sequence), subject: 'fortune', data };
      const { effect, reasons } = model.apply(event, { offset: 0, timestampMs: 0 });
      return [effect, ...reasons];
    };
    const refusedBet = { round: 'r', seat: 1, stake: 0, baseBets: [] };
    expect(say('bet.placed', 7, 'a', refusedBet)).toEqual(['refused', 'unknown-jackpot']);
    const faulty = { ...EXAMPLE, rates: { pool: 9999, reserve: 2 } };
    expect(say('jackpot.configured', 8, 'b', faulty)).toEqual(['refused', 'invalid-command']);
    expect(say('jackpot.configured', 9, 'c', EXAMPLE)).toEqual(['applied']);
    expect(say('round.opened', 5, 'd', { round: 'r' })).toEqual(['applied']);
    expect(say('bet.placed', 5, 'e', refusedBet)).toEqual(['refused', 'sequence-reused']);
    expect(say('bet.placed', 5, 'd', refusedBet)).toEqual(['refused', 'sequence-reused']);
    expect(say('round.opened', 5, 'd', { round: 'r' })).toEqual(['duplicate']);
    expect(say('bet.placed', 6, 'e', refusedBet)).toEqual(['refused', 'stake-out-of-limits']);
    expect(say('table.heartbeat', 9, 'f')).toEqual(['applied', 'sequence-gap']);
    expect(say('jackpot.suspended', 12, 'g')).toEqual(['refused', 'invalid-command']);
    expect(say('jackpot.suspended', 12, 'g', { reason: 'audit' })).toEqual(['applied']);
    const paused = ['refused', 'sequence-gap', 'jackpot-suspended'];
    expect(say('bet.placed', 11, 'h', refusedBet)).toEqual(paused);
    expect(say('bet.placed', 10, 'i', refusedBet)).toEqual(['refused', 'sequence-behind']);
    expect(say('bet.placed', 11, 'h', refusedBet)).toEqual(['duplicate']);
  });

  it('do not count a command among what its source has sent', () => {
    sayer.configure();
    sayer.say('jackpot.suspended', { reason: 'audit' }, 'T1');
    expect(sayer.model.source('fortune', 'T1')).toMatchObject({ sequence: null, tables: 0 });
    sayer.say('jackpot.resumed', { reason: 'audit' }, 'T1');
    sayer.bet('r1', 1);
    expect(sayer.model.source('fortune', 'T1')).toMatchObject({ sequence: 4n, tables: 1 });
  });
});
