import type { AwardMessage } from '#contract';
import { Bed, getJson } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';
import { until } from '../support/until.js';

/**
 * Article 15 through all the parts: table events on Kafka, then the exact minor units on the awards
 * topic, in Redis (by HTTP) and on the signs' stream.
 */
describe('Article 15 from the table to the sign', () => {
  let bed: Bed;
  let api: string;
  let signs: string;

  beforeAll(async () => {
    bed = new Bed();
    api = (await bed.startJackpot()).url;
    signs = (await bed.startSigns()).url;
  }, 60_000);
  afterAll(() => bed.close(), 30_000);

  interface View {
    value: number;
    generation: number;
    accounts: { pool: string; reserve: string; house: string; players: string };
  }

  async function play(id: string, changes = {}) {
    await bed.configure(api, jackpot(id, changes));
    const sign = await Sign.open(`${signs}/v1/pools/stream?jackpot=${id}`);
    const table = new Table(bed.prefix, id, 'T1');
    const send = (...messages: Parameters<typeof bed.producer.send>[0]) =>
      bed.producer.send(messages);
    const view = () => getJson<View>(`${api}/v1/jackpots/${id}`);
    const award = async () =>
      until('the award', async () => {
        const awards = await bed.outputs<AwardMessage>('awards');
        return awards.find(({ message }) => message.jackpot === id)?.message;
      });
    const hit = () => until('the hit', () => sign.messages.find((message) => message.hit !== null));
    return { table, send, view, award, hit, sign };
  }

  it('pays two straight flushes 10 % each of the pool before the first payout (15(4))', async () => {
    const { table, send, award, view, hit } = await play('two-sf');
    await send(
      table.bet('1', 5),
      table.bet('1', 2),
      table.settle('1', [5, 'straight-flush'], [2, 'straight-flush']),
    );
    const { payouts, poolBefore, poolAfter, restart } = await award();
    // Seed 1,000,000 and 2 × 3,500; 10 % of 1,007,000 is 100,700 for each.
    expect({ poolBefore, poolAfter, restart }).toEqual({
      poolBefore: 1_007_000,
      poolAfter: 805_600,
      restart: null,
    });
    expect(payouts).toEqual([
      {
        order: 1,
        seat: 2,
        hand: 'straight-flush',
        basis: 'share',
        amount: 100_700,
        fromPool: 100_700,
        fromHouse: 0,
      },
      {
        order: 2,
        seat: 5,
        hand: 'straight-flush',
        basis: 'share',
        amount: 100_700,
        fromPool: 100_700,
        fromHouse: 0,
      },
    ]);
    expect(await hit()).toMatchObject({
      value: 805_600,
      hit: { award: 'two-sf/T1/1', hand: 'straight-flush', amount: 100_700, table: 'T1' },
    });
    expect((await view()).accounts).toEqual({
      pool: '8056000000',
      reserve: '5000000',
      house: '-9975000000',
      players: '1914000000',
    });
  }, 30_000);

  it('pays the straight flush before the royal, which takes what is left and restarts from the seed (15(5)-(6))', async () => {
    const { table, send, award, view, hit } = await play('royal-sf', { payoutUnit: 10_000 });
    await send(
      table.bet('1', 1),
      table.bet('1', 4),
      table.settle('1', [1, 'royal-flush'], [4, 'straight-flush']),
    );
    const { payouts, poolAfter, restart } = await award();
    // 10 % of 1,007,000 rounded down to 10,000 is 100,000; of the 907,000 left the royal has 900,000.
    expect(payouts).toEqual([
      {
        order: 1,
        seat: 4,
        hand: 'straight-flush',
        basis: 'share',
        amount: 100_000,
        fromPool: 100_000,
        fromHouse: 0,
      },
      {
        order: 2,
        seat: 1,
        hand: 'royal-flush',
        basis: 'share',
        amount: 900_000,
        fromPool: 900_000,
        fromHouse: 0,
      },
    ]);
    // The reserve has 500 of contributions and the 7,000 that rounding left, all for the seed.
    expect(restart).toEqual({ seed: 1_000_000, fromReserve: 7_500, fromHouse: 992_500 });
    expect(poolAfter).toBe(1_000_000);
    expect(await hit()).toMatchObject({
      value: 1_000_000,
      hit: { hand: 'royal-flush', amount: 900_000 },
    });
    expect(await view()).toMatchObject({
      value: 1_000_000,
      generation: 2,
      accounts: { pool: '10000000000', reserve: '0' },
    });
  }, 30_000);

  it('pays a fixed amount above the share: the pool gives the share, the house the rest (16(3))', async () => {
    const { table, send, award } = await play('fixed', { seed: 100_000 });
    await send(table.bet('1', 3), table.settle('1', [3, 'straight-flush']));
    const { payouts, poolBefore, poolAfter } = await award();
    // 10 % of 103,500 is 10,350, rounded down to 10,300; the fixed amount is 50,000.
    expect(payouts).toEqual([
      {
        order: 1,
        seat: 3,
        hand: 'straight-flush',
        basis: 'fixed',
        amount: 50_000,
        fromPool: 10_300,
        fromHouse: 39_700,
      },
    ]);
    expect([poolBefore, poolAfter]).toEqual([103_500, 93_200]);
  }, 30_000);

  it('pays fixed hands in seat order from the house and leaves the pool (15(3))', async () => {
    const { table, send, award } = await play('fixed-hands');
    await send(
      ...[1, 2, 3].map((seat) => table.bet('1', seat)),
      table.settle('1', [3, 'four-of-a-kind'], [1, 'flush'], [2, 'full-house']),
    );
    const { payouts, poolBefore, poolAfter } = await award();
    expect(payouts.map(({ seat, amount, fromHouse }) => [seat, amount, fromHouse])).toEqual([
      [1, 2_500, 2_500],
      [2, 5_000, 5_000],
      [3, 15_000, 15_000],
    ]);
    expect([poolBefore, poolAfter]).toEqual([1_010_500, 1_010_500]);
  }, 30_000);

  it('carries the bets of a void round over without a new contribution, and they win (17(3))', async () => {
    const { table, send, award, view } = await play('carried');
    await send(
      table.bet('1', 2),
      table.void('1', 'dealing-procedure'),
      table.event('round.dealt', { round: '2' }),
      table.settle('2', [2, 'flush']),
    );
    expect(await award()).toMatchObject({
      round: '2',
      poolBefore: 1_003_500,
      poolAfter: 1_003_500,
    });
    expect((await view()).accounts.players).toBe('-25000000');
  }, 30_000);

  it('refunds a void round, the pool giving its part back (17(1)(2))', async () => {
    const { table, send, view } = await play('refund');
    await send(
      table.bet('1', 2),
      table.void('1', 'dealer-card-exposed'),
      table.event('table.heartbeat', {}),
    );
    await until('the refund', async () => (await view()).accounts.players === '0');
    expect((await view()).accounts).toEqual({
      pool: '10000000000',
      reserve: '0',
      house: '-10000000000',
      players: '0',
    });
  }, 30_000);

  it('refunds a bet older than the restart from the house, not from the new pool', async () => {
    const { table, send, award, view } = await play('late-refund');
    const other = new Table(bed.prefix, 'late-refund', 'T2');
    await send(
      table.bet('1', 2),
      other.bet('1', 1),
      other.settle('1', [1, 'royal-flush']),
      table.void('1', 'other'),
    );
    const { payouts } = await award();
    expect(payouts).toMatchObject([{ amount: 1_007_000, fromPool: 1_007_000 }]);
    await until('the refund', async () => (await view()).accounts.players === '10020000000');
    // Both bets paid 250 to the reserve, all of it went into the new seed.
    expect((await view()).accounts).toMatchObject({ pool: '10000000000', reserve: '0' });
  }, 30_000);

  it('leaves a ledger that verify agrees with', async () => {
    const { code, output } = await bed.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
    expect(code).toBe(0);
  }, 30_000);
});
