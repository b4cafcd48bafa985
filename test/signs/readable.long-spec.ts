import { until } from '#testing/until';
import { launchOrSay } from './browser.js';
import { faultsOf, meetings } from './faults-of.js';
import { hitOf, ReadableSign, winners } from './readable-sign.js';
import { aboutOf, fortune, valueEvent, waiting, type Hit } from './wire.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  const sign = new ReadableSign(browser);

  it.each([
    [1920, 540, 'pt', 524_801_100],
    [1920, 240, 'pt', 2 ** 46],
    [3840, 2160, 'zh-Hant', 99_999_999],
    [390, 844, 'pt', 524_801_100],
  ])(
    'cuts nothing off, and covers neither the amount nor the last win, at %s x %s (%s, %s)',
    (...screen) => sign.expectWhole(...screen),
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
      for (const name of ['fortune-two', 'fortune-three'])
        sign.gateway.abouts.set(name, aboutOf(name));
      const standings = [{}, { ageMs: 4_000 }, { state: 'suspended' } as const];
      const begun = { ...fortune, ...longest, value: 99_999_999 };
      sign.pool = { ...begun, pending: waiting.slice(0, 1) };
      const page = await sign.open(`?lang=${lang}&safe=2&motion=off${more}`, width, height);
      const shown = width / height > 8 ? '.slide.waiting.current' : '.waiting-row.locked';
      const expectGood = async () => {
        await sign.painted(page);
        expect(await page.locator(shown).filter({ visible: true }).count()).toBeGreaterThan(0);
        expect(await faultsOf(page)).toEqual([]);
      };
      await expectGood();
      for (const [index, standing] of standings.entries()) {
        const pending = [...waiting, ...waiting].slice(0, 4 + index * 2);
        sign.pool = { ...begun, ...standing, version: sign.pool.version + 1, pending };
        sign.gateway.send(valueEvent(sign.pool));
        await expectGood();
      }
      await sign.hit(page, winners.slice(1, 2));
      expect(await faultsOf(page)).toEqual([]);
      await page.context().close();
    },
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
      sign.pool = { ...fortune, value: 99_999_999, pending: waiting.slice(0, 1) };
      const page = await sign.open(`?layout=minimal&lang=${lang}&safe=2&motion=off`, width, height);
      const rows = page.locator('.waiting-row').filter({ visible: true });
      await until('the row', async () => (await rows.count()) === 1);
      const shown = (await rows.innerText()).split(/\s*\n\s*/);
      expect(shown.toSorted()).toEqual([word, table, 'MOP\u00a05,234,567.89'].toSorted());
      expect(await faultsOf(page)).toEqual([]);
      // Several take turns; a verified one gets no turn.
      sign.pool = { ...sign.pool, version: sign.pool.version + 1, pending: waiting };
      sign.gateway.send(valueEvent(sign.pool));
      await until('the rows', async () => (await page.locator('.waiting-row').count()) === 3);
      expect(await rows.count()).toBe(1);
      expect(await faultsOf(page)).toEqual([]);
      const hit: Hit = { ...hitOf(sign.pool.version, winners.slice(0, 1)), state: 'verified' };
      sign.pool = { ...sign.pool, version: sign.pool.version + 1, hit, pending: waiting.slice(3) };
      sign.gateway.send(valueEvent(sign.pool));
      await until('no row', async () => (await rows.count()) === 0);
      await sign.painted(page);
      expect(await page.locator('[data-award]').count()).toBe(0);
      await page.context().close();
    },
  );

  it.each([
    [1920, 128],
    [1920, 240],
    [3840, 256],
  ])('gives a strip of %s x %s one size of amount, of one pool or of several', async (...size) => {
    for (const name of ['fortune-two', 'fortune-three'])
      sign.gateway.abouts.set(name, aboutOf(name));
    const others = ['fortune-two', 'fortune-three'].map((name) => ({
      ...sign.pool,
      jackpot: name,
    }));
    sign.gateway.onOpen = () => [sign.pool, ...others].map(valueEvent);
    const sizes = [];
    for (const query of ['', '&also=fortune-two,fortune-three']) {
      const page = await sign.open(`?lang=en&safe=2&motion=off${query}`, ...size);
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
    for (const name of names) sign.gateway.abouts.set(name, aboutOf(name));
    sign.gateway.onOpen = () =>
      ['fortune-main', ...names].map((jackpot) => valueEvent({ ...sign.pool, jackpot }));
    const page = await sign.open(`?lang=pt&safe=2&motion=off&also=${names.join()}`, ...size);
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
      for (const name of names) sign.gateway.abouts.set(name, aboutOf(name));
      const all = () => ['fortune-main', ...names].map((jackpot) => ({ ...sign.pool, jackpot }));
      sign.gateway.onOpen = () => all().map(valueEvent);
      const page = await sign.open(
        `?lang=${lang}&safe=3&motion=off&also=${names.join()}`,
        ...[1080, 1920],
      );
      for (const standing of [{}, { ageMs: 4_000 }, { state: 'fault', ageMs: 30_000 } as const]) {
        sign.pool = { ...fortune, ...longest, ...standing, version: sign.pool.version + 1 };
        for (const each of all()) sign.gateway.send(valueEvent(each));
        await sign.painted(page);
        expect(await faultsOf(page)).toEqual([]);
        expect(await meetings(page)).toEqual([]);
      }
      await page.context().close();
    },
  );

  it.each(['?theme=midnight', '?also=b,c&lang=pt', '?layout=minimal'])(
    'has no serious fault of accessibility (%s), whatever its state',
    (query) => sign.expectAccessible(query),
  );
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
