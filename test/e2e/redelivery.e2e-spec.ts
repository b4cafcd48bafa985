import type { ExceptionMessage } from '#contract';
import { LogProducer, openKafka } from '#log';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson, silent } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** M2: each record has its effect once, however often its producer sends it. */
describe('records that are sent again', () => {
  let stack: TestStack;
  let api: string;

  beforeAll(async () => {
    stack = new TestStack();
    api = (await stack.startJackpot()).url;
  });
  afterAll(() => stack.close());

  it('leave the ledger as it was: 10,000 sent twice, and once more by another producer', async () => {
    await stack.configure(api, jackpot('main'));
    const tables = Array.from(
      { length: 20 },
      (_, index) => new Table(stack.prefix, 'main', `T${index}`),
    );
    const records = tables.flatMap((table) =>
      Array.from({ length: 100 }, (_, round) => [
        ...[1, 2, 3].map((seat) => table.bet(`${round}`, seat)),
        table.event('round.dealt', { round: `${round}` }),
        round === 50 ? table.settle(`${round}`, [2, 'flush']) : table.settle(`${round}`),
      ]).flat(),
    );
    expect(records).toHaveLength(10_000);
    await stack.send(records);
    const after = (position: number) =>
      until('the records', async () => {
        const view = await getJson<{ position: number; accounts: object }>(
          `${api}/v1/jackpots/main`,
        );
        return view.position === position && view.accounts;
      });
    const once = await after(10_002);
    // 6,000 bets of 50.00: 35.00 of each to the pool; twenty flushes of 25.00 by the house.
    expect(once).toEqual({
      pool: String(10_000_000_000n + 6_000n * 35_000_000n),
      reserve: String(6_000n * 2_500_000n),
      house: String(-10_000_000_000n + 6_000n * 12_500_000n - 20n * 25_000_000n),
      players: String(-6_000n * 50_000_000n + 20n * 25_000_000n),
      held: '0',
    });
    await stack.send(records);
    expect(await after(20_002)).toEqual(once);
    const options = {
      brokers: (stack.env['KAFKA_BROKERS'] ?? '').split(','),
      ssl: false,
      sasl: undefined,
    };
    const second = new LogProducer(openKafka({ ...options, clientId: 'second' }, silent));
    await stack.send(records, second);
    await second.close();
    expect(await after(30_002)).toEqual(once);
    expect(await stack.outputs('awards')).toHaveLength(20);
    // The ledger recognises the last 16 events of a table; an older one may be new, and is
    // reported.
    const said = await stack.outputs<ExceptionMessage>('exceptions');
    expect(new Set(said.map(({ message }) => message.reason))).toEqual(
      new Set(['sequence-behind']),
    );
    expect((await stack.cli('verify')).code).toBe(0);
  });
});
