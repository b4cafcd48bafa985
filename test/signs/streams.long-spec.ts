import { until } from '#testing/until';
import type { Page } from 'playwright-core';
import { launchOrSay, newContext, openSign, openTab, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, valueEvent } from './wire.js';

const signs = 9;

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());

  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await TestGateway.start();
    gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
    gateway.onOpen = () => [valueEvent(fortune)];
  });
  afterEach(() => gateway.close());

  const kinds = () => gateway.openings.map(({ kind }) => kind);
  const untilLive = (page: Page) =>
    until('its value', async () => (await sampled(page)).states.at(-1)?.seen === 'live amount');

  test(`${signs} signs of one browser: each shows its value, and acknowledges it`, async () => {
    const context = await newContext(browser);
    for (let sign = 1; sign <= signs; sign += 1) {
      const page = await openTab(context, gateway, `fortune-main?sign=${sign}`);
      await untilLive(page);
      await until('its acknowledgement', () => gateway.acks.some((ack) => ack.sign === `${sign}`));
    }
    expect(new Set(kinds())).toEqual(new Set(['ws']));
    await context.close();
  });

  test('a sign whose gateway was away comes back by a WebSocket, and asks for what it has missed', async () => {
    const page = await openSign(browser, gateway, 'fortune-main');
    await untilLive(page);
    await gateway.close();
    await until('the outage to be seen', async () => {
      return (await sampled(page)).states.at(-1)?.seen !== 'live amount';
    });
    await gateway.listen();
    await untilLive(page);
    expect(new Set(kinds())).toEqual(new Set(['ws']));
    expect(gateway.openings.at(-1)?.last).toBe(`fortune-main=${fortune.version}`);
    await page.context().close();
  });

  test('a sign in a browser whose policy forbids the WebSocket has its values', async () => {
    const context = await newContext(browser);
    await context.addInitScript(
      'WebSocket = class { constructor() { throw new Error("policy"); } }',
    );
    const page = await openTab(context, gateway, 'fortune-main');
    await untilLive(page);
    expect(new Set(kinds())).toEqual(new Set(['sse']));
    await context.close();
  });

  test('a sign behind a proxy that does not carry WebSockets has its values', async () => {
    gateway.takesSockets = false;
    const page = await openSign(browser, gateway, 'fortune-main');
    await untilLive(page);
    expect(kinds()).toEqual(['sse']);
    await page.context().close();
  });
}
