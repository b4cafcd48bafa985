import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '#testing/until';
import { launchOrSay, sampled } from './browser.js';
import { hit, WatchedSign } from './watched-sign.js';
import { fortune, pulseEvent, valueEvent, type Pool } from './wire.js';

/** The states of a sign, most of which wait for seconds. */
const browser = await launchOrSay();
if ('notChecked' in browser) {
  test(`NOT CHECKED: ${browser.notChecked}`, () => expect(browser.notChecked).not.toBe(''));
} else {
  afterAll(() => browser.close());
  const sign = new WatchedSign(browser, 'fortune-main');

  it('is late 3 s after the last pulse, and at fault after 10 s, in words and with the time', async () => {
    sign.fallSilent();
    sign.gateway.onOpen = () => [];
    const silentAt = await sign.pageTime();
    sign.gateway.send(pulseEvent(sign.pool));
    await sign.reaches('late amount');
    expect(await sign.page.locator('.mark.late').isVisible()).toBe(true);
    await sign.reaches('fault message');
    const sinceMs = async (state: string) => (await sign.firstSeen(state)) - silentAt;
    expect(await sinceMs('late amount')).toBeGreaterThan(2_500);
    expect(await sinceMs('late amount')).toBeLessThan(20_000);
    expect(await sinceMs('fault message')).toBeGreaterThan(9_500);
    expect(await sinceMs('fault message')).toBeLessThan(40_000);
    expect(await sign.page.locator('.message .silent').isVisible()).toBe(true);
    expect(await sign.page.locator('#as-of').innerText()).toContain('12:02:10');
    // The amount and the words take turns, and the wheels do not move meanwhile.
    await sign.reaches('fault amount');
    await sign.reaches('fault message');
    sign.gateway.send(pulseEvent(sign.pool));
    await sign.reaches('live amount');
  });

  it('is at fault at once where the partition is halted, and live again after it', async () => {
    sign.pool = { ...sign.pool, state: 'fault', fault: 'halted' };
    sign.gateway.send(pulseEvent(sign.pool));
    await sign.reaches('fault message');
    expect(await sign.page.locator('.message .halted').isVisible()).toBe(true);
    sign.pool = { ...sign.pool, state: 'running', fault: null };
    sign.gateway.send(pulseEvent(sign.pool));
    await sign.reaches('live amount');
  });

  it('says that no bets are taken while the jackpot is suspended, and keeps its amount', async () => {
    sign.say({ state: 'suspended', version: sign.pool.version + 1 });
    await sign.reaches('suspended amount no bets');
    expect(await sign.page.locator('.mark.suspended').isVisible()).toBe(true);
    expect(await sign.amount()).toBeGreaterThan(0);
    sign.say({ state: 'running', version: sign.pool.version + 1 });
    await sign.reaches('live amount');
  });

  it('says that the jackpot has ended in the place of its amount, also where that is late', async () => {
    sign.say({ state: 'retired', value: 0, version: sign.pool.version + 1 });
    await sign.reaches('retired message');
    expect(await sign.page.locator('.message .ended').isVisible()).toBe(true);
    // A prize on it would be a promise.
    expect(await sign.page.locator('.slide').first().isVisible()).toBe(false);
    sign.pool = { ...sign.pool, ageMs: 4_000 };
    sign.gateway.send(pulseEvent(sign.pool));
    await sign.reaches('late message');
    expect(await sign.page.locator('.message .ended').isVisible()).toBe(true);
    sign.say({ state: 'running', ageMs: 0, version: sign.pool.version + 1 });
    await sign.reaches('live amount');
  });

  it('resumes by the version that it has, and shows a missed hit once', async () => {
    sign.gateway.onOpen = () => {
      const missed = {
        ...sign.pool,
        version: sign.pool.version + 5,
        value: 524_001_100,
        hit,
      };
      const next = {
        ...sign.pool,
        version: sign.pool.version + 9,
        value: 524_002_200,
      };
      sign.pool = next;
      return [valueEvent(missed), valueEvent(missed), valueEvent(next)];
    };
    sign.gateway.cut();
    await until('the hit', async () => (await sampled(sign.page)).awards.length === 1);
    const [, second] = sign.gateway.openings;
    expect(second?.last).toBe(`fortune-main=${fortune.version}`);
    sign.gateway.onOpen = () => [valueEvent({ ...sign.pool, hit })];
    sign.gateway.cut();
    await until('a third stream', () => sign.gateway.openings.length === 3);
    // The celebration ends, and the repeated hit does not begin another.
    await until('its end', async () => (await sign.page.locator('[data-award]').count()) === 0);
    await sleep(300);
    expect((await sampled(sign.page)).awards).toEqual([hit.award]);
    expect(await sign.page.locator('[data-award]').count()).toBe(0);
  });

  it('shows what waits without celebrating it, celebrates it when it is verified, and keeps a mark', async () => {
    const { award, table, winners } = hit;
    const at = '2026-11-21T04:01:00.000Z';
    const waits = (state: 'locked' | 'verified') => [
      {
        award,
        table,
        at,
        winners: winners.map((each) => ({ ...each, state })),
      },
    ];
    const next = (more: Partial<Pool>) =>
      sign.say({ version: sign.pool.version + 1, hit: null, ...more });
    const rows = (kind: string) =>
      sign.page.locator(`.waiting-row.${kind}`).filter({ visible: true });
    const celebrated = async () => (await sampled(sign.page)).awards.length;
    next({
      value: 100_000_000,
      pending: waits('locked'),
      hit: { ...hit, state: 'locked' },
    });
    await until('the row', async () => (await rows('locked').count()) === 1);
    await until('the value', async () => (await sign.amount()) === 100_000_000);
    expect((await rows('locked').innerText()).replaceAll(/\s+/g, ' ')).toContain('MOP 2,500.00');
    await sleep(500);
    expect(await celebrated()).toBe(0);
    const verified = {
      ...hit,
      state: 'verified' as const,
      offset: sign.pool.version,
    };
    next({ pending: waits('verified'), hit: verified });
    await until('the celebration', async () => (await celebrated()) === 1);
    await until('its end', async () => (await sign.page.locator('[data-award]').count()) === 0);
    expect([await rows('locked').count(), await rows('verified').count()]).toEqual([0, 1]);
    sign.say({ hit: verified });
    next({ pending: [] });
    await until('no row', async () => (await rows('verified').count()) === 0);
    await sleep(500);
    expect([await celebrated(), await sign.page.locator('[data-award]').count()]).toEqual([1, 0]);
  });

  it('ends a celebration at once where its award is taken back', async () => {
    const verified = {
      ...hit,
      state: 'verified' as const,
      offset: sign.pool.version,
    };
    sign.say({ version: sign.pool.version + 1, hit: verified });
    const celebration = sign.page.locator('[data-award]');
    await until('the celebration', async () => (await celebration.count()) === 1);
    sign.say({
      version: sign.pool.version + 1,
      hit: { ...hit, state: 'reversed', offset: sign.pool.version },
    });
    await until('its end', async () => (await celebration.count()) === 0);
  });

  it('shows what waits also where the page begins after it was made', async () => {
    const { award, table, winners } = hit;
    const locked = winners.map((each) => ({
      ...each,
      state: 'locked' as const,
    }));
    sign.pool = {
      ...sign.pool,
      pending: [{ award, table, at: '2026-11-21T04:01:00.000Z', winners: locked }],
    };
    await sign.page.reload();
    await until(
      'the row',
      async () => (await sign.page.locator('.waiting-row.locked').count()) === 1,
    );
  });

  it('paints on where nobody takes its acknowledgements', async () => {
    sign.gateway.takesAcks = false;
    await sign.page.goto(`${sign.page.url()}${sign.page.url().includes('?') ? '&' : '?'}sign=12`);
    await sign.reaches('live amount');
    sign.say({
      version: sign.pool.version + 1,
      value: sign.pool.value + 70_000,
    });
    const rose = async () => (await sign.amount()) > sign.pool.value - 1_000;
    await until('the newer value', rose);
  });
}
