import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import type { Browser, Page } from 'playwright-core';
import { launchOrSay, openSign, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { aboutOf, fortune, pulseEvent, valueEvent, type Hit, type Pool } from './wire.js';

const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  describe.each(['fortune-main', 'fortune-main?decimals=0'])('the sign at %s', (address) => {
    truth((gateway) => openSign(browser, gateway, address), !address.includes('?'));
  });

  test('a sign of several pools acknowledges all of its list, and on a strip, which has none, the large one', async () => {
    expect(await acknowledged(1920, 1080)).toEqual(new Set(['fortune-main', 'fortune-two']));
    expect(await acknowledged(1920, 128)).toEqual(new Set(['fortune-main']));
  });
}

/** Jackpots that a sign of two pools acknowledges within two seconds. */
async function acknowledged(width: number, height: number): Promise<Set<string>> {
  const gateway = await TestGateway.start();
  const pools = ['fortune-main', 'fortune-two'].map((jackpot) => ({ ...fortune, jackpot }));
  for (const { jackpot } of pools) gateway.abouts.set(jackpot, aboutOf(jackpot));
  gateway.onOpen = () => pools.map(valueEvent);
  const address = 'fortune-main?also=fortune-two&turn=600&sign=12';
  const page = await openSign(browser as Browser, gateway, address, {
    viewport: { width, height },
  });
  await until('an acknowledgement', () => gateway.acks.length > 0);
  await sleep(2_000);
  await page.context().close();
  await gateway.close();
  return new Set(gateway.acks.map(({ jackpot }) => jackpot));
}

const hit: Hit = {
  award: 'fortune-main/F3-07/184468/90312',
  offset: 90_312,
  table: 'F3-07',
  state: 'awarded',
  winners: [{ seat: 1, hand: 'flush', amount: 250_000 }],
};

