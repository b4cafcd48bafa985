import fc from 'fast-check';
import { Feed, HIT_NEWS_MS, STALE_AFTER_MS, readMessage } from './feed.js';

const hit = { award: 'fortune-main/F3-07/9', hand: 'flush', amount: 250_000n, table: 'F3-07' };

function message(version: number, more: { hit?: typeof hit } = {}) {
  return { currency: 'MOP', value: 100n, version, hit: null, ...more };
}

describe('reading a message', () => {
  const sound = { jackpot: 'a', currency: 'MOP', value: 100, version: 7, at: '', hit: null };

  it('takes a sound one', () => {
    expect(readMessage(JSON.stringify(sound), 'a')).toEqual(message(7));
  });

  it('takes its hit', () => {
    const text = JSON.stringify({ ...sound, hit: { ...hit, amount: 250_000 } });
    expect(readMessage(text, 'a')?.hit).toEqual(hit);
  });

  it('keeps the value where the hit cannot be read', () => {
    const text = JSON.stringify({ ...sound, hit: { ...hit, amount: -1 } });
    expect(readMessage(text, 'a')).toEqual(message(7));
  });

  it.each([
    ['not JSON', '{'],
    ['of another jackpot', JSON.stringify({ ...sound, jackpot: 'b' })],
    ['with a negative value', JSON.stringify({ ...sound, value: -1 })],
    ['with a broken value', JSON.stringify({ ...sound, value: 1.5 })],
    ['with a value in words', JSON.stringify({ ...sound, value: '100' })],
    ['with a value beyond what JSON carries', JSON.stringify({ ...sound, value: 2 ** 53 })],
    ['without a version', JSON.stringify({ ...sound, version: undefined })],
    ['null', 'null'],
    ['empty', ''],
  ])('refuses one that is %s', (_, text) => {
    expect(readMessage(text, 'a')).toBeNull();
  });
});

describe('the feed', () => {
  it('never takes an older version after a newer one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), (versions) => {
        const feed = new Feed();
        let shown = -1;
        for (const version of versions) {
          const { isNew } = feed.accept(message(version), 0);
          expect(isNew).toBe(version > shown);
          shown = Math.max(shown, version);
        }
      }),
    );
  });

  it('is connecting until the first value, whatever signs of life there are', () => {
    const feed = new Feed();
    feed.alive(0);
    expect(feed.state(1)).toBe('connecting');
  });

  it('is live while messages or signs of life come, and stale 12 s after the last', () => {
    const feed = new Feed();
    feed.accept(message(1), 0);
    feed.alive(5_000);
    expect(feed.state(5_000 + STALE_AFTER_MS - 1)).toBe('live');
    expect(feed.state(5_000 + STALE_AFTER_MS)).toBe('stale');
    feed.accept(message(1), 20_000);
    expect(feed.state(20_000)).toBe('live');
  });

  it('goes stale where the server lives but tells of an older version than is shown', () => {
    const feed = new Feed();
    feed.accept(message(9), 0);
    feed.accept(message(3), 1_000);
    for (let now = 5_000; now <= 30_000; now += 5_000) feed.alive(now);
    expect(feed.state(30_000)).toBe('stale');
    feed.accept(message(10), 31_000);
    expect(feed.state(31_000)).toBe('live');
  });

  it('celebrates a hit once, though its message is repeated', () => {
    const feed = new Feed();
    feed.accept(message(1), 0);
    expect(feed.accept(message(2, { hit }), 1).hit).toEqual(hit);
    expect(feed.accept(message(2, { hit }), 2).hit).toBeNull();
  });

  it('celebrates two hits of one version', () => {
    const feed = new Feed();
    feed.accept(message(1), 0);
    feed.accept(message(2, { hit }), 1);
    const second = { ...hit, hand: 'full-house' };
    expect(feed.accept(message(2, { hit: second }), 1)).toEqual({ isNew: false, hit: second });
  });

  it('does not celebrate the hit of the snapshot that a page begins with', () => {
    const feed = new Feed();
    expect(feed.accept(message(1, { hit }), 0)).toEqual({ isNew: true, hit: null });
    expect(feed.accept(message(1, { hit }), 1).hit).toBeNull();
  });

  it('celebrates what was missed in a short break, not in a long one', () => {
    for (const [gap, celebrated] of [
      [HIT_NEWS_MS, hit],
      [HIT_NEWS_MS + 1, null],
    ] as const) {
      const feed = new Feed();
      feed.accept(message(1), 0);
      expect(feed.accept(message(2, { hit }), gap).hit).toEqual(celebrated);
    }
  });
});
