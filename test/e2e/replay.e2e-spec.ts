import type { ExceptionMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** Everyone who may write to the topic can repeat a command that an operator signed earlier. */
describe('a repeated signed command', () => {
  let stack: TestStack;
  let api: string;

  beforeAll(async () => {
    stack = new TestStack();
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
  });
  afterAll(() => stack.close());

  const view = () => getJson<{ value: number; position: number }>(`${api}/v1/jackpots/main`);
  const applied = async (offset: number) => {
    await until('it to be applied', async () => (await view()).position > offset);
    return view();
  };

  it('has no effect: the last one, an older one, and one after a later one', async () => {
    const adjust = (amount: number) =>
      stack.operator.command('pool.adjusted', 'main', { amount, account: 'pool', reason: 'test' });
    const [first, second] = [adjust(10_000), adjust(500)];
    const table = new Table(stack.prefix, 'main', 'T1');
    await stack.send([first, first, second, first, second, table.bet('1', 1), first]);
    const [written] = await stack.producer.send([second]);
    const { value } = await applied(written?.baseOffset as number);
    expect(value).toBe(1_000_000 + 10_000 + 500 + 3_500);
    const said = await until('the exceptions', async () => {
      const found = await stack.outputs<ExceptionMessage>('exceptions');
      return found.length === 5 && found;
    });
    const reasons = new Set(said.map(({ message }) => message.reason));
    expect([...reasons]).toEqual(['command-repeated']);
    expect((await stack.cli('verify')).code).toBe(0);
  });
});
