import { writeFileSync } from 'node:fs';
import type { AwardMessage } from '#contract';
import type { Child } from '#testing/child';
import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { freePort } from '#tools/stack/ports.mjs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchOrSay } from '../signs/browser.js';
import { publicFile } from '../support/key-holders.js';
import { Device } from '../support/passkey-device.js';
import { Table } from '../support/table.js';

/** A win is verified and paid on pages, by people, each with a passkey of their own. */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('the control room', () => controlRoom(browser));
}

/** Somebody with a device of their own. */
interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly device: Device;
}

function controlRoom(chromium: Browser): void {
  const stack = new TestStack();
  const table = new Table(stack.prefix, 'main', 'F3-07');
  const people = {
    'm-silva': ['M.Silva', 'operate,adjust'],
    'l-ho': ['L.Ho', 'approve'],
    'j-wong': ['J.Wong', 'pay'],
  } as const;
  const at = new Map<keyof typeof people, Person>();
  let api: string;
  let child: Child;
  let room: string;

  const pageOf = (kid: keyof typeof people): Page => (at.get(kid) as Person).page;
  const claims = async (): Promise<AwardMessage[]> =>
    (await getJson<{ claims: AwardMessage[] }>(`${api}/v1/jackpots/main/claims`)).claims;
  /** Presses the button that asks for a preview, and touches; what the page says is in an error. */
  const signs = async (page: Page, button: string | RegExp, then = 'Done'): Promise<void> => {
    try {
      await page.getByRole('button', { name: button }).first().click();
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

  it('invites people, whose passkeys count once somebody has put them in force', async () => {
    const files: string[] = [];
    for (const [kid, [holder, roles]] of Object.entries(people)) {
      const asked = ['--kid', kid, '--holder', holder, '--roles', roles, '--console', room];
      const { code, output } = await stack.cli('keys', 'invite', ...asked, '--json');
      expect({ code, output }).toMatchObject({ code: 0 });
      const { url } = JSON.parse(output) as { url: string };
      const context = await chromium.newContext({ locale: 'en-GB' });
      context.setDefaultTimeout(120_000);
      const page = await context.newPage();
      const device = await Device.at(page);
      at.set(kid as keyof typeof people, { context, page, device });
      await page.goto(url);
      await page.getByRole('button', { name: 'Make my passkey' }).click();
      await page.getByText('Your passkey is made').waitFor();
      const written = await page.locator('details pre').textContent();
      const file = publicFile(stack, kid);
      writeFileSync(file, written ?? '');
      files.push(file);
      await page.goto(room);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('This passkey is not in force here').waitFor();
    }
    const added = await stack.cli('keys', 'add', '--yes', ...files);
    expect([added.output, added.code]).toEqual([expect.any(String), 0]);
    for (const { page } of at.values()) {
      await page.goto(room);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Nothing waits.').waitFor();
    }
  });

  it('has a royal flush verified by two people and paid by a third', async () => {
    const award = await win('1', 3);
    const [one, other, cashier] = [pageOf('m-silva'), pageOf('l-ho'), pageOf('j-wong')];
    await one.getByRole('link', { name: /MOP 1,/ }).click();
    await one.getByText('Verify', { exact: true }).click();
    await one.getByLabel('The deck was').selectOption('counted');
    await one.getByLabel('Surveillance').fill('camera 12, 20:14');
    await signs(one, 'Show what it changes', 'Proposed');

    await other.getByRole('link', { name: 'Proposals' }).click();
    await other.getByRole('link', { name: 'Verification' }).click();
    await other.getByText('camera 12, 20:14').waitFor();
    await signs(other, /^Approve/);
    await other.getByRole('link', { name: 'Print the slip 1' }).waitFor();

    await cashier.goto(`${room}/claims/main/${award.offset}`);
    await cashier.getByText('Pay · Seat 3').click();
    await cashier.getByLabel('By').selectOption('cheque');
    await signs(cashier, 'Show what it changes');
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
      await page.getByLabel('Reason').fill('a card is missing');
      await signs(page, 'Show what it changes');
      await page.getByRole('button', { name: 'Close' }).last().click();
      expect(await getJson(`${api}/v1/jackpots/main`)).toMatchObject({ state });
    }
  });

  it('is proven by the log and the root alone', async () => {
    const { code, output } = await stack.cli('verify');
    expect({ code, output }).toMatchObject({ code: 0 });
  });
}
