import { writeFileSync } from 'node:fs';
import { fortune, jackpot } from '#testing/jackpot';
import { TestStack } from '#testing/test-stack';
import { freePort } from '#tools/stack/ports.mjs';
import { launchOrSay } from '../signs/browser.js';
import { publicFile } from '../support/key-holders.js';

const stack = new TestStack();
afterAll(() => stack.close());

/** A visitor of the demo whose browser has no passkey. */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());

  test('a key of the page alone signs, under a banner, in a demo', async () => {
    const api = (await stack.startJackpot()).url;
    await stack.configure(api, jackpot('main', fortune));
    const room = `http://localhost:${await freePort()}`;
    await stack.startConsole(room, { CONSOLE_PAGE_KEYS: 'demo' });
    const person = ['--kid', 'visitor', '--holder', 'V.Isitor', '--roles', 'operate'];
    const invited = await stack.cli('keys', 'invite', ...person, '--console', room, '--json');
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await page.goto((JSON.parse(invited.stdout) as { url: string }).url);
    await page.getByRole('button', { name: 'Use a key of this page' }).click();
    await page.getByText('Your passkey is made').waitFor();
    const file = publicFile(stack, 'visitor');
    writeFileSync(file, (await page.locator('details pre').textContent()) ?? '');
    expect((await stack.cli('keys', 'add', '--yes', file)).code).toBe(0);
    await page.goto(`${room}/jackpots/main`);
    await page.getByText('without a touch').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Suspend', { exact: true }).click();
    await page.getByLabel('Reason').fill('a visitor tries it');
    await page.getByRole('button', { name: 'Show what it changes' }).click();
    await page.getByRole('button', { name: 'Sign by a touch' }).click();
    await page.getByRole('heading', { name: 'Done', exact: true }).waitFor();
    const { output } = await stack.cli('verify');
    expect(output).toContain('The ledger agrees with the log');
  });
}

test.each([
  ['on all addresses', { HOST: '0.0.0.0' }],
  ['for a page of the house', { CONSOLE_ORIGIN: 'https://jackpot.casino.example' }],
])('no console offers it %s', async (_, setting) => {
  const child = stack.start('apps/console', [], { ...setting, CONSOLE_PAGE_KEYS: 'demo' });
  expect(await child.exit()).not.toBe(0);
  expect(child.output).toContain('CONSOLE_PAGE_KEYS is for a demo on one machine');
});