function truth(open: (gateway: TestGateway) => Promise<Page>, ofCents: boolean): void {
  let gateway: TestGateway;
  let page: Page;
  let pulsing: NodeJS.Timeout;
  /** What the gateway knows now. */
  let pool: Pool;
  const say = (more: Partial<Pool>) => {
    pool = { ...pool, ...more };
    gateway.send(valueEvent(pool));
  };
  const seen = async () => (await sampled(page)).states.map(({ seen }) => seen);
  const state = async () => (await seen()).at(-1);
  const reaches = (wanted: string, limitMs: number) =>
    until(`"${wanted}"`, async () => (await state()) === wanted, limitMs);
  const amount = () => page.locator('#amount').getAttribute('data-shown').then(Number);

  beforeEach(async () => {
    gateway = await TestGateway.start();
    gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
    pool = { ...fortune, hit: null };
    gateway.onOpen = () => [valueEvent({ ...pool, hit: null })];
    pulsing = setInterval(() => gateway.send(pulseEvent(pool)), 1_000);
    page = await open(gateway);
    await reaches('live amount', 10_000);
  });

  afterEach(async () => {
    clearInterval(pulsing);
    expect((await sampled(page)).violations).toEqual([]);
    await page.context().close();
    await gateway.close();
  });

  amounts();
  // They do not depend on how an amount is written, and most of them wait.
  if (ofCents) states();

  function amounts(): void {
    it('shows the value of before at once where what waited is reversed, without a celebration', async () => {
      const { award, table, winners } = hit;
      const at = '2026-11-21T04:01:00.000Z';
      const locked = winners.map((each) => ({ ...each, state: 'locked' as const }));
      const pending = [{ award, table, at, winners: locked }];
      say({
        version: pool.version + 1,
        value: 100_000_000,
        pending,
        hit: { ...hit, state: 'locked' },
      });
      const row = page.locator('.waiting-row').filter({ visible: true });
      await until('the row', async () => (await row.count()) === 1);
      const reversed = { ...hit, state: 'reversed' as const, offset: pool.version };
      say({ version: pool.version + 1, value: fortune.value, pending: [], hit: reversed });
      await until('the value', async () => (await amount()) === fortune.value, 2_000);
      expect(await row.count()).toBe(0);
      await sleep(500);
      expect((await sampled(page)).awards).toEqual([]);
    });

    it('takes no older version, no other jackpot and nothing that it cannot read', async () => {
      const before = await amount();
      gateway.send(valueEvent({ ...pool, version: pool.version - 1, value: 900_000_000 }));
      gateway.send(valueEvent({ ...pool, jackpot: 'other', version: 999_999, value: 900_000_000 }));
      gateway.send(valueEvent({ ...pool, version: pool.version + 1, value: -1 }));
      gateway.send('data: {\n\n');
      await sleep(700);
      expect(await amount()).toBe(before);
      say({ version: pool.version + 2, value: pool.value + 300 });
      await until('the newer value', async () => (await amount()) > before, 2_000);
    });

    it('acknowledges what its wheels show, at once in another state and else once a second', async () => {
      await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}sign=12`);
      await until('an acknowledgement', () => gateway.acks.length > 0);
      const first = gateway.acks[0];
      const unit = page.url().includes('decimals=0') ? 100 : 1;
      const rounded = Math.floor(pool.value / unit) * unit;
      expect(first).toMatchObject({
        sign: '12',
        version: pool.version,
        value: rounded,
        state: 'running',
      });
      for (let count = 0; count < 12; count += 1) {
        say({ version: pool.version + 1, value: pool.value + 700 });
        await sleep(250);
      }
      expect(gateway.acks.length).toBeGreaterThanOrEqual(3);
      expect(gateway.acks.length).toBeLessThanOrEqual(5);
      for (const { value } of gateway.acks) expect(value).toBeLessThanOrEqual(pool.value);
      say({ version: pool.version + 1, state: 'suspended' });
      await until('its state', () => gateway.acks.at(-1)?.state === 'suspended', 1_000);
      const times = gateway.acks.map(({ paintedAt }) => Date.parse(paintedAt));
      expect(times).toEqual([...times].sort());
    });
  }

  function states(): void {
    it('is late 3 s after the last pulse, and at fault after 10 s, in words and with the time', async () => {
      clearInterval(pulsing);
      gateway.onOpen = () => [];
      gateway.send(pulseEvent(pool));
      const silentAt = Date.now();
      await reaches('late amount', 4_000);
      expect(Date.now() - silentAt).toBeGreaterThan(2_500);
      expect(await page.locator('.mark.late').isVisible()).toBe(true);
      await reaches('fault message', 8_000);
      expect(Date.now() - silentAt).toBeGreaterThan(9_500);
      expect(Date.now() - silentAt).toBeLessThan(12_000);
      expect(await page.locator('.message .silent').isVisible()).toBe(true);
      expect(await page.locator('#as-of').innerText()).toContain('12:02:10');
      // The amount and the words take turns, and the wheels do not move meanwhile.
      await reaches('fault amount', 5_000);
      await reaches('fault message', 5_000);
      gateway.send(pulseEvent(pool));
      await reaches('live amount', 1_000);
    });

    it('is at fault at once where the partition is halted, and live again after it', async () => {
      pool = { ...pool, state: 'fault', fault: 'halted' };
      gateway.send(pulseEvent(pool));
      await reaches('fault message', 1_500);
      expect(await page.locator('.message .halted').isVisible()).toBe(true);
      pool = { ...pool, state: 'running', fault: null };
      gateway.send(pulseEvent(pool));
      await reaches('live amount', 1_500);
    });

    it('says that no bets are taken while the jackpot is suspended, and keeps its amount', async () => {
      say({ state: 'suspended', version: pool.version + 1 });
      await reaches('suspended amount no bets', 1_500);
      expect(await page.locator('.mark.suspended').isVisible()).toBe(true);
      expect(await amount()).toBeGreaterThan(0);
      say({ state: 'running', version: pool.version + 1 });
      await reaches('live amount', 1_500);
    });

    it('resumes by the id of the last event, and shows a missed hit once', async () => {
      gateway.onOpen = () => {
        const missed = { ...pool, version: pool.version + 5, value: 524_001_100, hit };
        const next = { ...pool, version: pool.version + 9, value: 524_002_200 };
        pool = next;
        return [valueEvent(missed), valueEvent(missed), valueEvent(next)];
      };
      gateway.cut();
      await until('the hit', async () => (await sampled(page)).awards.length === 1, 5_000);
      const [, second] = gateway.openings;
      expect(second?.lastEventId).toBe(`fortune-main=${fortune.version}`);
      gateway.onOpen = () => [valueEvent({ ...pool, hit })];
      gateway.cut();
      await until('a third stream', () => gateway.openings.length === 3, 5_000);
      // The celebration ends, and the repeated hit begins none.
      await until(
        'its end',
        async () => (await page.locator('[data-award]').count()) === 0,
        10_000,
      );
      await sleep(300);
      expect((await sampled(page)).awards).toEqual([hit.award]);
      expect(await page.locator('[data-award]').count()).toBe(0);
    });

    it('shows what waits without celebrating it, celebrates it when it is verified, and keeps a mark', async () => {
      const { award, table, winners } = hit;
      const at = '2026-11-21T04:01:00.000Z';
      const waits = (state: 'locked' | 'verified') => [
        { award, table, at, winners: winners.map((each) => ({ ...each, state })) },
      ];
      const next = (more: Partial<Pool>) => say({ version: pool.version + 1, hit: null, ...more });
      const rows = (kind: string) => page.locator(`.waiting-row.${kind}`).filter({ visible: true });
      const celebrated = async () => (await sampled(page)).awards.length;
      next({ value: 100_000_000, pending: waits('locked'), hit: { ...hit, state: 'locked' } });
      await until('the row', async () => (await rows('locked').count()) === 1);
      await until('the value', async () => (await amount()) === 100_000_000, 2_000);
      expect((await rows('locked').innerText()).replaceAll(/\s+/g, ' ')).toContain('MOP 2,500.00');
      await sleep(500);
      expect(await celebrated()).toBe(0);
      const verified = { ...hit, state: 'verified' as const, offset: pool.version };
      next({ pending: waits('verified'), hit: verified });
      await until('the celebration', async () => (await celebrated()) === 1, 2_000);
      await until(
        'its end',
        async () => (await page.locator('[data-award]').count()) === 0,
        10_000,
      );
      expect([await rows('locked').count(), await rows('verified').count()]).toEqual([0, 1]);
      say({ hit: verified });
      next({ pending: [] });
      await until('no row', async () => (await rows('verified').count()) === 0);
      await sleep(500);
      expect([await celebrated(), await page.locator('[data-award]').count()]).toEqual([1, 0]);
    });

    it('ends a celebration at once where its award is taken back', async () => {
      const verified = { ...hit, state: 'verified' as const, offset: pool.version };
      say({ version: pool.version + 1, hit: verified });
      const celebration = page.locator('[data-award]');
      await until('the celebration', async () => (await celebration.count()) === 1, 2_000);
      say({ version: pool.version + 1, hit: { ...hit, state: 'reversed', offset: pool.version } });
      await until('its end', async () => (await celebration.count()) === 0, 1_000);
    });

    it('shows what waits also where the page begins after it was made', async () => {
      const { award, table, winners } = hit;
      const locked = winners.map((each) => ({ ...each, state: 'locked' as const }));
      pool = {
        ...pool,
        pending: [{ award, table, at: '2026-11-21T04:01:00.000Z', winners: locked }],
      };
      await page.reload();
      await until('the row', async () => (await page.locator('.waiting-row.locked').count()) === 1);
    });

    it('paints on where nobody takes its acknowledgements', async () => {
      gateway.takesAcks = false;
      await page.goto(`${page.url()}${page.url().includes('?') ? '&' : '?'}sign=12`);
      await reaches('live amount', 5_000);
      say({ version: pool.version + 1, value: pool.value + 70_000 });
      const rose = async () => (await amount()) > pool.value - 1_000;
      await until('the newer value', rose, 2_000);
    });
  }
}
