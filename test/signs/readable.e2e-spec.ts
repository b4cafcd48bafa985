import { until } from '#testing/until';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { launchOrSay, openSign } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, type Pool } from './wire.js';

const winners = ['royal-flush', 'flush', 'full-house', 'flush', 'flush', 'flush'].map(
  (hand, index) => ({ seat: index + 1, hand, amount: 12_345_678 * (index + 1) }),
);
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  let gateway: TestGateway;
  let pulsing: NodeJS.Timeout;
  let pool: Pool;
  beforeEach(async () => {
    gateway = await TestGateway.start();
    gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
    pool = fortune;
    gateway.onOpen = () => [valueEvent(pool)];
    pulsing = setInterval(() => gateway.send(pulseEvent(pool)), 500);
  });
  afterEach(async () => {
    clearInterval(pulsing);
    await gateway.close();
  });
  afterAll(() => browser.close());
  const open = async (query: string, width = 1920, height = 1080) => {
    const options = { viewport: { width, height } };
    const page = await openSign(browser, gateway, `fortune-main${query}`, options);
    await until('the slides', async () => (await page.locator('.slide').count()) > 8);
    await until('the fonts', () => page.evaluate(`document.fonts.status === 'loaded'`));
    await page.waitForTimeout(300);
    return page;
  };

  it.each(['en', 'pt', 'zh-Hant'])(
    'has letters of 72 px for what is read from 10 m (%s)',
    async (lang) => {
      const page = await open(`?lang=${lang}`);
      expect(await smallestCapitals(page)).toBeGreaterThanOrEqual(72);
      await page.context().close();
    },
  );

  it.each([
    [1920, 1080, 'pt', 99_999_999],
    [1080, 1920, 'zh-Hant', 2 ** 46],
    [1920, 540, 'pt', 524_801_100],
    [1920, 240, 'pt', 2 ** 46],
    [1920, 128, 'en', 524_801_100],
    [3840, 2160, 'zh-Hant', 99_999_999],
    [390, 844, 'pt', 524_801_100],
  ])(
    'cuts nothing off, and covers neither the amount nor the last win, at %s x %s (%s, %s)',
    async (width, height, lang, value) => {
      pool = { ...fortune, value };
      const page = await open(`?lang=${lang}&safe=2&motion=off`, width, height);
      expect(await faultsOf(page)).toEqual([]);
      const hit = { award: 'a/1', table: 'F3-07', winners: winners.slice(1, 4) };
      gateway.send(valueEvent({ ...pool, version: pool.version + 1, hit }));
      await until('the hit', async () => (await page.locator('[data-award]').count()) === 1);
      await page.waitForTimeout(300);
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
    },
  );

  it.each([
    [1920, 128],
    [1920, 240],
    [3840, 256],
  ])('gives a strip of %s x %s one size of amount, of one pool or of several', async (...size) => {
    for (const name of ['fortune-two', 'fortune-three']) gateway.abouts.set(name, aboutOf(name));
    const others = ['fortune-two', 'fortune-three'].map((name) => ({ ...pool, jackpot: name }));
    gateway.onOpen = () => [pool, ...others].map(valueEvent);
    const sizes = [];
    for (const query of ['', '&also=fortune-two,fortune-three']) {
      const page = await open(`?lang=en&safe=2&motion=off${query}`, ...size);
      const read = `getComputedStyle(document.querySelector('#amount')).fontSize`;
      sizes.push(parseFloat(await page.evaluate(read)));
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
    }
    expect(sizes[1]).toBe(sizes[0]);
    expect(sizes[0]).toBeGreaterThan(0.5 * size[1]);
  });

  it.each([
    [1920, 1080],
    [1280, 720],
    [1080, 1920],
    [1920, 540],
  ])('cuts no name of several pools off at %s x %s', async (...size) => {
    const names = ['fortune-two', 'fortune-three'];
    for (const name of names) gateway.abouts.set(name, aboutOf(name));
    gateway.onOpen = () => ['fortune-main', ...names].map((jackpot) => valueEvent({ ...pool, jackpot })); // prettier-ignore
    const page = await open(`?lang=pt&safe=2&motion=off&also=${names.join()}`, ...size);
    expect(await faultsOf(page)).toEqual([]);
    const cut = `[...document.querySelectorAll('.pool-name')]
      .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)`;
    expect(await page.evaluate(cut)).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['.last { translate: 40vw }', 'is cut off'],
    ['.panel { translate: 0 -20vh }', 'lies over the amount'],
    ['.slides { translate: 0 10vh }', 'lies over the last win'],
  ])('would see it with %s', async (rule, fault) => {
    gateway.replaced.set('assets/strip.css', rule);
    const page = await open('?lang=en&motion=off');
    expect((await faultsOf(page)).join()).toContain(fault);
    await page.context().close();
  });

  it('names every winner of a round in a takeover, and the new jackpot only where that is true', async () => {
    const page = await open('?lang=en');
    const hit = { award: 'a/1', table: 'F3-07', winners };
    const after = { ...pool, version: pool.version + 1, value: 50_000_000, hit };
    gateway.send(valueEvent(after));
    await until('the takeover', () => page.locator('.takeover').isVisible());
    const seats = await page.locator('.takeover .won-seat').allInnerTexts();
    expect(seats).toEqual([1, 2, 3, 4, 5, 6].map((seat) => `Seat ${seat}`));
    expect(await page.locator('.seed-label').isVisible()).toBe(false);
    gateway.send(
      valueEvent({ ...after, version: pool.version + 2, value: 100_000_100, hit: null }),
    );
    await until('the seed', () => page.locator('.seed-label').isVisible());
    await page.context().close();
  });

  it.each(['', '?theme=midnight', '?also=b,c&lang=pt', '?layout=minimal'])(
    'has no serious fault of accessibility (%s), whatever its state',
    async (query) => {
      const page = await open(`${query}${query ? '&' : '?'}motion=off`);
      for (const state of ['running', 'suspended', 'fault'] as const) {
        pool = { ...pool, version: pool.version + 1, state };
        gateway.send(valueEvent(pool));
        await page.waitForTimeout(300);
        await page.evaluate(axe.source);
        expect(await page.evaluate(seriousFaults)).toEqual([]);
      }
      await page.context().close();
    },
  );

  it('speaks one sentence of the amount and its state to screen readers', async () => {
    pool = { ...fortune, state: 'suspended' };
    const page = await open('?lang=en');
    const sentence = 'Fortune Jackpot: MOP 5,248,011.00 (No jackpot bets at present)';
    const summary = () => page.locator('#summary').innerText();
    // The first sentence of a slow machine may be of a late value; the next comes 30 s later.
    await until('it', async () => (await summary()) === sentence, 60_000);
    await page.context().close();
  }, 90_000);
}

