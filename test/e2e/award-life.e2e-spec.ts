import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyFileOf, newKey, signingKey } from '#testing/test-keys';
import { jackpot } from '#testing/jackpot';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import type { AwardMessage, WrittenConfiguration } from '#contract';
import type { Role } from '#pools';
import { awardPages } from '../support/award-pages.js';
import { ManualTyping, wordsOf } from '../support/manual-typing.js';
import { Table } from '../support/table.js';
import { SecuredFloor, type OpenFloor } from './secured-floor.js';

/**
 * The life of wins (contract 4.8), as the manual's pages about awards describe it: each command is
 * typed as the page has it, with the rights of `operator`. A command that no test types here fails
 * the last test. The figures are those of the pages: the pool of 1,003,500.00, the flush of
 * 2,500.00.
 */
describe('the life of an award, as the manual has it', () => {
  const floor = new SecuredFloor();
  const table = new Table(floor.prefix, 'fortune-main', 'F3-07');
  const manual = new ManualTyping((name) => awardPages.includes(name));
  const people = {
    alice: ['operate', 'adjust'],
    bob: ['approve'],
    carol: ['pay'],
  } satisfies Record<string, Role[]>;
  type Person = keyof typeof people;
  const one = [{ from: 0, by: ['approve' as const] }];
  let open: OpenFloor;
  /**
   * The values behind the pages' examples: the award that a page is about, its slip, a proposal.
   */
  let award = '';
  let slip = '';
  let proposal = '';
  let royal = '';
  let meant = '';

  beforeAll(async () => {
    open = await floor.open();
    const { stack } = open;
    const keys = Object.entries(people).map(([kid, roles]) => {
      const key = newKey(kid);
      writeFileSync(keyFile(kid as Person), keyFileOf(key), { mode: 0o600 });
      return signingKey(key, { roles });
    });
    await stack.producer.send(stack.operator.keys(keys, 2));
    await configure({ approvals: { 'award.verified': one, 'award.reversed': one } });
  });
  afterAll(() => floor.close());

  const keyFile = (person: Person): string => join(open.stack.folder, `${person}.jwk`);
  const page = (): string => join(open.stack.folder, 'slip.html');
  const api = <T>(path = ''): Promise<T> =>
    getJson<T>(`${open.service.url}/v1/jackpots/fortune-main${path}`);

  async function configure({
    approvals,
    unclaimedAfterHours = 24,
  }: Pick<WrittenConfiguration, 'approvals' | 'unclaimedAfterHours'>): Promise<void> {
    const prizes = { ...jackpot('').prizes, flush: { fixed: 250_000 } };
    const stake = { min: 5_000, max: 500_000 };
    const waits = { verifyAbove: 50_000, unclaimedAfterHours, approvals };
    const figures = { seed: 100_000_000, stake, prizes, ...waits };
    await open.stack.configure(open.service.url, jackpot('fortune-main', figures));
    await until('the configuration', async () => {
      const { configuration } = await api<{ configuration: WrittenConfiguration }>();
      return (
        configuration.unclaimedAfterHours === unclaimedAfterHours &&
        JSON.stringify(configuration.approvals) === JSON.stringify(approvals)
      );
    });
  }

  /** The texts on the pages and their values here; the first match is replaced first. */
  const standsFor = (): Record<string, string> => ({
    'fortune-main/F3-07/184468/90310': award,
    // The answer to the question of `approve`, which asks a person.
    'approve fortune-main 90322': `approve fortune-main ${proposal} --yes`,
    'approve fortune-main 90330': `approve fortune-main ${proposal}${meant} --yes`,
    'withdraw fortune-main 90330': `withdraw fortune-main ${proposal}`,
    '--slip 17': `--slip ${slip}`,
    'slip-17.html': page(),
    // The same line a second time, on purpose.
    '--not-an-award --expires': `--not-an-award${meant} --expires`,
  });

  /** Types the command of a page that matches the pattern, and checks exit code and output. */
  async function type(
    on: string,
    person: Person,
    pattern: RegExp,
    expected: number,
    ...said: (string | RegExp)[]
  ): Promise<string> {
    const line = manual.take(pattern, standsFor(), on);
    const env = { ...open.secured.env('operator'), COMMAND_KEY: keyFile(person) };
    const { code, output } = await open.stack.run(wordsOf(line), env);
    expect([line, code, output]).toEqual([line, expected, expect.any(String)]);
    for (const each of said) expect(output).toMatch(each);
    [, proposal = proposal] = /jackpot approve fortune-main (\d+)/.exec(output) ?? [];
    return output;
  }

  const claims = async (): Promise<AwardMessage[]> =>
    (await api<{ claims: AwardMessage[] }>('/claims')).claims;

  async function accounts(): Promise<Record<string, number>> {
    const read = await api<{ accounts: Record<string, string> }>();
    return Object.fromEntries(
      Object.entries(read.accounts).map(([name, micros]) => [name, Number(micros) / 1_000_000]),
    );
  }

  /** A seat bets and wins: from then on the waiting award is the one on the pages. */
  async function win(round: string, seat: number, hand: string, stake?: number): Promise<string> {
    await open.tables.send([table.bet(round, seat, stake), table.settle(round, [seat, hand])]);
    const found = await until(`the award of round ${round}`, async () =>
      (await claims()).find((each) => each.round === round),
    );
    award = found.id;
    return award;
  }

  it('royal-flush, claim-waiting: a large win waits, and nobody is paid', async () => {
    royal = await win('1', 3, 'royal-flush', 500_000);
    expect(await accounts()).toMatchObject({ pool: 1_000_000, held: 1_003_500 });
    await type('royal-flush', 'carol', /--hand royal/, 0, /royal-flush .* locked/);
    await type('royal-flush', 'carol', /--hand straight/, 0, 'There is no such award');
    await type('royal-flush', 'carol', /^explain \S+$/, 0, 'royal-flush');
    await type('royal-flush', 'carol', /--json/, 0, royal);
    const waits = new RegExp(
      `^fortune-main/4 +${royal} +F3-07 +3 +royal-flush +MOP 1,003,500.00 +locked +0 min +verify-award \\(operate, then approve\\)$`,
      'm',
    );
    await type('claim-waiting', 'carol', /^claims/, 0, waits);
    await type('claim-waiting', 'carol', /^proposals/, 0);
    await type('claim-waiting', 'carol', /^explain/, 0, 'royal-flush');
  });

  it('win-waits: two people verify it', async () => {
    await type('win-waits', 'carol', /^claims/, 0, royal);
    await type('win-waits', 'alice', /^explain/, 0, 'royal-flush');
    await type('win-waits', 'alice', /^verify-award/, 1, 'needs-approval');
    await type(
      'win-waits',
      'alice',
      /^propose verify-award/,
      0,
      '  seat 3, royal-flush, MOP 1,003,500.00: locked -> verified, slip 1\n',
      '  held: stays MOP 1,003,500.00\n',
    );
    await type('win-waits', 'bob', /^proposals/, 0, royal);
    await type('claim-waiting', 'carol', /^claims/, 0, `approve ${proposal} (approve)`);
    const verified = await type(
      'win-waits',
      'bob',
      /^approve/,
      0,
      `alice has proposed award.verified of ${royal}`,
      `${royal}\n  seat 3: verified, slip 1, MOP 1,003,500.00\n`,
    );
    [, slip = ''] = /verified, slip (\d+)/.exec(verified) ?? [];
  });

  it('win-waits, claim-unpaid: one pays it, exactly, by its slip, once', async () => {
    await type('claim-unpaid', 'carol', /^claims/, 0, /verified +1 /);
    await type('claim-unpaid', 'carol', /^explain/, 0, 'award.verified by alice');
    await type('win-waits', 'carol', /^slip/, 0);
    expect(existsSync(page())).toBe(true);
    slip = '2';
    await type('win-waits', 'carol', /^pay/, 1, 'award-state');
    slip = '1';
    const paid = ['seat 3, royal-flush, MOP 1,003,500.00: verified -> paid', 'applied'];
    await type('win-waits', 'carol', /^pay/, 0, ...paid);
    await type('win-waits', 'carol', /^pay/, 1, 'award-state');
    await type('win-waits', 'carol', /^claims/, 0, 'No award of fortune-main waits');
    const by =
      /award.verified by alice \(alice, offset \d+\), bob \(bob, offset \d+\)[^]*paid by carol/;
    for (const on of ['win-waits', 'claim-unpaid']) await type(on, 'carol', /^explain/, 0, by);
    await type('royal-flush', 'carol', /^claims/, 0, 'No award');
    await type('royal-flush', 'carol', /^verify$/, 0, 'The ledger agrees with the log');
    expect(await accounts()).toMatchObject({ pool: 1_000_000, held: 0 });
  });

  it('false-win: it is taken back by two, and the accounts are those without it', async () => {
    await open.tables.send([table.bet('2', 1), table.settle('2')]);
    await until('the bet', async () => (await accounts())['pool'] === 1_000_035);
    const before = await accounts();
    const taken = await win('3', 2, 'royal-flush');
    await type('false-win', 'alice', /^claims/, 0, taken);
    await type('false-win', 'alice', /^reverse/, 1, 'needs-approval');
    await type(
      'false-win',
      'alice',
      /^propose reverse/,
      0,
      '  seat 2, royal-flush, MOP 1,000,070.00: locked -> reversed\n',
      '  leaves the accounts as they would be without the award\n',
      '  the signs: MOP 1,000,000.00 -> MOP 1,000,070.00\n',
    );
    await type('false-win', 'bob', /^proposals/, 0, taken);
    await type('false-win', 'bob', /^approve/, 0, 'award.reversed is done');
    // The stake of the bet that did not win: 35.00, 2.50 and 12.50 of 50.00.
    expect(await accounts()).toEqual({
      pool: (before['pool'] as number) + 35,
      reserve: (before['reserve'] as number) + 2.5,
      house: (before['house'] as number) + 12.5,
      players: (before['players'] as number) - 50,
      held: 0,
    });
    await type('false-win', 'alice', /^claims/, 0, 'No award');
    await type('false-win', 'alice', /^explain/, 0, 'award.reversed by alice');
    await type('false-win', 'alice', /^status/, 0, 'MOP 1,000,070.00');
  });

  it('missed-win: what no table declares any more is granted, and waits as any', async () => {
    await open.tables.send([table.bet('184468', 3), table.settle('184468')]);
    await until('the bet', async () => (await accounts())['pool'] === 1_000_105);
    await type('missed-win', 'alice', /^table/, 0, 'last sequence');
    await type('missed-win', 'alice', /^awards/, 0, 'paid', 'reversed');
    const shown = await type('missed-win', 'alice', /^grant .* tape$/, 0, 'Nothing was sent');
    expect(shown).not.toContain('LOOK');
    const done = await type(
      'missed-win',
      'alice',
      /^grant .*--yes$/,
      0,
      'seat 3, flush, MOP 2,500.00: MOP 0.00 of the pool, MOP 2,500.00 of the house; locked\n',
      '  held: MOP 0.00 -> MOP 2,500.00\n',
    );
    [award = ''] = /fortune-main\/F3-07\/184468\/\d+/.exec(done) ?? [];
    await type('missed-win', 'alice', /^claims/, 0, award);
    await type('missed-win', 'alice', /^verify$/, 0, 'The ledger agrees with the log');
    // A second grant of the same is answered with a warning.
    const again = await type('missed-win', 'alice', /^grant .* tape$/, 0, 'Nothing was sent');
    expect(again).toContain('LOOK: seat 3 of this round has an award already');
    await type(
      'missed-win',
      'alice',
      /^grant .*--yes$/,
      1,
      'Nothing was sent: check each LOOK line',
    );
  });

  it('nobody-comes: a seat for which nobody comes expires to the house', async () => {
    await type('nobody-comes', 'alice', /^claims --all/, 0, award);
    const early = 'unclaimedAfterHours 24';
    await type('nobody-comes', 'alice', /^expire .*2291"$/, 1, 'award-state', early);
    await type('nobody-comes', 'alice', /^expire .*--yes/, 1, 'award-state', early);
    const both = { 'award.verified': one, 'award.reversed': one };
    await configure({ approvals: both, unclaimedAfterHours: 0 });
    await type(
      'nobody-comes',
      'alice',
      /^expire .*2291"$/,
      0,
      'locked -> expired',
      /won 0 min ago/,
    );
    expect(await accounts()).toMatchObject({ held: 2_500 });
    await type('nobody-comes', 'alice', /^expire .*--yes/, 0, 'locked -> expired', 'applied');
    await type('nobody-comes', 'alice', /^claims fortune-main/, 0, 'No award');
    await type('nobody-comes', 'alice', /^explain/, 0, 'award.expired by alice');
    expect(await accounts()).toMatchObject({ held: 0 });
  });

  it('wrong-claim: pool and reserve get back what a wrong award took of them', async () => {
    award = royal;
    await type('wrong-claim', 'alice', /^awards/, 0, royal);
    await type('wrong-claim', 'alice', /^explain/, 0, 'royal-flush');
    await type('wrong-claim', 'alice', /^suspend/, 0, 'applied');
    await type('wrong-claim', 'alice', /^adjust .*pool.*award$/, 0, 'Nothing was sent');
    await type('wrong-claim', 'alice', /^adjust .*pool.*--yes/, 0, 'applied');
    await type('wrong-claim', 'alice', /^adjust .*reserve/, 0, 'applied');
    await configure({ approvals: { 'pool.adjusted': one } });
    await type('wrong-claim', 'alice', /^adjust .*pool.*--yes/, 1, 'needs-approval');
    // The same amount once more, as on the page about acts that need two people.
    meant = ' --despite test';
    await type('wrong-claim', 'alice', /^propose adjust/, 0);
    await type('wrong-claim', 'bob', /^approve/, 0, 'pool.adjusted is done');
    await type('wrong-claim', 'alice', /^resume/, 0, 'applied');
    // Two times 234,567.89.
    await type('wrong-claim', 'alice', /^status/, 0, 'MOP 1,469,240.78');
    await type('wrong-claim', 'alice', /^verify$/, 0, 'The ledger agrees with the log');
  });

  it('people-acted: what waits is approved or withdrawn', async () => {
    await type('wrong-claim', 'alice', /^propose adjust/, 0);
    await type('people-acted', 'bob', /^proposals/, 0, 'pool.adjusted');
    await type('people-acted', 'bob', /^awards/, 0, 'reversed', 'expired');
    await type('people-acted', 'bob', /^explain/, 0, 'award.paid by carol');
    await type('people-acted', 'bob', /^keys list/, 0, 'alice');
    await type('people-acted', 'bob', /^approve/, 0, 'pool.adjusted is done');
    await type('wrong-claim', 'alice', /^propose adjust/, 0);
    await type('people-acted', 'alice', /^withdraw/, 0, 'withdrawn');
    await type('people-acted', 'alice', /^proposals/, 0, /[Nn]o/);
    await type('people-acted', 'alice', /^claims/, 0, 'No award');
    expect(await open.secured.denials()).toEqual([]);
  });

  it('there is no command on these pages that was not typed here', () => {
    expect(manual.untyped).toEqual([]);
  });
});
