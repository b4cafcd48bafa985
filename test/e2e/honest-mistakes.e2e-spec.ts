import type { AwardMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** Errors of a tired person, and their cost: nothing. */
describe('at four in the morning', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'T1');
  let service: Awaited<ReturnType<TestStack['startJackpot']>>;

  beforeAll(async () => {
    service = await stack.startJackpot();
    await stack.configure(service.url, jackpot('main', { verifyAbove: 1_000 }));
  });
  afterAll(() => stack.close());

  const pool = async () =>
    (await getJson<{ value: number }>(`${service.url}/v1/jackpots/main`)).value;

  it('cards that are not the table’s are not verified: is it the right award?', async () => {
    const wins = [{ seat: 3, hand: 'royal-flush' }];
    const hands = [{ seat: 3, cards: ['Ad', 'Kd', 'Qd'] }];
    const result = { round: '1', wins, hands, community: ['Jd', 'Td'] };
    await stack.send([table.bet('1', 3), table.event('round.settled', result)]);
    const { id } = await until('the award', async () => {
      const path = '/v1/jackpots/main/claims';
      const { claims } = await getJson<{ claims: AwardMessage[] }>(`${service.url}${path}`);
      return claims[0];
    });
    const verify = ['verify-award', id, '--deck', 'counted', '--hands'];
    const other = await stack.cli(...verify, '3:AsKsQs', '--community', 'JsTs');
    expect(other).toMatchObject({
      code: 64,
      output: expect.stringContaining('the table has declared Jd Td.'),
    });
    const own = ['3:QdKdAd', '--community', 'TdJd', '--yes'];
    expect(await stack.cli(...verify, ...own)).toMatchObject({ code: 0 });
  });

  it('an award is named by its number behind the jackpot, and by a beginning', async () => {
    const { output } = await stack.cli('claims', 'main');
    const [, short = ''] = /^(main\/\d+) /m.exec(output) ?? [];
    for (const name of [short, 'main/T1/1']) {
      expect(await stack.cli('explain', name)).toMatchObject({ code: 0 });
    }
    expect((await stack.cli('explain', 'main/T1')).code).toBe(0);
  });

  it('a grant typed twice is made once', async () => {
    await stack.send([table.bet('2', 4), table.settle('2')]);
    const grant = ['grant', 'main', '--table', 'T1', '--round', '2', '--hand', '4:flush'];
    const typed = [...grant, '--cause', 'missed-win', '--reason', 'tape 7', '--yes'];
    await until('the round', async () => (await stack.cli(...typed)).code === 0);
    expect(await stack.cli(...typed)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/LOOK: seat 4 .*check each LOOK line/s),
    });
  });

  it('a royal flush that is granted leaves the seed in the pool, and what bets gave since', async () => {
    await stack.send([table.bet('3', 5), table.settle('3'), table.bet('4', 1)]);
    const grant = ['grant', 'main', '--table', 'T1', '--round', '3', '--hand', '5:royal-flush'];
    const typed = [...grant, '--cause', 'missed-win', '--reason', 'tape 9'];
    await until('the bet since', async () => {
      const { output } = await stack.cli(...typed);
      return /^ {2}pool: MOP [\d,.]+ -> MOP 10,035\.00$/m.test(output);
    });
  });

  it('the log of another system is not proven by having no record', async () => {
    const other = new TestStack();
    try {
      await other.startJackpot();
      expect(await other.cli('verify')).toMatchObject({
        code: 1,
        output: expect.stringContaining('events has no record. Is TOPIC_PREFIX right?'),
      });
    } finally {
      await other.close();
    }
  });

  it('a blocked table is seen where people look', async () => {
    await stack.cli('block-table', 'main', 'T1', '--reason', 'a test', '--yes');
    for (const line of [['status'], ['table', 'main', 'T1']]) {
      expect((await stack.cli(...line)).output).toMatch(/blocked/);
    }
  });

  it('what waits for the service is not sent again', async () => {
    const before = await pool();
    await service.child.stop();
    const adjust = ['adjust', 'main', '--amount', '+10.00', '--reason', 'ticket 8', '--yes'];
    expect((await stack.cli(...adjust)).code).toBe(75);
    expect((await stack.cli(...adjust)).code).toBe(1);
    const despite = ['--despite', 'it is another one', '--yes'];
    const otherWords = [...adjust.slice(0, 4), '--reason', 'another ticket', ...despite];
    expect(await stack.cli(...otherWords)).toMatchObject({
      code: 75,
      output: expect.stringContaining('already in the log, at offset'),
    });
    service = await stack.startJackpot();
    await until('the adjustment', async () => (await pool()) === before + 1_000);
    // It may be intended, but must not happen by accident.
    expect(await stack.cli(...adjust)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/LOOK: the log has the same adjustment already.*--despite/s),
    });
    expect((await stack.cli(...adjust, ...despite)).code).toBe(0);
    expect(await pool()).toBe(before + 2_000);
    expect(await stack.cli('acts', 'main')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/ticket 8; it is another one/),
    });
  });

  it('an adjustment with a digit too many is asked about', async () => {
    const adjust = (...words: string[]) => stack.cli('adjust', 'main', ...words, '--yes');
    const before = await pool();
    for (const [amount, said] of [
      ['+100.00', 'another number of digits'],
      ['+15000000.00', 'becomes MOP'],
    ] as const) {
      expect(await adjust('--amount', amount, '--reason', 'ticket 9')).toMatchObject({
        code: 1,
        output: expect.stringMatching(new RegExp(`LOOK: .*${said}.*check each LOOK line`, 's')),
      });
    }
    expect(await pool()).toBe(before);
  });
});
