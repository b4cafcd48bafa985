import type { ExceptionMessage } from '#contract';
import { Bed, getJson } from '../support/bed.js';
import { jackpot } from '../support/jackpots.js';
import { Table } from '../support/table.js';
import { until } from '../support/until.js';

/** Whoever may write to the topic may write there again what an operator once signed. */
describe('a signed command that is written again', () => {
  let bed: Bed;
  let api: string;

  beforeAll(async () => {
    bed = new Bed();
    api = (await bed.startJackpot()).url;
    await bed.configure(api, jackpot('main'));
  }, 60_000);
  afterAll(() => bed.close(), 30_000);

  const view = () => getJson<{ value: number; position: number }>(`${api}/v1/jackpots/main`);
  const applied = async (offset: number) => {
    await until('it to be applied', async () => (await view()).position > offset);
    return view();
  };

  it('has no effect, be it the last one, an older one, or with a later one between', async () => {
    const adjust = (amount: number) =>
      bed.operator.command('pool.adjusted', 'main', { amount, account: 'pool', reason: 'test' });
    const [first, second] = [adjust(10_000), adjust(500)];
    const table = new Table(bed.prefix, 'main', 'T1');
    await bed.send([first, first, second, first, second, table.bet('1', 1), first]);
    const [place] = await bed.producer.send([second]);
    const { value } = await applied(place?.baseOffset as number);
    expect(value).toBe(1_000_000 + 10_000 + 500 + 3_500);
    expect(await bed.outputs<ExceptionMessage>('exceptions')).toEqual([]);
    expect((await bed.cli('verify')).code).toBe(0);
  }, 40_000);
});
