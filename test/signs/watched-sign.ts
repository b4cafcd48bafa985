import { until } from '#testing/until';
import type { Browser, Page } from 'playwright-core';
import { openSign, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, type Hit, type Pool } from './wire.js';

/** A hit of a small prize, which is celebrated. */
export const hit: Hit = {
  award: 'fortune-main/F3-07/184468/90312',
  offset: 90_312,
  table: 'F3-07',
  state: 'awarded',
  winners: [{ seat: 1, hand: 'flush', amount: 250_000 }],
};

/**
 * A sign with its own gateway, new for each test of a suite. After each test, it checks that what
 * the page drew frame by frame has broken no rule.
 */
export class WatchedSign {
  gateway!: TestGateway;
  page!: Page;
  /** The gateway's present state of the pool. */
  pool: Pool = fortune;
  private pulsing: NodeJS.Timeout | undefined;

  constructor(
    private readonly browser: Browser,
    private readonly address: string,
  ) {
    beforeEach(() => this.begin());
    afterEach(() => this.end());
  }

  /** Changes the gateway's state and sends it. */
  say(more: Partial<Pool>): void {
    this.pool = { ...this.pool, ...more };
    this.gateway.send(valueEvent(this.pool));
  }

  /** Stops the pulses of the gateway. */
  fallSilent(): void {
    clearInterval(this.pulsing);
  }

  /** Waits until the page is in a state, in the words of the sampler. */
  async reaches(wanted: string): Promise<void> {
    await until(`"${wanted}"`, async () => {
      return (await sampled(this.page)).states.at(-1)?.seen === wanted;
    });
  }

  /** The time when the page was first seen in a state, by its own clock, milliseconds. */
  async firstSeen(state: string): Promise<number> {
    const { states } = await sampled(this.page);
    return states.find(({ seen }) => seen === state)?.at ?? NaN;
  }

  /** The clock of the page, milliseconds. */
  pageTime(): Promise<number> {
    return this.page.evaluate('performance.now()');
  }

  /** The amount on the wheels, minor units. */
  async amount(): Promise<number> {
    return Number(await this.page.locator('#amount').getAttribute('data-shown'));
  }

  private async begin(): Promise<void> {
    this.gateway = await TestGateway.start();
    this.gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
    this.pool = { ...fortune, hit: null };
    this.gateway.onOpen = () => [valueEvent({ ...this.pool, hit: null })];
    this.pulsing = setInterval(() => this.gateway.send(pulseEvent(this.pool)), 1_000);
    this.page = await openSign(this.browser, this.gateway, this.address);
    await this.reaches('live amount');
  }

  private async end(): Promise<void> {
    clearInterval(this.pulsing);
    expect((await sampled(this.page)).violations).toEqual([]);
    await this.page.context().close();
    await this.gateway.close();
  }
}
