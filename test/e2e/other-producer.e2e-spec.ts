import { execFileSync } from 'node:child_process';
import { topicName } from '#contract';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { findKcat } from '../../tools/stack/prerequisites.mjs';
import { Table } from '../support/table.js';

/** The contract suffices: a controller that uses librdkafka (kcat) needs none of our code. */
describe('a producer of another library', () => {
  let stack: TestStack;
  beforeAll(() => {
    stack = new TestStack();
  });
  afterAll(() => stack.close());

  it('has its bets posted and its wins paid by the contract alone', async () => {
    await findKcat();
    const { url } = await stack.startJackpot();
    await stack.configure(url, jackpot('main'));
    const table = new Table(stack.prefix, 'main', 'KC-1');
    const lines = [table.bet('1', 1), table.bet('1', 2), table.settle('1', [2, 'full-house'])];
    execFileSync(
      'kcat',
      [
        ...[
          '-b',
          stack.env['KAFKA_BROKERS'] as string,
          '-t',
          topicName(stack.prefix, 'events'),
          '-P',
        ],
        ...['-k', 'main', '-X', 'partitioner=murmur2_random', '-X', 'acks=all'],
        ...['-X', 'enable.idempotence=true', '-H', 'content-type=application/cloudevents+json'],
      ],
      { input: lines.map(({ value }) => String(value)).join('\n') },
    );
    const view = await until('the award', async () => {
      const found = await getJson<{ lastAward: object | null }>(`${url}/v1/jackpots/main`);
      return found.lastAward ? found : undefined;
    });
    expect(view).toMatchObject({
      value: 1_007_000,
      lastAward: { id: 'main/KC-1/1/4', payouts: [{ seat: 2, hand: 'full-house', amount: 5_000 }] },
    });
    expect(await stack.outputs('exceptions')).toEqual([]);
  });
});
