import { readFileSync } from 'node:fs';
import { until } from '#testing/until';
import type { Page } from 'playwright-core';
import { launchOrSay, openSign } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent } from './wire.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe('the service worker', () =>
    offline((gateway) => openSign(browser, gateway, undefined, { serviceWorkers: 'allow' })));
}

function offline(open: (gateway: TestGateway) => Promise<Page>): void {
  let gateway: TestGateway;
  let page: Page;
  let pulsing: NodeJS.Timeout;
  const shows = (what: string, expression: string, limitMs = 60_000) =>
    until(what, () => page.evaluate(expression), limitMs);
  const state = (wanted: string) =>
    shows(wanted, `document.documentElement.dataset.state === '${wanted}'`);
  const kept = `caches.keys().then((keys) => keys.filter((key) => key.startsWith('set-')))`;

  beforeEach(async () => {
    gateway = await TestGateway.start();
    gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
    gateway.onOpen = () => [valueEvent(fortune)];
    pulsing = setInterval(() => gateway.send(pulseEvent(fortune)), 500);
    page = await open(gateway);
    await state('live');
    await shows('a kept page', `${kept}.then((sets) => sets.length === 1)`);
    // The font that the page had loaded before there was a worker.
    await shows(
      'a kept font',
      `caches.open('extras').then((extras) => extras.keys()).then((keys) => keys.length > 0)`,
    );
  });

  afterEach(async () => {
    clearInterval(pulsing);
    await page.context().close();
    await gateway.close();
  });

  it('starts the page without its gateway, which says so and comes to life with it', async () => {
    await gateway.close();
    await page.reload();
    await until('the word', () => page.locator('.connecting').isVisible());
    await state('fault');
    await until('the words', () => page.locator('.unconnected').isVisible());
    await gateway.listen();
    await state('live');
    const name = page.locator('#name');
    // The page requests it separately from the stream.
    await until('its name', async () => (await name.innerText()).includes('Fortun'));
  });

  it('takes a new version of the page as a whole, and the page loads itself again', async () => {
    const [before] = (await page.evaluate(kept)) as string[];
    const file = new URL('../../apps/signs/page/state.css', import.meta.url);
    gateway.replaced.set('assets/state.css', `${readFileSync(file, 'utf8')}\n.x { color: red }\n`);
    await page.reload();
    await shows('another set', `${kept}.then(([set]) => set !== undefined && set !== '${before}')`);
    const changed = `[...document.styleSheets].some(({ cssRules }) =>
      [...cssRules].some(({ selectorText }) => selectorText === '.x'))`;
    await shows('the new stylesheet', changed);
    await state('live');
    expect(((await page.evaluate(kept)) as string[]).length).toBe(1);
  });

  it('keeps the old page where only a part of a new version can be had', async () => {
    gateway.missing.add('assets/words.js');
    await page.reload();
    // A renewal that had begun before would take a part of each version.
    await until('a renewal that fails', () => gateway.missed.size > 0);
    gateway.replaced.set('page', '<p>half of a new version</p>');
    await page.reload();
    await state('live');
    await page.reload();
    await state('live');
    expect(await page.locator('#amount').count()).toBe(1);
  });
}
