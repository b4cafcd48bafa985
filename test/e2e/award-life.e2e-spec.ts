import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, manualPages } from '#testing/manual';
import { newKey, signingKey, testLedger } from '#testing/test-keys';
import { jackpot } from '#testing/jackpot';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import type { AwardMessage } from '#contract';
import type { Role } from '#pools';
import { Table } from '../support/table.js';
import { SecuredFloor, type OpenFloor } from './secured-floor.js';

/**
 * What becomes of wins, as people do it from their shells (contract 4.8), under the rights of
 * `operator`. A command on the pages of awards that nobody has typed here fails the last test.
 */
describe('the life of an award', () => {
  const floor = new SecuredFloor();
  const table = new Table(floor.prefix, 'main', 'T1');
  const pages = ['win-waits', 'false-win', 'nobody-comes', 'missed-win'];
  const typed: RegExp[] = [];
  const people = {
    alice: ['operate', 'adjust'],
    bob: ['approve'],
    carol: ['pay'],
  } satisfies Record<string, Role[]>;
  type Person = keyof typeof people;
  const one = [{ from: 0, by: ['approve' as const] }];
  const approvals = { 'award.verified': one, 'award.reversed': one };
  let open: OpenFloor;
  let royal = '';

  beforeAll(async () => {
    open = await floor.open();
    const { stack, service } = open;
    const keys = Object.entries(people).map(([kid, roles]) => {
      const key = newKey(kid);
      const secret = { ...key.privateKey.export({ format: 'jwk' }), kid, ledger: testLedger };
      writeFileSync(keyFile(kid as Person), JSON.stringify(secret), { mode: 0o600 });
      return signingKey(key, { roles });
    });
    await stack.producer.send(stack.operator.keys(keys, 2));
    await stack.configure(service.url, jackpot('main', { approvals, verifyAbove: 50_000 }));
  });
  afterAll(() => floor.close());

  const keyFile = (person: Person): string => join(open.stack.folder, `${person}.jwk`);
  const inAnHour = (): string[] => ['--expires', new Date(Date.now() + 3_600_000).toISOString()];

  /** Types a command as one person; `pattern` is how the pages write it. */
  async function type(person: Person, pattern: RegExp, args: string[]) {
    typed.push(new RegExp(`^npm run jackpot -- ${pattern.source}`));
    const env = { ...open.secured.env('operator'), COMMAND_KEY: keyFile(person) };
    return open.stack.run(args, env);
  }

  async function says(person: Person, pattern: RegExp, args: string[], ...expected: string[]) {
    const { code, output } = await type(person, pattern, args);
    expect([args.join(' '), code, output]).toEqual([args.join(' '), 0, expect.any(String)]);
    for (const each of expected) expect(output).toContain(each);
    return output;
  }

  const api = <T>(path: string): Promise<T> => getJson<T>(`${open.service.url}${path}`);
  const claims = async (): Promise<AwardMessage[]> =>
    (await api<{ claims: AwardMessage[] }>('/v1/jackpots/main/claims')).claims;

  async function accounts(): Promise<Record<string, number>> {
    const read = await api<{ accounts: Record<string, string> }>('/v1/jackpots/main');
    return Object.fromEntries(
      Object.entries(read.accounts).map(([name, micros]) => [name, Number(micros) / 1_000_000]),
    );
  }

  /** A seat bets and wins; gives the award that waits. */
  async function win(round: string, seat: number, hand: string): Promise<string> {
    await open.tables.send([table.bet(round, seat), table.settle(round, [seat, hand])]);
    const found = await until(`the award of round ${round}`, async () =>
      (await claims()).find((each) => each.round === round),
    );
    return found.id;
  }

  it('a large win waits, and `claims` says for whom', async () => {
    royal = await win('1', 3, 'royal-flush');
    expect(await accounts()).toMatchObject({ pool: 10_000, held: 10_035 });
    const output = await says('carol', /claims fortune-main$/, ['claims', 'main']);
    expect(output).toMatch(
      new RegExp(
        `^${royal} +T1 +3 +royal-flush +MOP 10,035.00 +locked +0 min +verify-award \\(operate, then approve\\)$`,
        'm',
      ),
    );
  });

  it('two people verify it, who both see the cards', async () => {
    const verify = ['verify-award', royal, '--deck', 'counted', '--community', 'JsTs'];
    const cards = [...verify, '--hands', '3:AsKsQs'];
    const alone = await type('alice', /verify-award \S+ --deck counted/, [...cards, '--yes']);
    expect([alone.code, alone.output]).toEqual([1, expect.stringContaining('needs-approval')]);
    const propose = ['propose', ...cards, ...inAnHour(), '--yes'];
    const proposed = await says(
      'alice',
      /propose verify-award \S+ --deck counted/,
      propose,
      '  seat 3, royal-flush, MOP 10,035.00: locked -> verified, slip 1\n',
      '  says: deck counted; seat 3 has As Ks Qs; community cards Js Ts\n',
      '  held: stays MOP 10,035.00\n',
    );
    const [, proposal = ''] = /jackpot approve main (\d+)/.exec(proposed) ?? [];
    await says('carol', /claims/, ['claims', 'main'], `approve ${proposal} (approve)`);
    await says(
      'bob',
      /approve fortune-main \d+$/,
      ['approve', 'main', proposal, '--yes'],
      `alice has proposed award.verified of ${royal}`,
      'deck counted; seat 3 has As Ks Qs',
      `${royal}\n  seat 3: verified, slip 1, MOP 10,035.00\n`,
    );
  });

  it('one pays it, exactly, by its slip', async () => {
    const page = join(open.stack.folder, 'slip.html');
    await says('carol', /slip \S+ --seat/, ['slip', royal, '--seat', '3', '--html', page]);
    const pattern = /pay \S+ --seat \d --slip \d+ --amount \S+ --method cheque/;
    const pay = ['pay', royal, '--seat', '3', '--slip', '1', '--method', 'cheque'];
    const less = await type('carol', pattern, [...pay, '--amount', '10000.00', '--yes']);
    expect([less.code, less.output]).toEqual([1, expect.stringContaining('amount-differs')]);
    expect(less.output).toContain('Seat 3 gets MOP 10,035.00; MOP 10,000.00 were to be paid.');
    await says(
      'carol',
      pattern,
      [...pay, '--amount', '10035.00', '--receipt', 'C-2291', '--yes'],
      '  seat 3, royal-flush, MOP 10,035.00: verified -> paid\n',
      '  players: MOP -50.00 -> MOP 9,985.00\n',
      '  held: MOP 10,035.00 -> MOP 0.00\n',
      '  pool: stays MOP 10,000.00\n',
    );
    expect(await claims()).toEqual([]);
  });

  it('a false claim is taken back by two, and the accounts are those without it', async () => {
    await open.tables.send([table.bet('2', 1), table.settle('2')]);
    await until('the bet', async () => (await accounts())['pool'] === 10_035);
    const before = await accounts();
    const award = await win('3', 2, 'royal-flush');
    const reverse = ['reverse', award, '--cause', 'false-claim', '--reason', 'no jackpot bet'];
    const alone = await type('alice', /reverse \S+ --cause/, reverse);
    expect(alone.output).toContain('needs-approval');
    const proposed = await says(
      'alice',
      /propose reverse/,
      ['propose', ...reverse, ...inAnHour(), '--yes'],
      '  seat 2, royal-flush, MOP 10,070.00: locked -> reversed\n',
      '  leaves the accounts as they would be without the award\n',
      '  the signs: MOP 10,000.00 -> MOP 10,070.00\n',
    );
    await says('bob', /proposals fortune-main/, ['proposals', 'main'], award);
    const [, proposal = ''] = /jackpot approve main (\d+)/.exec(proposed) ?? [];
    await says('bob', /approve/, ['approve', 'main', proposal, '--yes'], 'award.reversed is done');
    // The stake of the bet that did not win: 35.00, 2.50 and 12.50 of 50.00.
    expect(await accounts()).toEqual({
      pool: (before['pool'] as number) + 35,
      reserve: (before['reserve'] as number) + 2.5,
      house: (before['house'] as number) + 12.5,
      players: (before['players'] as number) - 50,
      held: 0,
    });
  });

  it('a seat for which nobody comes expires to the house', async () => {
    const award = await win('4', 5, 'straight-flush');
    await says('alice', /claims --all/, ['claims', '--all'], award);
    const expire = ['expire', award, '--seat', '5', '--reason', '30 days', '--yes'];
    await says('alice', /expire \S+ --seat/, expire, 'locked -> expired');
    expect(await accounts()).toMatchObject({ held: 0 });
  });

  it('a win that the table missed is granted, and waits as any', async () => {
    await says('alice', /table fortune-main F3-07/, ['table', 'main', 'T1'], 'last sequence');
    const awards = ['awards', 'main', '--table', 'T1'];
    await says('alice', /awards fortune-main --table/, awards, 'paid', 'reversed', 'expired');
    const place = ['--table', 'T1', '--round', '9', '--payout', '1:flush:25.00'];
    const why = ['--cause', 'missed-win', '--reason', 'file 2291'];
    const done = await says(
      'alice',
      /grant fortune-main --table/,
      ['grant', 'main', ...place, ...why, '--yes'],
      'seat 1, flush, MOP 25.00: MOP 0.00 of the pool, MOP 25.00 of the house; locked\n',
      '  held: MOP 0.00 -> MOP 25.00\n',
    );
    const [granted = ''] = /main\/T1\/9\/\d+/.exec(done) ?? [];
    expect((await claims()).map(({ id }) => id)).toEqual([granted]);
  });

  it('explain has the whole life of an award, and verify agrees', async () => {
    const life = await says('alice', /explain/, ['explain', royal], 'award.paid by carol');
    expect(life).toMatch(/award.verified by alice \(alice, offset \d+\), bob \(bob, offset \d+\)/);
    await says('alice', /status/, ['status'], 'main');
    await says('alice', /verify$/, ['verify'], 'The ledger agrees with the log');
    expect(await open.secured.denials()).toEqual([]);
  });

  it('there is no command on the pages of awards that was not typed here', () => {
    const texts = pages.map((page) => manualPages().get(`${page}.md`) ?? '');
    const commands = [...new Set(texts.flatMap(commandsOf))];
    expect(commands.length).toBeGreaterThan(12);
    expect(commands.filter((each) => !typed.some((pattern) => pattern.test(each)))).toEqual([]);
  });
});
