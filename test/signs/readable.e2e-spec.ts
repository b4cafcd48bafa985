import { until } from '#testing/until';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { launchOrSay, openSign } from './browser.js';
import { faultsOf, meetings } from './faults-of.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, waiting, type Hit, type Pool } from './wire.js';

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
      const hit = hitOf(pool.version, winners.slice(1, 4));
      gateway.send(valueEvent({ ...pool, version: pool.version + 1, hit }));
      await until('the hit', async () => (await page.locator('[data-award]').count()) === 1);
      await page.waitForTimeout(300);
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
    },
  );

  it.each([
    [1920, 1080, 'pt', ''],
    [1920, 1080, 'zh-Hant', '&also=fortune-two,fortune-three'],
    [1080, 1920, 'zh-Hant', ''],
    [1080, 1920, 'pt', '&also=fortune-two,fortune-three'],
    [1920, 540, 'pt', ''],
    [1920, 128, 'en', ''],
    [390, 844, 'pt', ''],
  ])(
    'shows what waits beside the amount, the prizes and the last win, and cuts nothing off, at %s x %s (%s%s)',
    async (width, height, lang, more) => {
      for (const name of ['fortune-two', 'fortune-three']) gateway.abouts.set(name, aboutOf(name));
      const standings = [{}, { ageMs: 4_000 }, { state: 'suspended' } as const];
      const begun = { ...fortune, ...longest, value: 99_999_999 };
      pool = { ...begun, pending: waiting.slice(0, 1) };
      const page = await open(`?lang=${lang}&safe=2&motion=off${more}`, width, height);
      const shown = width / height > 8 ? '.slide.waiting.current' : '.waiting-row.locked';
      const expectGood = async () => {
        await page.waitForTimeout(300);
        expect(await page.locator(shown).filter({ visible: true }).count()).toBeGreaterThan(0);
        expect(await faultsOf(page)).toEqual([]);
      };
      await expectGood();
      for (const [index, standing] of standings.entries()) {
        const pending = [...waiting, ...waiting].slice(0, 4 + index * 2);
        pool = { ...begun, ...standing, version: pool.version + 1, pending };
        gateway.send(valueEvent(pool));
        await expectGood();
      }
      const hit = hitOf(pool.version, winners.slice(1, 2));
      pool = { ...pool, version: pool.version + 1, hit };
      gateway.send(valueEvent(pool));
      await until('the hit', async () => (await page.locator('[data-award]').count()) === 1);
      await page.waitForTimeout(300);
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
    },
    20_000,
  );

  it.each([
    [1920, 128, 'en', 'PENDING', 'Table F3-07'],
    [640, 80, 'pt', 'PENDENTE', 'Mesa F3-07'],
    [800, 200, 'zh-Hant', '待核實', '賭檯 F3-07'],
    [128, 64, 'en', 'PENDING', 'Table F3-07'],
    [240, 320, 'pt', 'PENDENTE', 'Mesa F3-07'],
  ])(
    'says of the amount alone, at %s x %s in %s, what waits to be verified, and celebrates nothing',
    async (width, height, lang, word, table) => {
      pool = { ...fortune, value: 99_999_999, pending: waiting.slice(0, 1) };
      const page = await open(`?layout=minimal&lang=${lang}&safe=2&motion=off`, width, height);
      const rows = page.locator('.waiting-row').filter({ visible: true });
      await until('the row', async () => (await rows.count()) === 1);
      const shown = (await rows.innerText()).split(/\s*\n\s*/);
      expect(shown.toSorted()).toEqual([word, table, 'MOP\u00a05,234,567.89'].toSorted());
      expect(await faultsOf(page)).toEqual([]);
      // Several take turns, and none that is verified has one.
      pool = { ...pool, version: pool.version + 1, pending: waiting };
      gateway.send(valueEvent(pool));
      await until('the rows', async () => (await page.locator('.waiting-row').count()) === 3);
      expect(await rows.count()).toBe(1);
      expect(await faultsOf(page)).toEqual([]);
      const hit: Hit = { ...hitOf(pool.version, winners.slice(0, 1)), state: 'verified' };
      pool = { ...pool, version: pool.version + 1, hit, pending: waiting.slice(3) };
      gateway.send(valueEvent(pool));
      await until('no row', async () => (await rows.count()) === 0);
      await page.waitForTimeout(300);
      expect(await page.locator('[data-award]').count()).toBe(0);
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

  it.each(['en', 'pt', 'zh-Hant'])(
    'lets nothing of three jackpots meet on an upright sign, whatever their state (%s)',
    async (lang) => {
      const names = ['fortune-two', 'fortune-three'];
      for (const name of names) gateway.abouts.set(name, aboutOf(name));
      const all = () => ['fortune-main', ...names].map((jackpot) => ({ ...pool, jackpot }));
      gateway.onOpen = () => all().map(valueEvent);
      const page = await open(
        `?lang=${lang}&safe=3&motion=off&also=${names.join()}`,
        ...[1080, 1920],
      );
      for (const standing of [{}, { ageMs: 4_000 }, { state: 'fault', ageMs: 30_000 } as const]) {
        pool = { ...fortune, ...longest, ...standing, version: pool.version + 1 };
        for (const each of all()) gateway.send(valueEvent(each));
        await page.waitForTimeout(300);
        expect(await faultsOf(page)).toEqual([]);
        expect(await meetings(page)).toEqual([]);
      }
      await page.context().close();
    },
  );

  it.each([
    ['.last { translate: 40vw }', 'is cut off'],
    ['.panel { translate: 0 -35vh }', 'lies over the amount'],
    ['.slides { translate: 0 10vh }', 'lies over the last win'],
    ['.pending { translate: 0 -10vh }', 'lies over the amount'],
    ['.slides { translate: 0 -10vh }', 'lies over what waits'],
  ])('would see it with %s', async (rule, fault) => {
    pool = { ...fortune, pending: waiting };
    gateway.replaced.set('assets/strip.css', rule);
    const page = await open('?lang=en&motion=off');
    expect((await faultsOf(page)).join()).toContain(fault);
    await page.context().close();
  });

  it('names every winner of a round in a takeover, and the new jackpot only where that is true', async () => {
    const page = await open('?lang=en');
    const hit = hitOf(pool.version, winners);
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

  it.each([
    ['en', 'Refused by the gateway'],
    ['pt', 'Recusado pelo gateway'],
    ['zh-Hant', '閘道拒絕存取'],
  ])('says without its token that the gateway refuses it (%s)', async (lang, text) => {
    gateway.letsIn = false;
    const page = await openSign(browser, gateway, `fortune-main?lang=${lang}&motion=off`);
    const said = page.locator('.message > p').filter({ visible: true });
    await until('the message', async () => (await said.allInnerTexts()).join() === text);
    await page.context().close();
  });

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

/** A hit of the record that made the next version. */
function hitOf(offset: number, winners: Hit['winners']): Hit {
  return { award: `a/F3-07/1/${offset}`, offset, table: 'F3-07', state: 'awarded', winners };
}

/** The last win with the most to say. */
const longest = {
  last: {
    table: 'F3-07',
    hand: 'straight-flush',
    amount: 10_004_900,
    at: '2026-11-21T04:01:00.000Z',
  },
};

const seriousFaults = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))]))`;

/** The height of a capital of Inter is 0.727 of its font's size. */
function smallestCapitals(page: Page): Promise<number> {
  return page.evaluate(`Math.min(...['.title', '.figure', '.detail'].flatMap((part) =>
    [...document.querySelectorAll('.slide:not(.win) ' + part)].map((each) =>
      0.727 * parseFloat(getComputedStyle(each).fontSize))))`);
}
