import { writeFileSync } from 'node:fs';
import type { AwardMessage } from '#contract';
import type { Child } from '#testing/child';
import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { launchOrSay } from '../signs/browser.js';
import { publicFile } from '../support/key-holders.js';
import { Device } from '../support/passkey-device.js';
import { Table } from '../support/table.js';

/** People verify and pay a win on pages, each with their own passkey. */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('the control room', () => controlRoom(browser));
}

/** A person with their own device. */
interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly device: Device;
}

function controlRoom(chromium: Browser): void {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'F3-07');
  /** The roles as the pages name them, except for the first person, who is invited at a shell. */
  const people = {
    'k-lei': ['K.Lei', 'keys'],
    'm-silva': ['M.Silva', 'operation,adjustment'],
    'l-ho': ['L.Ho', 'approval,configuration'],
    'j-wong': ['J.Wong', 'payment,closing'],
  } as const;
  const at = new Map<keyof typeof people, Person>();
  let api: string;
  let child: Child;
  let room: string;

  const pageOf = (kid: keyof typeof people): Page => (at.get(kid) as Person).page;
  const claims = async (): Promise<AwardMessage[]> =>
    (await getJson<{ claims: AwardMessage[] }>(`${api}/v1/jackpots/main/claims`)).claims;
  /**
   * Presses the button that asks for a preview, and touches; an error contains the page's words.
   */
  const signs = async (page: Page, button: string | RegExp, then = 'Done'): Promise<void> => {
    try {
      await page.getByRole('button', { name: button }).filter({ visible: true }).first().click();
      await page.getByRole('button', { name: 'Sign by a touch' }).click();
      await page.getByRole('heading', { name: then, exact: true }).waitFor();
    } catch (error) {
      const said = await page.locator('body').innerText();
      throw new Error(`${page.url()} says:\n${said}\n${child.output}`, { cause: error });
    }
  };
  const win = async (round: string, seat: number): Promise<AwardMessage> => {
    await stack.send([table.bet(round, seat), table.settle(round, [seat, 'royal-flush'])]);
    return until(`the award of round ${round}`, async () =>
      (await claims()).find((each) => each.round === round),
    );
  };

  beforeAll(async () => {
    api = (await stack.startJackpot()).url;
    const one = [{ from: 0, by: ['approve' as const] }];
    const approvals = { 'award.verified': one, 'award.reversed': one };
    await stack.configure(api, jackpot('main', { ...fortune, verifyAbove: 1_000_000, approvals }));
    const port = await freePort();
    room = `http://localhost:${port}`;
    child = stack.start('apps/console', [], { PORT: String(port), CONSOLE_ORIGIN: room });
    const own = await child.url();
    await until('the console to be ready', async () => (await fetch(`${own}/health/ready`)).ok);
  });
  afterAll(async () => {
    for (const { context } of at.values()) await context.close();
    await stack.close();
  });

  /**
   * Makes a passkey at the address of an invitation.
   * @returns the characters by which people compare its key
   */
  const enrol = async (kid: keyof typeof people, url: string): Promise<string> => {
    const context = await chromium.newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    const device = await Device.at(page);
    at.set(kid, { context, page, device });
    await page.goto(url);
    await page.getByRole('button', { name: 'Make my passkey' }).click();
    await page.getByText('Your passkey is made').waitFor();
    return (await page.locator('.print code').textContent()) ?? '';
  };
  const reserveOf = async (): Promise<bigint> => {
    type Read = { accounts: { reserve: string } };
    return BigInt((await getJson<Read>(`${api}/v1/jackpots/main`)).accounts.reserve);
  };
  const openForm = (page: Page) => page.locator('details[open]');
  const signsIn = async (page: Page): Promise<void> => {
    await page.goto(room);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('has its first person invited at a shell, whose passkey counts once it is in force', async () => {
    const [holder, roles] = people['k-lei'];
    const asked = ['--kid', 'k-lei', '--holder', holder, '--roles', roles, '--console', room];
    const { code, output, stdout } = await stack.cli('keys', 'invite', ...asked, '--json');
    expect({ code, output }).toMatchObject({ code: 0 });
    await enrol('k-lei', (JSON.parse(stdout) as { url: string }).url);
    const page = pageOf('k-lei');
    const file = publicFile(stack, 'k-lei');
    writeFileSync(file, (await page.locator('details pre').textContent()) ?? '');
    await signsIn(page);
    await page.getByText('This passkey is not in force here').waitFor();
    const added = await stack.cli('keys', 'add', '--yes', file);
    expect([added.output, added.code]).toEqual([expect.any(String), 0]);
    await signsIn(page);
    await page.getByText('Nothing waits.').waitFor();
  });

  it('has the others invited and put in force by a touch each', async () => {
    const officer = pageOf('k-lei');
    for (const [kid, [holder, roles]] of Object.entries(people).slice(1)) {
      await officer.goto(`${room}/people`);
      await officer.getByText('Invite somebody').click();
      await officer.getByLabel('Holder').fill(holder);
      await officer.getByLabel('Name of the key').fill(kid);
      for (const role of roles.split(',')) await officer.getByLabel(role, { exact: true }).check();
      await signs(officer, 'Show what it changes', 'Invite somebody');
      const url = await officer.locator('.address').innerText();
      const print = await enrol(kid as keyof typeof people, url);
      await officer.goto(`${room}/people`);
      await officer.locator('li', { hasText: kid }).getByText(print).waitFor();
      await signs(officer, 'Put in force');
      const page = pageOf(kid as keyof typeof people);
      await signsIn(page);
      await page.getByText('Nothing waits.').waitFor();
    }
  });

  it('has a royal flush verified by two people and paid by a third', async () => {
    const award = await win('1', 3);
    const [one, other, cashier] = [pageOf('m-silva'), pageOf('l-ho'), pageOf('j-wong')];
    await one.getByRole('link', { name: /MOP 1,/ }).click();
    await one.getByLabel('Surveillance').fill('camera 12, 20:14');
    await signs(one, 'Verify: counted', 'Proposed');

    await other.getByRole('navigation').getByRole('link', { name: 'Proposals' }).click();
    await other.getByRole('link', { name: 'Verification' }).click();
    await other.getByText('camera 12, 20:14').waitFor();
    await signs(other, /^Approve/);
    await other.getByRole('link', { name: 'Print the slip 1' }).waitFor();

    await cashier.goto(`${room}/claims/main/${award.offset}`);
    await cashier.getByLabel('Number of the slip').fill('1');
    await signs(cashier, 'Pay: Cheque');
    // However the dialog is closed, the page shows the new state.
    await cashier.keyboard.press('Escape');
    await cashier.getByText('paid', { exact: true }).waitFor();
    expect(await cashier.getByText('Pay · Seat 3').count()).toBe(0);
    expect(await claims()).toEqual([]);
    const slip = await cashier.goto(`${room}/claims/main/${award.offset}/slip/3`);
    expect(await slip?.text()).toContain('PAID');
  });

  it('has the bets of a jackpot refused, and taken again, by one touch each', async () => {
    const page = pageOf('m-silva');
    await page.goto(`${room}/jackpots/main`);
    for (const [act, state] of [
      ['Suspend', 'suspended'],
      ['Resume', 'running'],
    ] as const) {
      await page.getByText(act, { exact: true }).click();
      await openForm(page).getByLabel('Reason').fill('a card is missing');
      await signs(page, 'Show what it changes');
      await page.getByRole('button', { name: 'Close' }).last().click();
      expect(await getJson(`${api}/v1/jackpots/main`)).toMatchObject({ state });
    }
  });

  it('loses no press of a button that comes before its script', async () => {
    const page = pageOf('m-silva');
    const script = '**/assets/console.js';
    await page.route(script, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    await page.goto(`${room}/jackpots/main`, { waitUntil: 'commit' });
    await page.getByText('Suspend', { exact: true }).click();
    await openForm(page).getByLabel('Reason').fill('a test');
    await openForm(page).getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByRole('button', { name: 'Sign by a touch' }).waitFor();
    await page.unroute(script);
  });

  it('says on the floor where a dealer has to do something, and what', async () => {
    const page = pageOf('m-silva');
    await stack.send([table.bet('2', 5), table.bet('2', 5)]);
    await until('the refusal', async () => {
      await page.goto(room);
      return page.getByText('had events refused').isVisible();
    });
    await page.getByRole('main').getByRole('link', { name: 'F3-07' }).first().click();
    await page.getByText('One bet a seat: give a second stake back.').waitFor();
  });

  it('has the bets of a table refused, and taken again', async () => {
    const page = pageOf('m-silva');
    await page.goto(`${room}/tables`);
    await page.getByRole('link', { name: 'F3-07' }).click();
    for (const [act, isBlocked] of [
      ['Block: refuse its bets', true],
      ['Unblock: take its bets again', false],
    ] as const) {
      await page.getByText(act, { exact: true }).click();
      await openForm(page).getByLabel('Reason').fill('the shoe is changed');
      await signs(page, 'Show what it changes');
      await page.getByRole('button', { name: 'Close' }).last().click();
      const { blocked } = await getJson<{ blocked: string[] }>(`${api}/v1/jackpots/main`);
      expect(blocked).toEqual(isBlocked ? ['F3-07'] : []);
    }
  });

  it('closes a gaming day, and shows its report', async () => {
    const page = pageOf('j-wong');
    await page.goto(`${room}/days`);
    await page.getByText('Close the day', { exact: true }).click();
    await signs(page, 'Show what it changes');
    const row = await until('the statement of the day', async () => {
      await page.goto(`${room}/days`);
      const found = page.locator('tbody tr').first();
      return (await found.isVisible()) ? found : undefined;
    });
    expect(await row.innerText()).toContain('J.Wong');
    const path = await row.getByRole('link', { name: 'Day' }).first().getAttribute('href');
    const report = await page.goto(room + path);
    expect(await report?.text()).toContain('<h1>Gaming day');
  });

  it('moves an account by a touch, and says what it has moved', async () => {
    const page = pageOf('m-silva');
    const before = await reserveOf();
    await page.goto(`${room}/jackpots/main`);
    await page.getByText('Adjust an account').click();
    await openForm(page).getByLabel('Amount').fill('+10.00');
    await openForm(page).getByLabel('Account').selectOption('reserve');
    await openForm(page).getByLabel('Reason').fill('a bonus of the house');
    await signs(page, 'Show what it changes');
    const after = await reserveOf();
    expect(after - before).toBe(10_000_000n);
  });

  it('changes a prize by a form, and shows what the game becomes', async () => {
    const page = pageOf('l-ho');
    await page.goto(`${room}/jackpots/main`);
    await page.getByText('Change the configuration').click();
    const form = openForm(page);
    await form.getByLabel('Flush, fixed amount', { exact: true }).fill('7,000.00');
    await form.getByLabel('Takes effect').selectOption('now');
    await form.getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByText('prizes.flush.fixed 7,000.00: a comma is ambiguous').waitFor();
    await page.keyboard.press('Escape');
    await form.getByLabel('Flush, fixed amount', { exact: true }).fill('7000.00');
    await form.getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByText('than a flush with MOP 7,000.00').waitFor();
    await page.getByLabel('Why it is right nevertheless').fill('for a week');
    await signs(page, 'Show it again');
    const { prizes } = (
      await getJson<{ configuration: { prizes: Record<string, unknown> } }>(
        `${api}/v1/jackpots/main`,
      )
    ).configuration;
    expect(prizes).toMatchObject({
      flush: { fixed: 700_000 },
      'full-house': fortune.prizes['full-house'],
    });
  });

  it('follows nothing on a page that nobody can see, so that a browser can have many', async () => {
    const page = pageOf('k-lei');
    const isLive = (asked: Request) => asked.url().endsWith('/live');
    const seen = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'));`);
    await Promise.all([page.waitForRequest(isLive), page.goto(room)]);
    const ended = page.waitForEvent('requestfailed', isLive);
    await seen(true);
    await ended;
    await Promise.all([page.waitForRequest(isLive), seen(false)]);
  });

  it('loses no touch of a page that is renewed under the finger', async () => {
    const page = pageOf('k-lei');
    await page.goto(`${room}/people`);
    await page.getByRole('main').getByRole('link', { name: 'J.Wong' }).hover();
    await page.mouse.down();
    const renewed = page.waitForResponse(
      (answer) => answer.request().headers()['x-live'] === 'yes',
    );
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await (await renewed).finished();
    await page.evaluate(`new Promise((done) => setTimeout(done, 200))`);
    await page.mouse.up();
    await page.waitForURL(/\/people\/j-wong/);
  });

  it('shows what a person has signed, as the log proves it', async () => {
    const page = pageOf('k-lei');
    await page.goto(`${room}/people`);
    await page.getByRole('link', { name: 'J.Wong' }).click();
    await page
      .getByRole('row', { name: /Payment/ })
      .getByText('Cheque')
      .waitFor();
    await page.getByRole('row', { name: /Close the day/ }).waitFor();
    expect(await page.getByRole('row', { name: /Verification/ }).count()).toBe(0);
  });

  const languages = ['en', 'pt', 'zh-Hant'];
  it.each(languages)('has pages that everybody can read, in %s', async (language) => {
    const page = pageOf('k-lei');
    const [award] = (await getJson<{ awards: AwardMessage[] }>(`${api}/v1/jackpots/main/awards`))
      .awards;
    const paths = [
      ...['/', '/claims', `/claims/main/${award?.offset}`, '/jackpots/main', '/tables'],
      ...['/tables/main/F3-07', '/days', '/proposals', '/people', '/people/m-silva', '/proof'],
      ...['/manual', '/manual/royal-flush'],
    ];
    for (const path of paths) {
      const answer = await page.goto(`${room}${path}?lang=${language}`);
      expect(answer?.status()).toBe(200);
      await page.evaluate(axe.source);
      const found = await page.evaluate(`axe.run()`);
      const { violations } = found as axe.AxeResults;
      const faults = violations.map(({ id, nodes }) => [
        id,
        nodes[0]?.html,
        nodes[0]?.failureSummary,
      ]);
      expect([path, faults]).toEqual([path, []]);
    }
  });

  it('ends a key by a touch: its holder is out at once', async () => {
    const officer = pageOf('k-lei');
    await officer.goto(`${room}/people?lang=en`);
    await officer
      .locator('tr', { hasText: 'j-wong' })
      .getByRole('button', { name: 'Revoke' })
      .click();
    await officer.getByRole('button', { name: 'Sign by a touch' }).click();
    await officer.getByRole('heading', { name: 'Done', exact: true }).waitFor();
    const page = pageOf('j-wong');
    await page.goto(`${room}/days?lang=en`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  it('is proven by the log and the root alone', async () => {
    const { code, output } = await stack.cli('verify');
    expect({ code, output }).toMatchObject({ code: 0 });
  });
}
