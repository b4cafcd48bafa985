import { jackpotHands, voidReasons } from '#rules';
import { fc } from '#testing/laws';
import type { Configuration } from '../configuration.js';
import type { PoolEvent } from '../events.js';
import { policies, smallConfiguration, type CommandBody } from './log-script.js';
import {
  beginnings,
  logOf,
  people,
  scriptedJackpots,
  twoForMuch,
  type Act,
} from './scripted-log.js';

/** Time of the first record, as in `foldAll`. */
const firstAtMs = Date.UTC(2026, 10, 21);

const configuration: fc.Arbitrary<Configuration> = fc
  .record({
    seed: fc.constantFrom(0, 7, 100_000),
    ceiling: fc.constantFrom(null, 100_000, 110_000),
    payoutUnit: fc.constantFrom(1, 100),
    maxTables: fc.constantFrom(1_000, 1, 2),
    tables: fc.constantFrom<Configuration['tables'][]>(
      ...[null, null, null, null, null, null],
      [{ id: 'T1' }, { id: 'T2' }],
      ['T1', 'T2', 'T3'].map((id) => ({ id, seats: 6, dealt: 'seats' as const })),
      ['T1', 'T2', 'T3'].map((id) => ({ id, rounds: 'ascending' as const })),
    ),
    approvals: fc.constantFrom(null, twoForMuch),
    verifyAbove: fc.constantFrom(null, 0, 300, 5_000),
    unclaimedTo: fc.constantFrom('house', 'reserve', 'pool'),
    unclaimedAfterHours: fc.constantFrom(0, 24),
    rates: fc.constantFrom({ pool: 7_000, reserve: 500 }, { pool: 3_333, reserve: 6_667 }),
    policies: fc.constantFrom(
      ...[
        {},
        { jackpotStakeOnWin: 'returned' as const, floorAtSeed: true },
        { fixedTiersFromPool: true, carriedJackpotWithoutBase: 'hold' as const },
        { percentTierDeduction: 'amount-paid' as const, royalBase: 'round-start' as const },
        { percentTierDeduction: 'none-when-fixed' as const },
        { simultaneousStraightFlushBase: 'sequential' as const },
        { carriedJackpotWithoutBase: 'forfeit' as const },
      ].map((changes) => policies(changes).policies),
    ),
  })
  .map((changes) => ({ ...smallConfiguration, ...changes }));

const largeAdjustment = fc.record({
  type: fc.constant('pool.adjusted' as const),
  data: fc.record({
    amount: fc.constantFrom(60_000, 90_000),
    account: fc.constant('pool' as const),
    reason: fc.constant('r'),
  }),
});

/** Number of settlements with wins since the award; or an id that does not exist. */
const award = fc.constantFrom('0', '0', '0', '0', '0', '1', '2', 'main/T9/1/7');
const reason = fc.constant('r');

/** Acts of people on awards; `scripted-log` inserts the ids and the seats of awards. */
const awardAct: fc.Arbitrary<CommandBody> = fc.oneof(
  fc.record({
    type: fc.constant('award.verified'),
    data: fc.record({
      award,
      seats: fc.constantFrom([0], [0], [0], [0, 1], [0, 1, 2], [6]),
      evidence: fc.constant({ deck: 'counted' as const }),
    }),
  }),
  fc.record({
    type: fc.constant('award.paid'),
    data: fc.record({
      award,
      seat: fc.constantFrom(0, 0, 1, 6),
      slip: fc.constantFrom(1, 1, 1, 2, 3),
      amount: fc.constantFrom(250, 250, 500, 1_500, 1_250),
      method: fc.constant('cash' as const),
    }),
  }),
  fc.record({
    type: fc.constant('award.reversed'),
    data: fc.record({ award, cause: fc.constant('misread' as const), reason }),
  }),
  fc.record({
    type: fc.constant('award.expired'),
    data: fc.record({ award, seat: fc.constantFrom(0, 1), reason }),
  }),
  fc.record({
    type: fc.constant('award.granted'),
    data: fc.record({
      ...{ table: fc.constantFrom('T1', 'T9'), round: fc.constant('7') },
      payouts: fc.constantFrom(
        [{ seat: 1, hand: 'flush' as const, amount: 250, fromPool: 0 }],
        [{ seat: 2, hand: 'royal-flush' as const, amount: 200_000, fromPool: 100_000 }],
      ),
      replaces: award,
      ...{ cause: fc.constant('ruling' as const), reason },
    }),
  }),
);

