import type { AwardMessage, ShownValue } from '#contract';
import { TestStack } from '#testing/test-stack';
import { ThreePlaces, type JackpotView } from './three-places.js';

/**
 * Tests Article 15 through all the parts: table events on Kafka, then each guarantee in three
 * places: the exact minor units on the awards topic, the accounts as Redis stores them in
 * micro-units, and the values on the signs' stream before and after.
 */
describe('Article 15 from the table to the sign', () => {
  let stack: TestStack;
  let places: ThreePlaces;

  beforeAll(async () => {
    stack = new TestStack();
    const api = (await stack.startJackpot()).url;
    const signs = (await stack.startSigns()).url;
    places = new ThreePlaces(stack, api, signs);
  });
  afterAll(async () => {
    places.close();
    await stack.close();
  });

  // clause 12
  it('pays two straight flushes 10 % each of the pool before the first payout (15(4))', async () => {
    const view = await places.configure('two-sf');
    const { table } = view;
    await view.send(table.bet('1', 5), table.bet('1', 2));
    // Seed 1,000,000 and 2 × 3,500; 10 % of 1,007,000 is 100,700 for each.
    await view.untilShown(1_007_000);
    await view.send(table.settle('1', [5, 'straight-flush'], [2, 'straight-flush']));
    const award = await expectAwarded(view, 'two-sf/T1/1', {
      poolBefore: 1_007_000,
      poolAfter: 805_600,
      restart: null,
      payouts: [
        paid(1, 2, 'straight-flush', 'share', 100_700, 100_700),
        paid(2, 5, 'straight-flush', 'share', 100_700, 100_700),
      ],
    });
    await expectStored(view, [award], {
      pool: '8056000000',
      reserve: '5000000',
      house: '-9975000000',
      players: '1914000000',
    });
    await expectShown(view, award, {
      before: 1_007_000,
      after: 805_600,
    });
  });

  // clause 20
  it('pays the straight flush before the royal, which takes all that is left to the minor unit and restarts from the seed (15(5)-(6))', async () => {
    const rates = { pool: 7_001, reserve: 500 };
    const view = await places.configure('royal-sf', { payoutUnit: 10_000, rates });
    const { table } = view;
    await view.send(...[1, 4, 6].map((seat) => table.bet('1', seat)));
    // 3 × 3,500.5 above the seed; the sign rounds down.
    await view.untilShown(1_010_501);
    await view.send(table.settle('1', [1, 'royal-flush'], [4, 'straight-flush']));
    // 10 % of 1,010,501.5 is rounded down to the payout unit, 100,000; the royal gets the rest
    // except half a minor unit. With it the reserve has 3 × 250 and a half, all for the seed; the
    // award rounds that down and says that the house pays the rest.
    const award = await expectAwarded(view, 'royal-sf/T1/1', {
      poolBefore: 1_010_501,
      poolAfter: 1_000_000,
      restart: { seed: 1_000_000, fromReserve: 750, fromHouse: 999_250 },
      payouts: [
        paid(1, 4, 'straight-flush', 'share', 100_000, 100_000),
        paid(2, 1, 'royal-flush', 'share', 910_501, 910_501),
      ],
    });
    await expectStored(view, [award], {
      pool: '10000000000',
      reserve: '0',
      house: '-19955010000',
      players: '9955010000',
    });
    await expectShown(view, award, {
      before: 1_010_501,
      after: 1_000_000,
    });
  });

  it('pays a fixed amount above the share: the pool gives the share, the house the rest (16(3))', async () => {
    const view = await places.configure('fixed', { seed: 100_000 });
    const { table } = view;
    await view.send(table.bet('1', 3));
    await view.untilShown(103_500);
    await view.send(table.settle('1', [3, 'straight-flush']));
    // 10 % of 103,500 is 10,350, rounded down to 10,300; the fixed amount is 50,000.
    const award = await expectAwarded(view, 'fixed/T1/1', {
      poolBefore: 103_500,
      poolAfter: 93_200,
      restart: null,
      payouts: [paid(1, 3, 'straight-flush', 'fixed', 50_000, 10_300)],
    });
    await expectStored(view, [award], {
      pool: '932000000',
      reserve: '2500000',
      house: '-1384500000',
      players: '450000000',
    });
    await expectShown(view, award, {
      before: 103_500,
      after: 93_200,
    });
  });

  it('pays fixed hands in seat order from the house and leaves the pool (15(3))', async () => {
    const view = await places.configure('fixed-hands');
    const { table } = view;
    await view.send(...[1, 2, 3].map((seat) => table.bet('1', seat)));
    await view.untilShown(1_010_500);
    await view.send(table.settle('1', [3, 'four-of-a-kind'], [1, 'full-house'], [2, 'full-house']));
    const award = await expectAwarded(view, 'fixed-hands/T1/1', {
      poolBefore: 1_010_500,
      poolAfter: 1_010_500,
      restart: null,
      payouts: [
        paid(1, 1, 'full-house', 'fixed', 5_000, 0),
        paid(2, 2, 'full-house', 'fixed', 5_000, 0),
        paid(3, 3, 'four-of-a-kind', 'fixed', 15_000, 0),
      ],
    });
    await expectStored(view, [award], {
      pool: '10105000000',
      reserve: '7500000',
      house: '-10212500000',
      players: '100000000',
    });
    await expectShown(view, award, {
      before: 1_010_500,
      after: 1_010_500,
    });
  });

  it('carries the bets of a void round over without a new contribution, and they win (17(3))', async () => {
    const view = await places.configure('carried');
    const { table } = view;
    await view.send(table.bet('1', 2));
    await view.untilShown(1_003_500);
    await view.send(
      table.void('1', 'dealing-procedure'),
      table.event('round.dealt', { round: '2' }),
      table.settle('2', [2, 'flush']),
    );
    const award = await expectAwarded(view, 'carried/T1/2', {
      poolBefore: 1_003_500,
      poolAfter: 1_003_500,
      restart: null,
      payouts: [paid(1, 2, 'flush', 'fixed', 2_500, 0)],
    });
    await expectStored(view, [award], {
      pool: '10035000000',
      reserve: '2500000',
      house: '-10012500000',
      players: '-25000000',
    });
    await expectShown(view, award, {
      before: 1_003_500,
      after: 1_003_500,
    });
  });

  it('refunds a void round without an award, the pool giving its part back (17(1)(2))', async () => {
    const view = await places.configure('refund');
    const { table } = view;
    await view.send(table.bet('1', 2));
    await view.untilShown(1_003_500);
    await view.send(table.void('1', 'dealer-card-exposed'));
    expect(await view.awards()).toEqual([]);
    await expectStored(view, [], {
      pool: '10000000000',
      reserve: '0',
      house: '-10000000000',
      players: '0',
    });
    const frames = await view.frames();
    expect(frames.map(({ hit }) => hit)).toEqual(frames.map(() => null));
    expect(frames.map(({ value }) => value)).toEqual([1_000_000, 1_003_500, 1_000_000]);
  });

  it('refunds a bet older than the restart from the house, not from the new pool', async () => {
    const view = await places.configure('late-refund');
    const [table, other] = [view.table, view.tableOf('T2')];
    await view.send(table.bet('1', 2), other.bet('1', 1));
    await view.untilShown(1_007_000);
    await view.send(other.settle('1', [1, 'royal-flush']));
    // Both bets paid 250 to the reserve, which went into the new seed completely.
    const award = await expectAwarded(view, 'late-refund/T2/1', {
      poolBefore: 1_007_000,
      poolAfter: 1_000_000,
      restart: { seed: 1_000_000, fromReserve: 500, fromHouse: 999_500 },
      payouts: [paid(1, 1, 'royal-flush', 'share', 1_007_000, 1_007_000)],
    });
    const restarted = { pool: '10000000000', reserve: '0' };
    const before = { ...restarted, house: '-19970000000', players: '9970000000' };
    await expectStored(view, [award], before);
    await view.send(table.void('1', 'other'));
    expect(await view.awards()).toHaveLength(1);
    const after = { ...restarted, house: '-20020000000', players: '10020000000' };
    await expectStored(view, [award], after);
    await expectShown(view, award, {
      before: 1_007_000,
      after: 1_000_000,
    });
  });

  it('leaves a ledger that verify agrees with', async () => {
    const { code, output } = await stack.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
    expect(code).toBe(0);
  });
});

