import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import type { Browser } from 'playwright-core';
import { launchOrSay, openSign, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { hit, WatchedSign } from './watched-sign.js';
import { aboutOf, fortune, valueEvent } from './wire.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe.each(['fortune-main', 'fortune-main?decimals=0'])('the sign at %s', (address) => {
    const sign = new WatchedSign(browser, address);

    it('shows the value of before at once where what waited is reversed, without a celebration', async () => {
      const { award, table, winners } = hit;
      const at = '2026-11-21T04:01:00.000Z';
      const locked = winners.map((each) => ({ ...each, state: 'locked' as const }));
      const pending = [{ award, table, at, winners: locked }];
      sign.say({
        version: sign.pool.version + 1,
        value: 100_000_000,
        pending,
        hit: { ...hit, state: 'locked' },
      });
      const row = sign.page.locator('.waiting-row').filter({ visible: true });
      await until('the row', async () => (await row.count()) === 1);
      const reversed = { ...hit, state: 'reversed' as const, offset: sign.pool.version };
      sign.say({
        version: sign.pool.version + 1,
        value: fortune.value,
        pending: [],
        hit: reversed,
      });
      await until('the value', async () => (await sign.amount()) === fortune.value);
      expect(await row.count()).toBe(0);
      await sleep(500);
      expect((await sampled(sign.page)).awards).toEqual([]);
    });

    it('takes no older version, no other jackpot and nothing that it cannot read', async () => {
      const before = await sign.amount();
      sign.gateway.send(
        valueEvent({ ...sign.pool, version: sign.pool.version - 1, value: 900_000_000 }),
      );
      sign.gateway.send(
        valueEvent({ ...sign.pool, jackpot: 'other', version: 999_999, value: 900_000_000 }),
      );
      sign.gateway.send(valueEvent({ ...sign.pool, version: sign.pool.version + 1, value: -1 }));
      sign.gateway.send('{');
      await sleep(700);
      expect(await sign.amount()).toBe(before);
      sign.say({ version: sign.pool.version + 2, value: sign.pool.value + 300 });
      await until('the newer value', async () => (await sign.amount()) > before);
    });

    it('acknowledges what its wheels show, at once in another state and else once a second', async () => {
      await sign.page.addInitScript(dateOfTheFrame);
      await sign.page.goto(`${sign.page.url()}${sign.page.url().includes('?') ? '&' : '?'}sign=12`);
      await until('an acknowledgement', () => sign.gateway.acks.length > 0);
      const first = sign.gateway.acks[0];
      const unit = sign.page.url().includes('decimals=0') ? 100 : 1;
      const rounded = Math.floor(sign.pool.value / unit) * unit;
      expect(first).toMatchObject({
        sign: '12',
        version: sign.pool.version,
        value: rounded,
        state: 'running',
      });
      const rising = setInterval(
        () => sign.say({ version: sign.pool.version + 1, value: sign.pool.value + 700 }),
        250,
      );
      await until('four acknowledgements', () => sign.gateway.acks.length >= 4);
      clearInterval(rising);
      for (const { value } of sign.gateway.acks) expect(value).toBeLessThanOrEqual(sign.pool.value);
      sign.say({ version: sign.pool.version + 1, state: 'suspended' });
      await until('its state', () => sign.gateway.acks.at(-1)?.state === 'suspended');
      const times = sign.gateway.acks.map(({ paintedAt }) => Date.parse(paintedAt));
      expect(times).toEqual([...times].sort());
      // By the clock of the page: acknowledgements of one state, at most one per second.
      const apartMs = times.slice(1, -1).map((time, index) => time - (times[index] as number));
      expect(Math.min(...apartMs)).toBeGreaterThan(900);
    });
  });

  test('a sign of several pools acknowledges all of its list, and on a strip, which has none, the large one', async () => {
    expect(await acknowledged(1920, 1080)).toEqual(new Set(['fortune-main', 'fortune-two']));
    expect(await acknowledged(1920, 128)).toEqual(new Set(['fortune-main']));
  });
}

/**
 * Makes a page date an acknowledgement by the clock that paces it, read at the beginning of its
 * frame: a busy machine may take a tenth of a second from there to the date.
 */
const dateOfTheFrame = `{
  const read = performance.now.bind(performance);
  let at = read();
  performance.now = () => (at = read());
  globalThis.Date = class extends Date {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(performance.timeOrigin + at);
    }
  };
}`;

/** Jackpots of the first three acknowledgements of a sign with two pools. */
async function acknowledged(width: number, height: number): Promise<Set<string>> {
  const gateway = await TestGateway.start();
  const pools = ['fortune-main', 'fortune-two'].map((jackpot) => ({ ...fortune, jackpot }));
  for (const { jackpot } of pools) gateway.abouts.set(jackpot, aboutOf(jackpot));
  gateway.onOpen = () => pools.map(valueEvent);
  const address = 'fortune-main?also=fortune-two&turn=600&sign=12';
  const page = await openSign(browser as Browser, gateway, address, {
    viewport: { width, height },
  });
  // It acknowledges its whole list in the same second.
  await until('three acknowledgements', () => gateway.acks.length >= 3);
  await page.context().close();
  await gateway.close();
  return new Set(gateway.acks.map(({ jackpot }) => jackpot));
}