const command: fc.Arbitrary<CommandBody> = fc.oneof(
  fc.record({
    type: fc.constantFrom('jackpot.suspended', 'jackpot.resumed', 'jackpot.resumed'),
    data: fc.constant({ reason: 'r' }),
  }),
  fc.record({
    type: fc.constant('pool.adjusted'),
    data: fc.record({
      amount: fc.integer({ min: -120_000, max: 120_000 }),
      account: fc.constantFrom('pool', 'reserve'),
      reason: fc.constant('r'),
    }),
  }),
  fc.record({
    type: fc.constantFrom('table.blocked', 'table.unblocked', 'table.unblocked'),
    data: fc.record({ table: fc.constantFrom('T1', 'T2', 'T9'), reason: fc.constant('r') }),
  }),
  fc.record({
    type: fc.constant('table.reset'),
    data: fc.record({
      table: fc.constantFrom('T1', 'T2', 'T9'),
      sequence: fc.constantFrom('0', '10', '20', '9000000000000000000'),
      reason: fc.constant('r'),
    }),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('act.proposed'),
      data: fc.record({
        act: largeAdjustment,
        digest: fc.constantFrom('a', 'a', 'b'),
        role: fc.constant('adjust' as const),
        expiresMs: fc.constantFrom(Date.UTC(2026, 10, 24), firstAtMs + 20, firstAtMs + 40),
        note: fc.constant('n'),
      }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('act.approved'),
      data: fc.record({
        act: largeAdjustment,
        digest: fc.constant('a'),
        // Replaced by the newest proposal of its jackpot.
        proposal: fc.constant(0),
      }),
    }),
  },
  fc.record({
    type: fc.constant('day.closed'),
    data: fc.record({
      day: fc.constantFrom('2026-11-18', '2026-11-19', '2026-11-20', '2026-12-21'),
      funds: fc.constantFrom(undefined, 5_000),
    }),
  }),
  fc.record({
    type: fc.constant('jackpot.retired'),
    data: fc.record({ to: fc.constantFrom('house', 'other'), reason: fc.constant('r') }),
  }),
  fc.record({
    type: fc.constant('transfer.received'),
    data: fc.record({
      from: fc.constantFrom('one', 'two'),
      offset: fc.constant(1),
      currency: fc.constant('MOP'),
      pool: fc.constantFrom('0', '700000', '123456789'),
      reserve: fc.constantFrom('1', '500000'),
      reason: fc.constant('r'),
    }),
  }),
  { weight: 3, arbitrary: awardAct },
  fc.record({
    type: fc.constant('act.withdrawn'),
    data: fc.record({ proposal: fc.integer({ min: 3, max: 40 }), reason: fc.constant('r') }),
  }),
  fc.record({
    type: fc.constant('jackpot.configured'),
    data: fc.record({
      configuration,
      exponent: fc.constant(2),
      effective: fc.constantFrom('now', 'next-restart'),
      replacesPending: fc.boolean(),
      madeFrom: fc.constantFrom(undefined, undefined, null, 0, 1),
    }),
  }),
);

/** Usually the first of the choices; sometimes one of the others. */
function mostly<T>(usual: T, ...others: T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

export const everyKind: Act['kind'][] = ['bet', 'bet', 'bet', 'withdraw', 'deal', 'heartbeat'];
export const endings: Act['kind'][] = ['settle', 'settle', 'void', 'bet', 'bet'];

/** Steps of any of these kinds. */
export function acts(
  kinds: Act['kind'][],
  mostHands: number,
  round = mostly(0, 1, 1, 2, -1, -2, -9),
): fc.Arbitrary<Act[]> {
  const act = fc.record<Act>({
    jackpot: fc.constantFrom(...scriptedJackpots),
    source: fc.constantFrom('T1', 'T2', 'T3'),
    round,
    kind: fc.constantFrom(...kinds),
    seat: fc.integer({ min: 1, max: 7 }),
    stake: mostly(1_000, 10_000, 1_234, 1, 10_001),
    hasBaseBet: mostly(true, false),
    dealt: fc.oneof(fc.constant(null), fc.uniqueArray(fc.integer({ min: 1, max: 7 }))),
    reason: fc.constantFrom(...voidReasons),
    hands: fc.array(fc.constantFrom(...jackpotHands), { maxLength: mostHands }),
    command,
    by: fc.constantFrom(...people),
    step: mostly(1n, 1n, 2n, 5n, 0n, -1n),
    id: fc.integer({ min: 0, max: 1 }),
  });
  return fc.array(act, { maxLength: 150, size: 'max' });
}

/** Usual tables, and tables that begin round after round and rarely end one. */
const scripts = fc.oneof(
  { weight: 3, arbitrary: acts([...everyKind, ...endings, 'command'], 3) },
  { weight: 1, arbitrary: acts(['bet', 'settle'], 1, fc.constantFrom(1, 1, 1, -3)) },
);
/** Logs with every kind of event. */
export const anyLog = scripts.map((script): PoolEvent[] => [...beginnings, ...logOf(script)]);
