import { setTimeout as sleep } from 'node:timers/promises';
import { jackpotHands } from '#rules';
import { until } from '#testing/until';
import type { Page } from 'playwright-core';
import { sampled } from './browser.js';
import type { TestGateway } from './gateway.js';
import { fortune, pulseEvent, valueEvent, type Pool } from './wire.js';

/** A random generator with a seed (mulberry32), so that a run can be repeated. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const hands = jackpotHands.toReversed();

/** Sends a sign anything that a gateway, a network or a fault of either might send. */
export class Fuzzer {
  pool: Pool = { ...fortune };
  sent = 0;

  constructor(
    private readonly gateway: TestGateway,
    private readonly chance: () => number,
  ) {
    gateway.onOpen = () => [valueEvent({ ...this.pool, hit: null })];
  }

  /** Sends this number of messages, mostly in bursts, with breaks of the stream in between. */
  async send(count: number): Promise<void> {
    const end = this.sent + count;
    while (this.sent < end) {
      const burst = Math.min(end - this.sent, 1 + this.below(60));
      const texts = Array.from({ length: burst }, () => this.next());
      this.sent += burst;
      await this.gateway.sendDrained(...texts);
      if (this.chance() < 0.002) this.gateway.cut();
      if (this.chance() < 0.05) await sleep(this.below(400));
    }
  }

  /** Waits until the page has processed all messages, and its wheels show the newest value. */
  async settle(page: Page): Promise<void> {
    await until('wheels that stand on the newest value', async () => {
      await this.gateway.sendDrained(valueEvent(this.pool));
      // The sampler checks by itself after some frames without a message.
      await sleep(250);
      return (await sampled(page)).shown === this.pool.version;
    });
  }

  /** Sends the value after one more bet. */
  async raise(): Promise<void> {
    await this.gateway.sendDrained(this.move(this.pool.value + 1 + this.below(5_000)));
  }

  private next(): string {
    const dice = this.chance();
    const { pool } = this;
    if (dice < 0.7) return this.move(pool.value + this.below(dice < 0.6 ? 2_000 : 40_000_000));
    if (dice < 0.76) return this.move(Math.max(0, pool.value - this.below(1_000_000)), this.hit());
    if (dice < 0.8) return this.move(this.below(2) ? this.below(1_000) : this.below(2 ** 46));
    if (dice < 0.86) return pulseEvent({ ...pool, ageMs: this.below(12_000) });
    if (dice < 0.9) return valueEvent({ ...pool, version: pool.version - 1 - this.below(99) });
    if (dice < 0.94) return valueEvent(pool);
    if (dice < 0.97) return valueEvent({ ...pool, jackpot: 'other', version: pool.version + 9 });
    return this.rubbish();
  }

  private move(value: number, hit: Pool['hit'] = null): string {
    const state = this.chance() < 0.05 ? 'suspended' : 'running';
    const version = this.pool.version + 1 + this.below(3);
    this.pool = { ...this.pool, value, version, state };
    return valueEvent({ ...this.pool, hit });
  }

  private hit(): NonNullable<Pool['hit']> {
    const offset = this.pool.version;
    const award = `fortune-main/F3-07/1/${offset}`;
    const count = 1 + this.below(3);
    const winners = Array.from({ length: count }, (_, index) => ({
      seat: index + 1,
      hand: hands[this.below(hands.length)] as string,
      amount: this.below(10 ** 9),
    }));
    const state = (['awarded', 'locked', 'verified'] as const)[this.below(3)] ?? 'awarded';
    return { award, offset, table: 'F3-07', state, winners };
  }

  private rubbish(): string {
    const { version, value } = this.pool;
    const made = [
      '{',
      '{"pools":[{}]}',
      '',
      valueEvent({ ...this.pool, version: version + 1, value: -value - 1 }),
      valueEvent({ ...this.pool, version: version + 1, value: value + 0.5 }),
      valueEvent({ ...this.pool, version: -1 }),
    ];
    return made[this.below(made.length)] as string;
  }

  private below(limit: number): number {
    return Math.floor(this.chance() * limit);
  }
}

/** The share of readable frames, at four values per second, over `ms` milliseconds. */
export async function readableShare(page: Page, fuzzer: Fuzzer, ms: number): Promise<number> {
  await fuzzer.settle(page);
  await sleep(2_000);
  await page.evaluate('resetShare(), 0');
  for (const end = Date.now() + ms; Date.now() < end;) {
    await fuzzer.raise();
    await sleep(250);
  }
  const { frames, readable } = await sampled(page);
  return readable / frames;
}