type Payout = AwardMessage['payouts'][number];

function paid(
  order: number,
  seat: number,
  hand: Payout['hand'],
  basis: Payout['basis'],
  amount: number,
  fromPool: number,
): Payout {
  return { order, seat, hand, basis, amount, fromPool, fromHouse: amount - fromPool };
}

/** On Kafka: checks that the jackpot's only award has this content, under the id of its record. */
async function expectAwarded(
  view: JackpotView,
  round: string,
  said: Pick<AwardMessage, 'poolBefore' | 'poolAfter' | 'payouts' | 'restart'>,
): Promise<AwardMessage> {
  const awards = await view.awards();
  expect(awards).toHaveLength(1);
  const [{ offset, message }] = awards as [(typeof awards)[number]];
  const { poolBefore, poolAfter, payouts, restart } = message;
  expect({ poolBefore, poolAfter, payouts, restart }).toEqual(said);
  expect(message).toMatchObject({ id: `${round}/${offset}`, offset, currency: 'MOP' });
  return message;
}

/** In Redis: checks the stored state once the whole log is applied. */
async function expectStored(
  view: JackpotView,
  awards: readonly AwardMessage[],
  accounts: Readonly<Record<string, string>>,
): Promise<void> {
  const stored = await view.stored();
  // None of these awards waits for people.
  expect(stored.accounts).toEqual({ ...accounts, held: '0' });
  expect(stored.awards).toEqual(awards.map(({ id }) => id));
  // The value stored for the signs is the stored pool, rounded down to the minor unit.
  expect(BigInt(stored.value.value)).toBe(BigInt(accounts['pool'] as string) / 10_000n);
}

/**
 * On the stream: checks for the value before, then one hit with the value after it, which stays.
 */
async function expectShown(
  view: JackpotView,
  { id, table, payouts }: AwardMessage,
  shown: { readonly before: number; readonly after: number },
): Promise<void> {
  const frames = await view.frames();
  const versions = frames.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  const hits = frames.filter(({ hit }) => hit !== null);
  const winners = payouts.map(({ seat, hand, amount }) => ({ seat, hand, amount }));
  expect(hits).toMatchObject([{ value: shown.after, hit: { award: id, table, winners } }]);
  const before = frames[frames.indexOf(hits[0] as ShownValue) - 1];
  expect(before).toMatchObject({ value: shown.before, hit: null });
  expect(frames.at(-1)?.value).toBe(shown.after);
}
