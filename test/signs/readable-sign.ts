import { until } from '#testing/until';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { openSign, sampled } from './browser.js';
import { faultsOf } from './faults-of.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, type Hit, type Pool } from './wire.js';

export const winners = ['royal-flush', 'flush', 'full-house', 'flush', 'flush', 'flush'].map(
  (hand, index) => ({ seat: index + 1, hand, amount: 12_345_678 * (index + 1) }),
);

/** A gateway of one pool, new for each test of a suite, and its sign at any size. */
export class ReadableSign {
  gateway!: TestGateway;
  /** The gateway's present state of the pool. */
  pool: Pool = fortune;
  private pulsing: NodeJS.Timeout | undefined;

  constructor(private readonly browser: Browser) {
    beforeEach(async () => {
      this.gateway = await TestGateway.start();
      this.gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
      this.pool = fortune;
      this.gateway.onOpen = () => [valueEvent(this.pool)];
      this.pulsing = setInterval(() => this.gateway.send(pulseEvent(this.pool)), 500);
    });
    afterEach(async () => {
      clearInterval(this.pulsing);
      await this.gateway.close();
    });
    afterAll(() => browser.close());
  }

  /** @param width in pixels, as the height; the default is a television */
  async open(query: string, width = 1920, height = 1080): Promise<Page> {
    const options = { viewport: { width, height } };
    const page = await openSign(this.browser, this.gateway, `fortune-main${query}`, options);
    await until('the slides', async () => (await page.locator('.slide').count()) > 8);
    await until('the fonts', () => page.evaluate(`document.fonts.status === 'loaded'`));
    await this.painted(page);
    return page;
  }

  /** Waits until the page has painted the pool's present version, with its state and its size. */
  async painted(page: Page): Promise<void> {
    const { version } = this.pool;
    await until(`version ${version}`, async () => (await sampled(page)).heard === version);
    const isKnown = `document.querySelector('#amount').dataset.shown !== undefined`;
    await until('the amount', () => page.evaluate(isKnown));
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300)))',
    );
  }

  /** Sends a hit with the pool's next version. */
  async hit(page: Page, winners: Hit['winners']): Promise<void> {
    const { gateway, pool } = this;
    const hit = hitOf(pool.version, winners);
    this.pool = { ...pool, version: pool.version + 1, hit };
    gateway.send(valueEvent(this.pool));
    await until('the hit', async () => (await page.locator('[data-award]').count()) === 1);
    await this.painted(page);
  }

  /**
   * Checks before and during a hit that nothing is truncated, and that neither amount nor last win
   * is covered.
   */
  async expectWhole(width: number, height: number, lang: string, value: number): Promise<void> {
    this.pool = { ...fortune, value };
    const page = await this.open(`?lang=${lang}&safe=2&motion=off`, width, height);
    expect(await faultsOf(page)).toEqual([]);
    await this.hit(page, winners.slice(1, 4));
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  }

  /** Checks that the page has no serious accessibility fault in any state. */
  async expectAccessible(query: string): Promise<void> {
    const page = await this.open(`${query}${query ? '&' : '?'}motion=off`);
    for (const state of ['running', 'suspended', 'fault'] as const) {
      this.pool = { ...this.pool, version: this.pool.version + 1, state };
      this.gateway.send(valueEvent(this.pool));
      await this.painted(page);
      await page.evaluate(axe.source);
      expect(await page.evaluate(seriousFaults)).toEqual([]);
    }
    await page.context().close();
  }
}

/** A hit of the record that made the next version. */
export function hitOf(offset: number, winners: Hit['winners']): Hit {
  return { award: `a/F3-07/1/${offset}`, offset, table: 'F3-07', state: 'awarded', winners };
}

/** The serious accessibility faults of a page, as axe reports them. */
const seriousFaults = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))]))`;
