import { writeFileSync } from 'node:fs';
import { jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { addKeys, privateFile, publicFile } from '../support/key-holders.js';

/** An act that one person may not do alone (contract 4.5), as people do it in their shells. */
describe('where the pool is adjusted by two', () => {
  const stack = new TestStack();
  const people = {
    alice: ['--holder', 'Alice', '--roles', 'adjust,operate'],
    'alice-2': ['--holder', 'Alice', '--roles', 'approve,adjust'],
    bob: ['--holder', 'Bob', '--roles', 'approve'],
  };
  const approvals = {
    'pool.adjusted': [{ from: 0, by: ['approve' as const] }],
    'jackpot.configured': [{ from: 0, by: ['approve' as const, 'surveil' as const] }],
  };
  let api: string;
  let proposal = '';

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main', { approvals }));
    await stack.configure(api, jackpot('moved', { approvals: {} }));
    await addKeys(stack, people);
  });
  afterAll(() => stack.close());

  const as = async (kid: keyof typeof people, ...args: string[]) => {
    return stack.run(args, { COMMAND_KEY: privateFile(stack, kid) });
  };
  const value = async () => (await getJson<{ value: number }>(`${api}/v1/jackpots/main`)).value;
  const adjust = ['adjust', 'main', '--amount', '+1000.00', '--reason', 'ticket 7'];

  it('one signature does not move it, and says what to do instead', async () => {
    const { code, output } = await as('alice', ...adjust, '--yes');
    expect(output).toContain(
      'would be refused, needs-approval: pool.adjusted of main needs more than one person: propose it, and let others approve it (approve). Nothing was sent.',
    );
    expect([code, await value()]).toEqual([1, 1_000_000]);
  });

  it('a proposal moves nothing, and tells the next person what to type', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const { code, output } = await as('alice', 'propose', ...adjust, '--expires', expires, '--yes');
    expect(output).toContain('pool: MOP 10,000.00 -> MOP 11,000.00');
    proposal = /jackpot approve main (\d+)/.exec(output)?.[1] ?? '';
    expect(output).toContain('Not done yet: 1 more must approve it (role approve).\n');
    expect(output).not.toContain('applied');
    expect([code, proposal]).toEqual([0, expect.stringMatching(/^\d+$/)]);
    expect(await value()).toBe(1_000_000);
    const listed = await as('bob', 'proposals', 'main');
    expect(listed.output).toMatch(
      new RegExp(
        `^${proposal} +pool.adjusted +pool \\+MOP 1,000.00 +Alice +approve +nobody .* ticket 7$`,
        'm',
      ),
    );
  });

  it('the same person’s other key does not approve it', async () => {
    const { code, output } = await as('alice-2', 'approve', 'main', proposal, '--yes');
    expect(output).toMatch(
      /main: would be refused, same-person: Alice has already signed proposal \d+.*Nothing was sent/,
    );
    expect([code, await value()]).toEqual([1, 1_000_000]);
  });

  it('another person sees what it does, is asked, and does it', async () => {
    const asked = await as('bob', 'approve', 'main', proposal);
    expect(asked.output).toContain('Alice has proposed pool.adjusted, because: ticket 7\n');
    expect(asked.output).toContain('the signs: MOP 10,000.00 -> MOP 11,000.00');
    expect(asked.output).toContain('Nothing was sent');
    expect(asked.code).toBe(1);
    const done = await as('bob', 'approve', 'main', proposal, '--yes');
    expect(done).toMatchObject({ code: 0 });
    await until('the pool', async () => (await value()) === 1_100_000);
  });

  it('is done once, and verify agrees with the root’s public key alone', async () => {
    const again = await as('bob', 'approve', 'main', proposal, '--yes');
    expect(again.output).toContain(
      `Proposal ${proposal} of main does not wait: it was refused, done or withdrawn,`,
    );
    const never = await as('bob', 'approve', 'main', '999999', '--yes');
    expect(never.output).toContain('Proposal 999999 of main does not wait: it never existed.');
    const verified = await stack.run(['verify'], { COMMAND_KEY: '' });
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('agree')]);
  });

  it('a file in which this jackpot stays as it is asks nobody for it', async () => {
    const same = publicFile(stack, 'same');
    writeFileSync(same, JSON.stringify(jackpot('main', { approvals })));
    const { code, output } = await stack.cli('apply', '-f', same, '--yes');
    expect([code, output]).toEqual([0, expect.stringContaining('main: nothing changes\n')]);
  });

  it('an approver sees what the next restart changes, and no line that the proposer wrote', async () => {
    const later = publicFile(stack, 'later');
    writeFileSync(later, JSON.stringify(jackpot('main', { approvals, seed: 2_000_000 })));
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const reason = 'a name\n  seed: none -> \u001b[8m\u202e';
    const given = ['-f', later, '--effective', 'next-restart', '--expires', expires];
    const proposed = await stack.cli('propose', 'apply', ...given, '--reason', reason, '--yes');
    expect(proposed.output).toContain(
      'Not done yet: 2 more must approve it (roles approve and surveil).',
    );
    const own = /jackpot approve main (\d+)/.exec(proposed.output)?.[1] ?? '';
    const { output } = await as('bob', 'approve', 'main', own, '--yes');
    for (const line of [
      '  note: a name\\u000a  seed: none -> \\u001b[8m\\u202e\n',
      '  takes effect at the next restart of the pool\n',
      '  at the next restart of the pool:\n    seed: MOP 10,000.00 -> MOP 20,000.00\n',
      '  stakes: pool 70.00 %, reserve 5.00 %, house 25.00 %\n',
      '  warning: verifyAbove is null: no win waits to be verified',
      'Your approval is not the last: after it, 1 more must approve it (role surveil).\n',
      'Not done yet: 1 more must approve it (role surveil).\n',
    ]) {
      expect(output).toContain(line);
    }
    expect((await as('bob', 'proposals', 'main')).output).toContain(
      ' a name\\u000a  seed: none -> ',
    );
  });

  it('who proposed it may withdraw it', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const again = [...adjust, '--despite', 'a test', '--expires', expires, '--yes'];
    const { output } = await as('alice', 'propose', ...again);
    const own = /jackpot approve main (\d+)/.exec(output)?.[1] ?? '';
    expect(
      await as('alice', 'withdraw', 'main', own, '--reason', 'a mistake', '--yes'),
    ).toMatchObject({
      code: 0,
    });
    expect((await as('bob', 'proposals', 'main')).output).not.toMatch(new RegExp(`^${own} `, 'm'));
  });

  it('a running amount of another system is taken over by two, also where no act is named', async () => {
    const on = new Date().toISOString().slice(0, 10);
    const taken = ['take-over', 'moved', '--on', on, '--from', 'the old system'];
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const mistyped = [...taken, '--amount', '348021.70', '--expires', expires, '--yes'];
    const refused = await as('alice', 'propose', ...mistyped);
    expect(refused.output).toMatch(
      /LOOK: .*34 times the seed.*\n.*LOOK: .*`suspend` the jackpot first/,
    );
    await as('alice', 'suspend', 'moved', '--reason', 'it moves', '--yes');
    const given = [...taken, '--amount', '34802.17', '--expires', expires, '--yes'];
    const { output } = await as('alice', 'propose', ...given);
    const own = /jackpot approve moved (\d+)/.exec(output)?.[1] ?? '';
    expect(output).toContain('Not done yet');
    const asked = await as('bob', 'approve', 'moved', own, '--yes');
    expect(asked.code).toBe(0);
    expect(asked.output).toContain(
      `  takes over MOP 34,802.17 of the old system, as of ${on}\n  pool: MOP 10,000.00 -> MOP 34,802.17\n`,
    );
    const moved = async () =>
      getJson<{ value: number; meters: Meters }>(`${api}/v1/jackpots/moved`);
    await until('the pool', async () => (await moved()).value === 3_480_217);
    expect((await moved()).meters.causes).toMatchObject([
      { cause: 'opening', times: 1, pool: '24802170000', house: '-24802170000' },
      { cause: 'seed', times: 1, pool: '10000000000' },
    ]);
  });
});

interface Meters {
  readonly causes: readonly object[];
}
