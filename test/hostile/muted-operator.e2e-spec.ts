import { encodeEvent, signRecord, topicName, type ExceptionMessage } from '#contract';
import type { OutgoingMessage } from '#log';
import { jackpot } from '#testing/jackpot';
import { dayAfter, newKey, testLedger } from '#testing/test-keys';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';

/**
 * Everybody who may write to the topic can write an operator's name, the id of her key, and any
 * sequence. A record without a signature uses up nobody's sequence.
 */
describe('an operator whose name somebody else writes', () => {
  const stack = new TestStack();
  let api: string;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
  });
  afterAll(() => stack.close());

  const pool = async (): Promise<number> =>
    (await getJson<{ value: number }>(`${api}/v1/jackpots/main`)).value;
  const adjust = (amount: number): OutgoingMessage =>
    stack.operator.command('pool.adjusted', 'main', { amount, account: 'pool', reason: 'test' });

  /** A record in the operator's name: her source, and a sequence far above hers. */
  function inHerName(type: string, data: object, sequence: bigint, isSigned = false) {
    const event = { type, id: `ops/${sequence}`, source: 'ops', sequence, subject: 'main', data };
    const expires = dayAfter(Date.now());
    const value = Buffer.from(JSON.stringify(encodeEvent({ ...event, expires })));
    const signature = signRecord(testLedger, value, 'ops-1', newKey().privateKey);
    return {
      topic: topicName(stack.prefix, 'events'),
      key: 'main',
      value,
      headers: isSigned ? { signature } : {},
    };
  }

  it('is not muted: neither by one unsigned record nor by one under the name of her key', async () => {
    const soon = BigInt(Date.now() + 3_600_000) * 1_000n;
    const data = { amount: 1, account: 'pool', reason: 'not hers' };
    const last = 2n ** 63n - 1n;
    await stack.send([
      inHerName('table.heartbeat', {}, last),
      inHerName('table.heartbeat', {}, soon),
      inHerName('pool.adjusted', data, soon),
      inHerName('pool.adjusted', data, soon, true),
      // From here on the jackpot knows a table with her name.
      inHerName('bet.placed', { round: '1', seat: 1, stake: 5_000, baseBets: ['ante'] }, soon),
      adjust(100),
    ]);
    await until('her command', async () => (await pool()) === 1_000_000 + 3_500 + 100);
    await stack.send([adjust(25)]);
    await until('the next one', async () => (await pool()) === 1_000_000 + 3_500 + 125);
    const said = await until('the exceptions', async () => {
      const found = await stack.outputs<ExceptionMessage>('exceptions');
      return found.length === 3 && found;
    });
    expect(said.map(({ message }) => message.reason)).toEqual([
      'sequence-ahead',
      'unsigned-command',
      'bad-signature',
    ]);
  });
});
