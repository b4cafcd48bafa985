import { readFileSync } from 'node:fs';
import { launchOrSay, openSign, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { Fuzzer, chanceOf, readableShare } from './load.js';
import { aboutOf } from './wire.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  const gateway = await TestGateway.start();
  gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
  afterAll(async () => {
    await browser.close();
    await gateway.close();
  });

  it.each([
    [1, 'fortune-main'],
    [2, 'fortune-main?decimals=0'],
  ])(
    'never shows more than was received, and nothing older (seed %s, %s)',
    async (seed, address) => {
      const fuzzer = new Fuzzer(gateway, chanceOf(seed));
      const page = await openSign(browser, gateway, address);
      await fuzzer.send(10_000);
      await fuzzer.settle(page);
      const { violations, messages } = await sampled(page);
      expect(violations).toEqual([]);
      expect(messages).toBeGreaterThan(1_000);
      await page.context().close();
    },
  );

  it('can be read in four fifths of its frames at four values a second', async () => {
    const fuzzer = new Fuzzer(gateway, chanceOf(4));
    const page = await openSign(browser, gateway);
    expect(await readableShare(page, fuzzer, 6_000)).toBeGreaterThanOrEqual(0.8);
    await page.context().close();
  });

  it.each([
    ['leads', 'gap: target - from,', 'gap: target - from + 7n * GRAINS_PER_UNIT,'],
    ['shows what it never received', 'const target = value *', 'const target = (value / 9n) *'],
  ])('sees a sign that %s', async (_, right, wrong) => {
    const file = new URL('../../apps/signs/page/odometer.js', import.meta.url);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(right);
    gateway.replaced.set('assets/odometer.js', text.replace(right, wrong));
    const fuzzer = new Fuzzer(gateway, chanceOf(3));
    const page = await openSign(browser, gateway);
    await readableShare(page, fuzzer, 3_000);
    gateway.replaced.clear();
    expect((await sampled(page)).violations).not.toEqual([]);
    await page.context().close();
  });
}
