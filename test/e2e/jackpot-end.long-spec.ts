import type { ExceptionMessage, StatementMessage, ValueMessage } from '#contract';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { addKeys, privateFile } from '../support/key-holders.js';
import { ManualTyping, wordsOf } from '../support/manual-typing.js';
import { Table } from '../support/table.js';

/**
 * The end of a jackpot (contract 6.3), by its page in the manual: each command is typed as the page
 * has it. A command that no test types here fails the last test.
 */
describe('a jackpot that ends', () => {
  const stack = new TestStack();
  const [mini, main] = ['fortune-mini', 'fortune-main'] as const;
  const table = new Table(stack.prefix, mini, 'T1');
  const manual = new ManualTyping((name) => name === 'retire');
  const people = {
    alice: ['--holder', 'Alice', '--roles', 'operate,adjust,close'],
    bob: ['--holder', 'Bob', '--roles', 'approve'],
  };
  type Person = keyof typeof people;
  /** The house gets back MOP 10,000.00 of the seed; the money from bets is transferred. */
  const left = { offset: expect.any(Number) as number, pool: '105000000', reserve: '7500000' };
  let api: string;
  let proposal = '';

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    for (const id of [mini, main]) await stack.configure(api, jackpot(id, { approvals: {} }));
    await addKeys(stack, people);
    await stack.send([table.bet('1', 1), table.bet('1', 2), table.bet('1', 3)]);
  });
  afterAll(() => stack.close());

  const read = (id: string) =>
    getJson<{ state: string; value: number; retired: object | null; received: object[] }>(
      `${api}/v1/jackpots/${id}`,
    );
  const metric = async (text: string): Promise<boolean> =>
    (await (await fetch(`${api}/metrics`)).text()).includes(text);

  /** Types the command of the page that matches the pattern. */
  async function type(
    person: Person,
    pattern: RegExp,
    code: number,
    said: string,
    replaced: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const approve = { 90330: `${proposal} --yes`, 90412: `${proposal} --yes` };
    const line = manual.take(pattern, { ...replaced, ...approve });
    const own = { COMMAND_KEY: privateFile(stack, person) };
    const answer = await stack.run(wordsOf(line), own);
    expect([line, answer.code, answer.output]).toEqual([
      line,
      code,
      expect.stringContaining(said) as string,
    ]);
    [, proposal = proposal] = /jackpot approve \S+ (\d+)/.exec(answer.output) ?? [];
    return answer.output;
  }

  it('is suspended first, and says what hinders its end', async () => {
    await type('alice', /^suspend/, 0, 'applied');
    await type('alice', /^claims/, 0, '');
    await type('alice', /^proposals/, 0, '');
    const early = /^propose retire .* 8h$/;
    await type(
      'alice',
      early,
      1,
      'jackpot-busy: fortune-mini cannot end yet: rounds with bets are open at T1.',
    );
    await stack.send([table.settle('1')]);
    await until('the round to end', async () => {
      const { rounds } = await getJson<{ rounds: object[] }>(
        `${api}/v1/jackpots/${mini}/tables/T1`,
      );
      return rounds.length === 0;
    });
    const shown = await type(
      'alice',
      early,
      0,
      'ends for good, and leaves its money to fortune-main',
    );
    expect(shown).toContain('  state: suspended -> retired\n  pool: MOP 10,105.00 -> MOP 0.00\n');
    expect(shown).toContain(
      '  transferred: MOP 105.00 from the pool, MOP 7.50 from the reserve\n  returned to the house for its seed: MOP 10,000.00\n',
    );
    const wrong = ['--to', 'fortune-man', '--reason', 'a test', '--expires', '1h'];
    const nobody = await stack.cli('propose', 'retire', mini, ...wrong);
    expect(nobody.output).toContain(
      'Nobody could receive the money: There is no jackpot fortune-man. There are fortune-main,',
    );
  });

  // clause 28
  it('ends by two people, shows nothing any more, and takes no bet', async () => {
    await type('alice', /^propose retire .*--yes$/, 0, 'Not done yet: 1 more must approve it');
    await type('bob', /^approve fortune-mini/, 0, 'jackpot.retired is done');
    expect(await read(mini)).toMatchObject({
      ...{ state: 'retired', value: 0, retired: { to: main, ...left } },
    });
    const values = await stack.outputs<ValueMessage>('pool-values');
    const own = values.filter(({ message }) => message.jackpot === mini);
    expect(own.at(-1)?.message).toMatchObject({ state: 'retired', text: 'MOP 0.00' });
    await stack.send([table.bet('2', 1), table.event('table.heartbeat', {})]);
    await until('the refusal', async () => {
      const refused = await stack.outputs<ExceptionMessage>('exceptions');
      return refused.some(({ message }) => message.reason === 'jackpot-retired');
    });
    await type('alice', /^close-day/, 0, 'applied');
    const status = await stack.cli('status');
    expect(status.output).toMatch(
      /^fortune-mini has ended at offset \d+, and left MOP 112.50 to fortune-main, which has NOT received it$/m,
    );
  });

  it('leaves its money to another one, which receives it once', async () => {
    const sent = `jackpot_transfer_sent_major_units{from="${mini}",to="${main}"} 112.5`;
    expect([await metric(sent), await metric('jackpot_transfer_received_major_units{')]).toEqual([
      ...[true, false],
    ]);
    const closeMain = ['close-day', main, '--day', 'today', '--yes', '--despite', 'a test'];
    expect((await stack.cli(...closeMain)).code).toBe(0);
    const waiting = await stack.cli('report', 'liability', '--day', 'today');
    expect(waiting.output).toMatch(/fortune-mini +MOP +\d+ +fortune-main +112\.50 +no\n/);
    const shown = await type('alice', /^propose receive/, 0, 'Not done yet');
    expect(shown).toContain(
      '  receives from fortune-mini: MOP 105.00 of its pool, MOP 7.50 of its reserve\n',
    );
    await type('bob', /^approve fortune-main/, 0, 'transfer.received is done');
    expect(await read(main)).toMatchObject({
      ...{ value: 1_010_500, received: [{ from: mini, ...left }] },
    });
    const again = await stack.cli(
      'propose',
      'receive',
      main,
      '--from',
      mini,
      '--reason',
      'again',
      '--expires',
      '1h',
    );
    expect([again.code, again.output]).toEqual([
      1,
      expect.stringContaining('fortune-main has received the money of fortune-mini already.'),
    ]);
    expect(
      await metric(`jackpot_transfer_received_major_units{from="${mini}",to="${main}"} 112.5`),
    ).toBe(true);
  });

  it('is in the books: each day closes, the transfer is received, and the proof agrees', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const closed = ['close-day', main, '--day', tomorrow, '--yes', '--despite', 'a test'];
    expect((await stack.cli(...closed)).code).toBe(0);
    await type('alice', /^status/, 0, 'to fortune-main, which has received it');
    await type('alice', /^report liability/, 0, '', { today: tomorrow });
    const { output, code } = await stack.cli('report', 'liability', '--day', tomorrow);
    expect([code, output]).toEqual([0, expect.stringMatching(/fortune-main +112\.50 +yes\n/)]);
    for (const id of [mini, main]) {
      const day = await stack.cli('report', 'day', id);
      expect([day.code, day.output]).toEqual([0, expect.stringMatching(/^difference +0\.00$/m)]);
    }
    const stated = await stack.outputs<StatementMessage>('statements');
    const last = stated.filter(({ message }) => message.jackpot === mini).at(-1)?.message;
    expect(last).toMatchObject({ state: 'retired', retired: { to: main, ...left } });
    expect(await stack.cli('verify')).toMatchObject({ code: 0 });
    expect(manual.untyped).toEqual([]);
  });
});

// clause 28
test('what a jackpot has received of one that has sent nothing is named by the proof', async () => {
  const stack = new TestStack();
  try {
    const api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main'));
    const amounts = { currency: 'MOP', pool: '5', reserve: '0' };
    const received = { from: 'nowhere', offset: 1, ...amounts, reason: 'a test' };
    await stack.send([stack.operator.command('transfer.received', 'main', received)]);
    await until('the receipt', async () => {
      const { received: all } = await getJson<{ received: object[] }>(`${api}/v1/jackpots/main`);
      return all.length === 1;
    });
    const { code, output } = await stack.cli('verify');
    expect([code, output]).toEqual([
      2,
      expect.stringContaining(
        'jackpot main: it has received MOP 0.000005 (pool) and MOP 0.00 (reserve) of nowhere, of offset 1, and by the log nowhere has not ended.',
      ),
    ]);
  } finally {
    await stack.close();
  }
});
