import { until } from '#testing/until';
import type { Page } from 'playwright-core';
import { launchOrSay, openSign } from './browser.js';
import { faultsOf } from './faults-of.js';
import { hitOf, ReadableSign, winners } from './readable-sign.js';
import { fortune, valueEvent, waiting } from './wire.js';

/**
 * Tests a television, an upright sign and a strip; the other shapes are in readable.long-spec.ts.
 */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  const sign = new ReadableSign(browser);

  it.each(['en', 'pt', 'zh-Hant'])(
    'has letters of 72 px for what is read from 10 m (%s)',
    async (lang) => {
      const page = await sign.open(`?lang=${lang}`);
      expect(await smallestCapitals(page)).toBeGreaterThanOrEqual(72);
      await page.context().close();
    },
  );

  it.each([
    [1920, 1080, 'pt', 99_999_999],
    [1080, 1920, 'zh-Hant', 2 ** 46],
    [1920, 128, 'en', 524_801_100],
  ])(
    'cuts nothing off, and covers neither the amount nor the last win, at %s x %s (%s, %s)',
    (...screen) => sign.expectWhole(...screen),
  );

  it.each([
    ['.last { translate: 40vw }', 'is cut off'],
    ['.panel { translate: 0 -35vh }', 'lies over the amount'],
    ['.slides { translate: 0 10vh }', 'lies over the last win'],
    ['.pending { translate: 0 -10vh }', 'lies over the amount'],
    ['.slides { translate: 0 -10vh }', 'lies over what waits'],
  ])('would see it with %s', async (rule, fault) => {
    sign.pool = { ...fortune, pending: waiting };
    sign.gateway.replaced.set('assets/strip.css', rule);
    const page = await sign.open('?lang=en&motion=off');
    expect((await faultsOf(page)).join()).toContain(fault);
    await page.context().close();
  });

  it('names every winner of a round in a takeover, and the new jackpot only where that is true', async () => {
    const page = await sign.open('?lang=en');
    const hit = hitOf(sign.pool.version, winners);
    const after = { ...sign.pool, version: sign.pool.version + 1, value: 50_000_000, hit };
    sign.gateway.send(valueEvent(after));
    await until('the takeover', () => page.locator('.takeover').isVisible());
    const seats = await page.locator('.takeover .won-seat').allInnerTexts();
    expect(seats).toEqual([1, 2, 3, 4, 5, 6].map((seat) => `Seat ${seat}`));
    expect(await page.locator('.seed-label').isVisible()).toBe(false);
    sign.gateway.send(
      valueEvent({ ...after, version: sign.pool.version + 2, value: 100_000_100, hit: null }),
    );
    await until('the seed', () => page.locator('.seed-label').isVisible());
    await page.context().close();
  });

  it('has no serious fault of accessibility, whatever its state', () => sign.expectAccessible(''));

  it.each([
    ['en', 'Refused by the gateway'],
    ['pt', 'Recusado pelo gateway'],
    ['zh-Hant', '閘道拒絕存取'],
  ])('says without its token that the gateway refuses it (%s)', async (lang, text) => {
    sign.gateway.letsIn = false;
    const page = await openSign(browser, sign.gateway, `fortune-main?lang=${lang}&motion=off`);
    const said = page.locator('.message > p').filter({ visible: true });
    await until('the message', async () => (await said.allInnerTexts()).join() === text);
    await page.context().close();
  });

  it('has one sentence of the present amount and its state for screen readers', async () => {
    sign.pool = { ...fortune, state: 'suspended' };
    const page = await sign.open('?lang=en&motion=off');
    const summaryOf = (shown: number) =>
      until(`${shown} on the wheels`, () =>
        page.evaluate(`document.querySelector('#amount').dataset.shown === '${shown}' &&
          document.querySelector('#summary').textContent`),
      );
    const { version, value } = sign.pool;
    const sentence = 'Fortune Jackpot: MOP 5,248,011.00 (No jackpot bets at present)';
    expect(await summaryOf(value)).toBe(sentence);
    const after = { ...sign.pool, version: version + 1, value: value + 100 };
    sign.gateway.send(valueEvent(after));
    expect(await summaryOf(after.value)).toBe(sentence.replace('011', '012'));
    // A text that was announced is removed, so that it is not read again.
    await until('silence', async () => (await page.locator('#announcement').innerText()) === '');
    await page.context().close();
  });
}

/** The height of the smallest capitals: 0.727 of the font size, for Inter. */
function smallestCapitals(page: Page): Promise<number> {
  return page.evaluate(`Math.min(...['.title', '.figure', '.detail'].flatMap((part) =>
    [...document.querySelectorAll('.slide:not(.win) ' + part)].map((each) =>
      0.727 * parseFloat(getComputedStyle(each).fontSize))))`);
}
