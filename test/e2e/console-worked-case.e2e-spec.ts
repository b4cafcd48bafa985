import { formatMinor, type AwardMessage } from '#contract';
import { getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchOrSay } from '../signs/browser.js';
import { Table } from '../support/table.js';
import { TouchRoom } from '../support/touch-room.js';

/**
 * Royal flushes are verified, reversed and paid by touch alone, with the figures of another hand.
 */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('by touch', () => byTouch(browser));
}

function byTouch(chromium: Browser): void {
  const people = {
    'a-one': ['A.Silva', ['operate', 'adjust', 'pay']],
    'a-two': ['A.Silva', ['approve']],
    'b-ho': ['B.Ho', ['approve']],
    'c-leong': ['C.Leong', ['surveil']],
  } as const;
  let room: TouchRoom;
  beforeAll(async () => {
    room = await TouchRoom.open(chromium, people, ['approve', 'surveil']);
  });
  afterAll(() => room.close());

  const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
  /** Opens the award that waits on the floor. */
  const opens = async (page: Page, text: string): Promise<void> => {
    await page.goto(`${room.address}/`);
    await room.touch(page.getByRole('link', { name: text }));
  };
  const awardOf = (round: string): Promise<AwardMessage> =>
    room.awardWhere((each) => each.round === round);
  /** The accounts in major units, in the order of the case. */
  const accountsNow = async (): Promise<string> => {
    const { accounts } = await getJson<{ accounts: Record<string, string> }>(
      `${room.api}/v1/jackpots/main`,
    );
    const names = ['pool', 'reserve', 'house', 'players', 'held'];
    return names
      .map((name) => formatMinor(Number(BigInt(accounts[name] ?? 0) / 10_000n), 'MOP').slice(4))
      .join(' · ');
  };
  const expectAccounts = async (expected: string): Promise<void> => {
    await until(`the accounts ${expected}`, async () => (await accountsNow()) === expected).catch(
      async () => expect(await accountsNow()).toBe(expected),
    );
  };
  const sign = async (page: Page, ask: string | RegExp, then: string): Promise<void> => {
    await room.touch(button(page, ask));
    await room.touch(button(page, 'Sign by a touch'));
    await page.getByRole('heading', { name: then, exact: true }).waitFor();
  };

  it('the worked case of a royal flush that is taken back, and of one that is paid', async () => {
    const [f7, f8] = ['F3-07', 'F3-08'].map(
      (name) => new Table(room.stack.prefix, 'main', name),
    ) as [Table, Table];
    // 1. and 2. A hundred bets, and a royal flush at seat 3.
    await room.stack.send(Array.from({ length: 99 }, (_, index) => f7.bet(`early-${index}`, 1)));
    await room.stack.send([f7.bet('100', 3)]);
    await expectAccounts('1,003,500.00 · 250.00 · -998,750.00 · -5,000.00 · 0.00');
    await room.stack.send([f7.settle('100', [3, 'royal-flush'])]);
    const claimed = await awardOf('100');
    await expectAccounts('1,000,000.00 · 0.00 · -1,998,500.00 · -5,000.00 · 1,003,500.00');
    // 3. Ten bets at another table.
    await room.stack.send(Array.from({ length: 10 }, (_, index) => f8.bet(`late-${index}`, 1)));
    await expectAccounts('1,000,350.00 · 25.00 · -1,998,375.00 · -5,500.00 · 1,003,500.00');
    // 4. The page offers nobody a payment that nobody has verified.
    const one = room.at('a-one');
    await opens(one, 'MOP 1,003,500.00');
    await one.getByText('to be verified').first().waitFor();
    expect(await button(one, 'Pay: Cheque').count()).toBe(0);
    // 5. The person who reverses it cannot also approve it, whatever the key.
    await room.touch(one.getByText('Reverse the award'));
    await one.getByLabel('Cause').selectOption('false-claim');
    await one
      .getByLabel('Reason')
      .filter({ visible: true })
      .fill('no royal flush on the recording');
    await sign(one, 'Show what it changes', 'Proposed');
    const own = room.at('a-two');
    await opens(own, 'MOP 1,003,500.00');
    await own.getByText('no royal flush').or(own.getByText('A.Silva')).first().waitFor();
    expect(await button(own, /^Approve/).count()).toBe(0);
    await opens(room.at('b-ho'), 'MOP 1,003,500.00');
    await sign(room.at('b-ho'), /^Approve/, 'Done');
    await expectAccounts('1,003,850.00 · 275.00 · -998,625.00 · -5,500.00 · 0.00');
    expect(claimed.states).toMatchObject([{ state: 'locked' }]);
    // 6. Another award, verified by three key holders and paid.
    await room.stack.send([f8.bet('201', 3), f8.settle('201', [3, 'royal-flush'])]);
    await awardOf('201');
    await opens(one, 'MOP 1,003,885.00');
    await one.getByLabel('Surveillance').fill('1187');
    await sign(one, 'Verify: counted', 'Proposed');
    for (const [kid, then] of [
      ['b-ho', 'Approved'],
      ['c-leong', 'Done'],
    ] as const) {
      await opens(room.at(kid), 'MOP 1,003,885.00');
      await sign(room.at(kid), /^Approve/, then);
    }
    await opens(one, 'MOP 1,003,885.00');
    await one.getByLabel('Number of the slip').fill('1');
    await sign(one, 'Pay: Cheque', 'Done');
    await one.keyboard.press('Escape');
    await one.getByText('paid', { exact: true }).waitFor();
    expect(await button(one, 'Pay: Cheque').count()).toBe(0);
    const paid = await awardOf('201');
    expect(paid.states).toMatchObject([{ state: 'paid', slip: 1 }]);
    expect(await accountsNow()).toMatch(/ 998,335\.00 · 0\.00$/);
  });

  it('a reversal that a later award makes inexact says so before it is signed, and after', async () => {
    const table = new Table(room.stack.prefix, 'main', 'F3-09');
    const ids: string[] = [];
    for (const round of ['301', '302']) {
      await room.stack.send([table.bet(round, 3), table.settle(round, [3, 'straight-flush'])]);
      const { offset, jackpot } = await awardOf(round);
      ids.push(`/claims/${jackpot}/${offset}`);
    }
    const one = room.at('a-one');
    await one.goto(`${room.address}${ids[0]}`);
    await room.touch(one.getByText('Reverse the award'));
    await one.getByLabel('Cause').selectOption('misread');
    await one.getByLabel('Reason').filter({ visible: true }).fill('tape 1187');
    await room.touch(button(one, 'Show what it changes'));
    const rest = (page: Page): Locator => page.getByText('does not put everything right');
    await rest(one).waitFor();
    await one.getByText('took a part of the pool after it').waitFor();
    await one.getByText('Not all amounts can be computed').waitFor();
    await one.getByLabel('Why it is right nevertheless').fill('the newer one is right');
    await sign(one, 'Show it again', 'Proposed');
    const other = room.at('b-ho');
    await other.goto(`${room.address}${ids[0]}`);
    await room.touch(button(other, /^Approve/));
    await other.getByLabel('Why it is right nevertheless').fill('the newer one is right');
    await sign(other, 'Show it again', 'Done');
    await rest(other).waitFor();
    await other.goto(`${room.address}${ids[0]}`);
    await rest(other).waitFor();
  });
}
