import type { AwardMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { addKeys, privateFile } from '../support/key-holders.js';
import { Table } from '../support/table.js';

/** Two colleagues correct the same thing without knowing of each other: it is done once. */
describe('where grants and reversals need two people', () => {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'T1');
  const people = {
    alice: ['--roles', 'adjust,operate,pay'],
    bob: ['--roles', 'approve,adjust'],
  };
  const one = [{ from: 0, by: ['approve' as const] }];
  let api: string;

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    const approvals = { 'award.granted': one, 'award.reversed': one };
    await stack.configure(api, jackpot('main', { verifyAbove: 1_000, approvals }));
    await stack.configure(api, jackpot('small', { verifyAbove: null }));
    await addKeys(stack, people);
    await stack.send([table.bet('1', 3), table.settle('1'), table.bet('2', 4)]);
    await stack.send([table.settle('2', [4, 'flush'])]);
  });
  afterAll(() => stack.close());

  const as = async (kid: keyof typeof people, ...args: string[]) => {
    return stack.run(args, { COMMAND_KEY: privateFile(stack, kid) });
  };
  const proposalIn = (output: string) => /jackpot approve main (\d+)/.exec(output)?.[1] ?? '';
  const claims = async () => {
    const path = '/v1/jackpots/main/claims';
    return (await getJson<{ claims: AwardMessage[] }>(`${api}${path}`)).claims;
  };
  const grant = ['grant', 'main', '--table', 'T1', '--round', '1', '--cause', 'missed-win'];
  const expiring = ['--expires', '8h', '--yes'];

  it('the same grant in other words is not proposed twice', async () => {
    const flush = [...grant, '--hand', '3:flush', '--reason'];
    await until('the round', async () => (await claims()).length === 1);
    const first = await as('alice', 'propose', ...flush, 'tape', ...expiring);
    const proposal = proposalIn(first.output);
    expect(await as('bob', 'propose', ...flush, 'camera 2', ...expiring)).toMatchObject({
      code: 1,
      output: expect.stringContaining(`has already proposed the same, as proposal ${proposal}.`),
    });
    const { output } = await as('bob', 'proposals', 'main');
    expect(output).toMatch(
      new RegExp(`^${proposal} +award.granted +T1/1: seat 3 MOP [\\d,.]+ `, 'm'),
    );
    expect((await as('bob', 'approve', 'main', proposal, '--yes')).code).toBe(0);
  });

  it('an approval against a line LOOK needs words, which the log keeps', async () => {
    const again = [...grant, '--hand', '3:flush', '--reason', 'x', '--despite', 'two cameras'];
    const { output } = await as('alice', 'propose', ...again, ...expiring);
    const approve = ['approve', 'main', proposalIn(output)];
    expect(await as('bob', ...approve, '--yes')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/LOOK: seat 3 of this round .*check each LOOK line/s),
    });
    expect(await claims()).toHaveLength(2);
    const despite = ['--despite', 'a second deck was found'];
    expect((await as('bob', ...approve, ...despite, '--yes')).code).toBe(0);
    const { output: acts } = await as('bob', 'acts', 'main', '--by', 'bob');
    expect(acts).toMatch(/act\.approved: award\.granted .*applied .*a second deck was found/);
  });

  it('nobody pays what others are about to take back', async () => {
    const { id } = (await claims())[0] as AwardMessage;
    expect(
      (await as('alice', 'verify-award', id, '--deck', 'counted', '--note', 'a test', '--yes'))
        .code,
    ).toBe(0);
    const said = ['--cause', 'misread', '--reason', 'tape'];
    const reverse = ['propose', 'reverse', id, ...said];
    expect(await as('alice', ...reverse, ...expiring)).toMatchObject({
      code: 1,
      output: expect.stringContaining('seat 4 has slip 1: has the cashier paid it?'),
    });
    const unpaid = ['--despite', 'the slip is here, unpaid'];
    const { output } = await as('alice', ...reverse, ...unpaid, ...expiring);
    const proposal = proposalIn(output);
    expect((await as('alice', 'claims', 'main')).output).toContain(
      `wait: proposal ${proposal} would reverse it`,
    );
    const take = `proposal ${proposal} of alice would reverse ${id}`;
    expect(await as('alice', 'slip', id, '--seat', '4')).toMatchObject({
      code: 1,
      output: expect.stringContaining(take),
    });
    const { payouts } = (await claims())[0] as AwardMessage;
    const amount = ((payouts[0]?.amount ?? 0) / 100).toFixed(2);
    const pay = ['pay', id, '--seat', '4', '--slip', '1', '--amount', amount];
    expect(await as('alice', ...pay, '--method', 'cash', '--yes')).toMatchObject({
      code: 1,
      output: expect.stringContaining(take),
    });
    const withdraw = ['withdraw', 'main', proposal, '--reason', 'it was right'];
    expect((await as('alice', ...withdraw)).output).toMatch(
      /^alice has proposed award\.reversed of main.*then it no longer prevents payment of the award/s,
    );
    expect((await as('alice', 'claims', 'main')).output).toContain('would reverse it');
    expect((await as('alice', ...withdraw, '--yes')).code).toBe(0);
    expect(await as('alice', ...pay, '--method', 'cash')).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /LOOK: .*it was not done: it was withdrawn, or it expired.*--yes to do it/s,
      ),
    });
  });

  it('what nobody decided in time is asked about before it is verified or paid', async () => {
    const [verified, locked] = (await claims()) as [AwardMessage, AwardMessage];
    const unpaid = ['--despite', 'no slip is paid'];
    const said = ['--cause', 'misread', '--reason', 'tape: a pair', ...unpaid, '--yes'];
    const later = ['propose', 'reverse', locked.id, ...said, '--expires', '8h'];
    const proposal = proposalIn((await as('alice', ...later)).output);
    const verify = ['verify-award', locked.id, '--deck', 'counted', '--note', 'a test', '--yes'];
    expect(await as('alice', ...verify)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/LOOK: proposal .* because: tape: a pair.*; it waits/),
    });
    expect((await as('bob', 'withdraw', 'main', proposal, '--reason', 'x', '--yes')).code).toBe(0);
    for (const { id } of [verified, locked]) {
      await until('a proposal with little time', async () => {
        const soon = new Date(Date.now() + 15_000).toISOString();
        return (await as('alice', 'propose', 'reverse', id, ...said, '--expires', soon)).code === 0;
      });
    }
    await until('its time to be over', async () => {
      const { output } = await as('alice', 'claims', 'main');
      return !output.includes('would reverse it');
    });
    const over = /LOOK: proposal .* would reverse it, because: tape: a pair.*; it was not done/;
    expect((await as('alice', ...verify)).output).toMatch(over);
    const amount = ((verified.payouts[0]?.amount ?? 0) / 100).toFixed(2);
    const pay = ['pay', verified.id, '--seat', '4', '--slip', '1', '--amount', amount];
    const cash = [...pay, '--method', 'cash', '--yes'];
    expect(await as('alice', ...cash)).toMatchObject({
      code: 1,
      output: expect.stringMatching(over),
    });
    expect((await as('alice', 'slip', verified.id, '--seat', '4')).output).toMatch(over);
    expect((await as('alice', ...cash, '--despite', 'two cameras')).code).toBe(0);
    expect((await as('alice', 'explain', verified.id)).output).toMatch(/note: two cameras/);
  });

  it('a tax that is most of the amount is asked about', async () => {
    const [{ id, payouts }] = (await claims()) as [AwardMessage];
    const verify = ['verify-award', id, '--deck', 'counted', '--despite', 'a test', '--yes'];
    const { output } = await as('alice', ...verify);
    const slip = /slip (\d+)/.exec(output)?.[1] ?? '';
    const amount = ((payouts[0]?.amount ?? 0) / 100).toFixed(2);
    const pay = ['pay', id, '--seat', '3', '--slip', slip, '--amount', amount, '--method', 'cash'];
    expect(await as('alice', ...pay, '--withheld', amount, '--yes')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/LOOK: .* is withheld, and the player gets MOP 0\.00/),
    });
  });

  it('a second order to suspend is not lost without a word', async () => {
    const suspend = ['suspend', 'main', '--yes', '--reason'];
    expect((await as('alice', ...suspend, 'a card is missing')).code).toBe(0);
    expect(await as('alice', 'resume', 'small', '--reason', 'found', '--yes')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Suspended jackpots: main.'),
    });
    expect(await as('alice', ...suspend, 'police on the floor')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/suspended already, by alice at .*: a card is missing/),
    });
    const { output } = await as('alice', 'resume', 'main', '--reason', 'found');
    expect(output).toMatch(/^main was suspended by alice at .*: a card is missing$/m);
  });

  it('what a table has paid is taken back with its chips alone', async () => {
    const small = new Table(stack.prefix, 'small', 'T1');
    await stack.send([small.bet('1', 5), small.settle('1', [5, 'flush'])]);
    const said = ['--cause', 'misread', '--reason', 'tape', '--yes'];
    const reverse = (...more: string[]) => as('alice', 'reverse', 'small/T1/1', ...said, ...more);
    const refused = await until('the award', async () => {
      const answer = await reverse();
      return answer.output.includes('There is no award') ? undefined : answer;
    });
    expect(refused).toMatchObject({
      code: 64,
      output: expect.stringMatching(/seat 5 of small\/T1\/1\/\d+ as paid by the table/),
    });
    expect((await reverse('--chips-back')).code).toBe(0);
  });
});
