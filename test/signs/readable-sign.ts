import { until } from '#testing/until';
import type { Browser, Page } from 'playwright-core';
import { openSign } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, type Hit, type Pool } from './wire.js';

export const winners = ['royal-flush', 'flush', 'full-house', 'flush', 'flush', 'flush'].map(
  (hand, index) => ({
    seat: index + 1,
    hand,
    amount: 12_345_678 * (index + 1),
  }),
);

/** A gateway of one pool, new for each test of a suite, and its sign at any size. */
export class ReadableSign {
  gateway!: TestGateway;
  /** What the gateway knows now. */
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

  /** @param width in pixels, as the height; the default is a television. */
  async open(query: string, width = 1920, height = 1080): Promise<Page> {
    const options = { viewport: { width, height } };
    const page = await openSign(this.browser, this.gateway, `fortune-main${query}`, options);
    await until('the slides', async () => (await page.locator('.slide').count()) > 8);
    await until('the fonts', () => page.evaluate(`document.fonts.status === 'loaded'`));
    await page.waitForTimeout(300);
    return page;
  }

  /** Sends a hit with the pool's next version. */
  async hit(page: Page, winners: Hit['winners']): Promise<void> {
    const { gateway, pool } = this;
    const hit = hitOf(pool.version, winners);
    this.pool = { ...pool, version: pool.version + 1, hit };
    gateway.send(valueEvent(this.pool));
    await until('the hit', async () => (await page.locator('[data-award]').count()) === 1);
    await page.waitForTimeout(300);
  }
}

/** A hit of the record that made the next version. */
export function hitOf(offset: number, winners: Hit['winners']): Hit {
  return {
    award: `a/F3-07/1/${offset}`,
    offset,
    table: 'F3-07',
    state: 'awarded',
    winners,
  };
}

/** No serious fault of accessibility is on the page, as axe sees it. */
export const seriousFaults = `axe.run().then(({ violations }) => violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 120))]))`;
