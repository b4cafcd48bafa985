import { formatMinor, type AwardMessage } from '#contract';
import type { SignerRole } from '#pools';
import { jackpot } from '#testing/jackpot';
import { passkeyNamed, passkeyOf, type TestPasskey } from '#testing/test-passkey';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchOrSay } from '../signs/browser.js';
import { Device } from '../support/passkey-device.js';
import { Table } from '../support/table.js';

/** Royal flushes are verified, taken back and paid by touch alone, with figures of another hand. */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('by touch', () => byTouch(browser));
}

/** Holder and roles of each key. */
const people = {
  'a-one': ['A.Silva', ['operate', 'adjust', 'pay']],
  'a-two': ['A.Silva', ['approve']],
  'b-ho': ['B.Ho', ['approve']],
  'c-leong': ['C.Leong', ['surveil']],
} as const satisfies Record<string, readonly [string, readonly SignerRole[]]>;
type Kid = keyof typeof people;

function byTouch(chromium: Browser): void {
  const stack = new TestStack();
  const pages = new Map<Kid, Page>();
  let api: string;
  let room: string;
  /** Of pages; what a device asks of a finger is beside them. */
  let touches = 0;

  const at = (kid: Kid): Page => pages.get(kid) as Page;
  const touch = async (on: Locator): Promise<void> => {
    touches += 1;
    await on.filter({ visible: true }).first().click();
  };
  const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });
  /** Opens the award that waits on the floor. */
  const opens = async (page: Page, text: string): Promise<void> => {
    await page.goto(`${room}/`);
    await touch(page.getByRole('link', { name: text }));
  };
  const awardsOf = async (id: string): Promise<AwardMessage[]> =>
    (await getJson<{ awards: AwardMessage[] }>(`${api}/v1/jackpots/${id}/awards`)).awards;
  const awardOf = (id: string, round: string): Promise<AwardMessage> =>
    until(`the award of round ${round}`, async () =>
      (await awardsOf(id)).find((each) => each.round === round),
    );
  /** The accounts in major units, in the order of the case. */
  const accountsOf = async (id: string): Promise<string> => {
    const { accounts } = await getJson<{ accounts: Record<string, string> }>(
      `${api}/v1/jackpots/${id}`,
    );
    const names = ['pool', 'reserve', 'house', 'players', 'held'];
    return names
      .map((name) => formatMinor(Number(BigInt(accounts[name] ?? 0) / 10_000n), 'MOP').slice(4))
      .join(' · ');
  };
  const expectAccounts = async (id: string, expected: string): Promise<void> => {
    await until(`${id} to be ${expected}`, async () => (await accountsOf(id)) === expected).catch(
      async () => expect(await accountsOf(id)).toBe(expected),
    );
  };

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    const port = await freePort();
    room = `http://localhost:${port}`;
    const held = new Map<Kid, TestPasskey>();
    for (const kid of Object.keys(people) as Kid[]) {
      const made = passkeyNamed(kid, 'P-256', 'localhost');
      held.set(kid, { ...made, passkey: { ...made.passkey, origins: [room] } });
    }
    const keys = [...held].map(([kid, passkey]) => {
      const [holder, roles] = people[kid];
      return passkeyOf(passkey, { holder, roles });
    });
    await stack.setKeys(api, keys);
    const game = {
      seed: 100_000_000,
      stake: { min: 5_000, max: 5_000 },
      rates: { pool: 7_000, reserve: 500 },
      prizes: {
        'royal-flush': { fixed: 50_000_000, share: 10_000 },
        'straight-flush': { fixed: 2_500_000, share: 1_000 },
        'four-of-a-kind': { fixed: 1_500_000 },
        'full-house': { fixed: 500_000 },
        flush: { fixed: 250_000 },
      },
      verifyAbove: 1_000_000,
    } as const;
    const [two, three] = [['approve'], ['approve', 'surveil']] as const;
    const reversed = [{ from: 0, by: [...two] }];
    for (const [id, by] of [
      ['main', three],
      ['duo', two],
    ] as const) {
      const approvals = {
        'award.verified': [{ from: 0, by: [...by] }],
        'award.reversed': reversed,
      };
      await stack.configure(api, jackpot(id, { ...game, approvals }));
    }
    const child = stack.start('apps/console', [], { PORT: String(port), CONSOLE_ORIGIN: room });
    const own = await child.url();
    await until('the console to be ready', async () => (await fetch(`${own}/health/ready`)).ok);
    for (const [kid, passkey] of held) {
      const context = await chromium.newContext({ locale: 'en-GB' });
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      await (await Device.at(page)).holds(passkey);
      await page.goto(room);
      await button(page, 'Sign in').click();
      await page.getByText(people[kid][0]).first().waitFor();
      pages.set(kid, page);
    }
  });
  afterAll(async () => {
    for (const page of pages.values()) await page.context().close();
    await stack.close();
  });

  const sign = async (page: Page, ask: string | RegExp, then: string): Promise<void> => {
    await touch(button(page, ask));
    await touch(button(page, 'Sign by a touch'));
    await page.getByRole('heading', { name: then, exact: true }).waitFor();
  };

  it('the worked case of a royal flush that is taken back, and of one that is paid', async () => {
    const [f7, f8] = ['F3-07', 'F3-08'].map((name) => new Table(stack.prefix, 'main', name)) as [
      Table,
      Table,
    ];
    // 1. and 2. A hundred bets, and a royal flush at seat 3.
    await stack.send(Array.from({ length: 99 }, (_, index) => f7.bet(`early-${index}`, 1)));
    await stack.send([f7.bet('100', 3)]);
    await expectAccounts('main', '1,003,500.00 · 250.00 · -998,750.00 · -5,000.00 · 0.00');
    await stack.send([f7.settle('100', [3, 'royal-flush'])]);
    const claimed = await awardOf('main', '100');
    await expectAccounts('main', '1,000,000.00 · 0.00 · -1,998,500.00 · -5,000.00 · 1,003,500.00');
    // 3. Ten bets at another table.
    await stack.send(Array.from({ length: 10 }, (_, index) => f8.bet(`late-${index}`, 1)));
    await expectAccounts('main', '1,000,350.00 · 25.00 · -1,998,375.00 · -5,500.00 · 1,003,500.00');
    // 4. Nobody is offered to pay what nobody has verified.
    const one = at('a-one');
    await opens(one, 'MOP 1,003,500.00');
    await one.getByText('to be verified').first().waitFor();
    expect(await button(one, 'Pay: Cheque').count()).toBe(0);
    // 5. Who takes it back is not who approves it, with whichever key.
    await touch(one.getByText('Take the award back'));
    await one.getByLabel('Cause').selectOption('false-claim');
    await one
      .getByLabel('Reason')
      .filter({ visible: true })
      .fill('no royal flush on the recording');
    await sign(one, 'Show what it changes', 'Proposed');
    const own = at('a-two');
    await opens(own, 'MOP 1,003,500.00');
    await own.getByText('no royal flush').or(own.getByText('A.Silva')).first().waitFor();
    expect(await button(own, /^Approve/).count()).toBe(0);
    await opens(at('b-ho'), 'MOP 1,003,500.00');
    await sign(at('b-ho'), /^Approve/, 'Done');
    await expectAccounts('main', '1,003,850.00 · 275.00 · -998,625.00 · -5,500.00 · 0.00');
    expect(claimed.states).toMatchObject([{ state: 'locked' }]);
    // 6. Another one, verified by three holders and paid.
    await stack.send([f8.bet('201', 3), f8.settle('201', [3, 'royal-flush'])]);
    await awardOf('main', '201');
    await opens(one, 'MOP 1,003,885.00');
    await sign(one, 'Verify: counted', 'Proposed');
    for (const [kid, then] of [
      ['b-ho', 'Approved'],
      ['c-leong', 'Done'],
    ] as const) {
      await opens(at(kid), 'MOP 1,003,885.00');
      await sign(at(kid), /^Approve/, then);
    }
    await opens(one, 'MOP 1,003,885.00');
    await sign(one, 'Pay: Cheque', 'Done');
    await one.keyboard.press('Escape');
    await one.getByText('paid', { exact: true }).waitFor();
    expect(await button(one, 'Pay: Cheque').count()).toBe(0);
    const paid = await awardOf('main', '201');
    expect(paid.states).toMatchObject([{ state: 'paid', slip: 1 }]);
    expect(await accountsOf('main')).toMatch(/ 998,335\.00 · 0\.00$/);
  });

  const sizes = [
    [1280, 800],
    [820, 1180],
    [390, 844],
  ] as const;
  const everywhere = sizes.flatMap((size) =>
    ['en', 'pt', 'zh-Hant'].map((language) => [...size, language] as const),
  );
  it.each(everywhere)(
    'at %i × %i in %s a royal flush is verified, paid and printed by two people in ten touches',
    async (width, height, language) => {
      const table = new Table(stack.prefix, 'duo', `F3-${width}-${language}`);
      await stack.send([table.bet('1', 3), table.settle('1', [3, 'royal-flush'])]);
      const { offset } = await until('the award', async () =>
        (await awardsOf('duo')).find((each) => each.table === table.source),
      );
      const path = `/claims/duo/${offset}`;
      const [one, other] = [at('a-one'), at('b-ho')];
      for (const page of [one, other]) {
        await page.setViewportSize({ width, height });
        await page.goto(`${room}/?lang=${language}`);
      }
      touches = 0;
      await touch(one.locator(`a[href="${path}"]`));
      await touch(one.locator('button[value=counted]'));
      await touch(one.locator('button[data-sign]'));
      await one.locator('dialog .compare').waitFor();
      await touch(other.locator(`a[href="${path}"]`));
      await touch(other.locator('form[data-act=approve] button'));
      await touch(other.locator('button[data-sign]'));
      await other.locator('dialog .slips a').waitFor();
      await touch(one.locator('dialog button.main[data-close]'));
      await touch(one.locator('button[value=cheque]'));
      await touch(one.locator('button[data-sign]'));
      const printed = one.context().waitForEvent('page');
      await touch(one.locator('dialog .slips a'));
      const slip = await printed;
      await slip.getByText('PAID · PAGO · 已支付').first().waitFor();
      await slip.close();
      expect(touches).toBeLessThanOrEqual(10);
      // Nobody has to push a page aside to read it.
      for (const page of [one, other]) {
        const tooWide =
          'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        expect(await page.evaluate(tooWide)).toBe(false);
      }
    },
  );
}