const seriousFaults = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))]))`;

/** The height of a capital of Inter is 0.727 of its font's size. */
function smallestCapitals(page: Page): Promise<number> {
  return page.evaluate(`Math.min(...['.title', '.figure', '.detail'].flatMap((part) =>
    [...document.querySelectorAll('.slide:not(.win) ' + part)].map((each) =>
      0.727 * parseFloat(getComputedStyle(each).fontSize))))`);
}

/** Texts that are cut off, and what lies over the amount or the last win. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const faults = [];
    const box = (each) => each.getBoundingClientRect();
    const isSeen = (each) => each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
    const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const safe = 0.02 * Math.min(innerWidth, innerHeight) - 1;
    for (const text of all('.words > [lang], .amount, .code, .last-amount, .last-time, .won-amount')) {
      const { left, top, right, bottom, width } = box(text);
      if (width === 0) continue;
      if (left < safe || top < safe || right > innerWidth - safe || bottom > innerHeight - safe) {
        faults.push(text.parentElement.className + ' is cut off: ' + text.textContent.slice(0, 40));
      }
    }
    const amount = document.querySelector('.amount .figures');
    for (const other of all('.name [lang], .mark [lang], .code, .slide.current .words > [lang], .band, .banner, .ribbon, .last .line')) {
      if (isSeen(amount) && meet(box(other), box(amount))) faults.push(other.className + ' ' + other.textContent + ' lies over the amount');
    }
    for (const other of all('.slide.current .words > [lang], .banner, .ribbon')) {
      for (const last of all('.last .line')) {
        if (meet(box(other), box(last))) faults.push(other.textContent + ' lies over the last win');
      }
    }
    return faults;
  })()`);
}
