import { fc } from '#testing/laws';
import { FAULT_AFTER_MS, Feed, LATE_AFTER_MS, MOST_HITS } from './feed.js';
import type { Hit, Standing, ValueMessage } from './wire.js';

const winners = [{ seat: 1, hand: 'flush', amount: 250_000n }];
/** Returns a hit of its own award, whose record has this offset. */
function hitAt(offset: number, more: Partial<Hit> = {}): Hit {
  const award = `fortune-main/F3-07/9/${offset}`;
  return { award, offset, table: 'F3-07', state: 'awarded', winners, ...more };
}
const hit = hitAt(1);

function standing(version: number, more: Partial<Standing> = {}): Standing {
  return {
    version,
    state: 'running',
    fault: null,
    asOf: '2026-11-21T04:02:10Z',
    ageMs: 0,
    ...more,
  };
}

function message(version: number, more: Partial<ValueMessage> = {}): ValueMessage {
  const money = { jackpot: 'a', currency: 'MOP', exponent: 2, value: 100n };
  const rest = { held: version, hit: null, pending: [], last: null };
  return { ...standing(version), ...money, ...rest, ...more };
}

describe('the versions of a feed', () => {
  it('never takes an older one after a newer one', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), (versions) => {
        const feed = new Feed(0);
        let shown = -1;
        for (const version of versions) {
          expect(feed.accept(message(version), 0).isNew).toBe(version > shown);
          shown = Math.max(shown, version);
        }
      }),
    );
  });
});

describe('the state of a feed', () => {
  it('is connecting until the first value, and at fault where none comes for 10 s', () => {
    const feed = new Feed(1_000);
    feed.pulse(standing(1), 1_000);
    expect(feed.state(1_000 + FAULT_AFTER_MS - 1)).toBe('connecting');
    expect(feed.state(1_000 + FAULT_AFTER_MS)).toBe('fault');
    expect(feed.fault(1_000 + FAULT_AFTER_MS)).toBe('silent');
    expect(feed.asOf).toBeNull();
  });

  // clause 2
  it('is live for 3 s, late until 10 s, then at fault, where the stream is silent', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    expect(feed.state(LATE_AFTER_MS - 1)).toBe('live');
    expect(feed.state(LATE_AFTER_MS)).toBe('late');
    expect(feed.state(FAULT_AFTER_MS - 1)).toBe('late');
    expect(feed.state(FAULT_AFTER_MS)).toBe('fault');
    expect(feed.fault(FAULT_AFTER_MS)).toBe('silent');
  });

  it('is as late as the gateway says, though messages come', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    feed.pulse(standing(1, { ageMs: 2_900 }), 1_000);
    expect(feed.state(1_000)).toBe('live');
    expect(feed.state(1_100)).toBe('late');
    feed.pulse(standing(1, { ageMs: 9_990 }), 2_000);
    expect(feed.state(2_010)).toBe('fault');
    feed.pulse(standing(1, { ageMs: 10 }), 3_000);
    expect(feed.state(3_000)).toBe('live');
  });

  it('is at fault at once where the partition is halted', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    feed.pulse(standing(1, { state: 'fault', fault: 'halted' }), 500);
    expect(feed.state(500)).toBe('fault');
    expect(feed.fault(500)).toBe('halted');
    feed.pulse(standing(1), 600);
    expect(feed.state(600)).toBe('live');
    expect(feed.fault(600)).toBeNull();
  });

  it('stays retired also while it is late or at fault', () => {
    const feed = new Feed(0);
    feed.accept(message(1, { state: 'retired' }), 0);
    expect([feed.state(0), feed.state(LATE_AFTER_MS)]).toEqual(['retired', 'late']);
    feed.pulse(standing(1, { state: 'fault', fault: 'halted' }), 4_000);
    expect([feed.state(4_000), feed.isRetired]).toEqual(['fault', true]);
  });

  it('stays suspended also while it is late', () => {
    const feed = new Feed(0);
    feed.accept(message(1, { state: 'suspended' }), 0);
    expect(feed.state(0)).toBe('suspended');
    expect(feed.state(LATE_AFTER_MS)).toBe('late');
    expect(feed.isSuspended).toBe(true);
    feed.accept(message(2), 4_000);
    expect(feed.isSuspended).toBe(false);
  });

  it('grows older while the gateway is behind what is shown', () => {
    const feed = new Feed(0);
    feed.accept(message(9), 0);
    feed.accept(message(3), 1_000);
    for (let now = 1_000; now < FAULT_AFTER_MS; now += 1_000) feed.pulse(standing(3), now);
    expect(feed.state(FAULT_AFTER_MS)).toBe('fault');
    feed.accept(message(10), FAULT_AFTER_MS);
    expect(feed.state(FAULT_AFTER_MS)).toBe('live');
  });

  it('grows older while pulses tell of a value that does not come, but believes their state', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    feed.pulse(standing(2, { state: 'suspended', asOf: '2026-11-21T05:00:00Z' }), 2_000);
    expect(feed.state(2_000)).toBe('suspended');
    expect(feed.state(LATE_AFTER_MS)).toBe('late');
    expect(feed.asOf).toBe('2026-11-21T04:02:10Z');
  });

  it('is at fault where the age is not known', () => {
    const feed = new Feed(0);
    feed.accept(message(1, { ageMs: null, asOf: null }), 0);
    expect(feed.state(0)).toBe('fault');
  });
});

describe('the hits of a feed', () => {
  it('are celebrated once, however often and however late they come', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    expect(feed.accept(message(2, { hit }), 600_000).hit).toEqual(hit);
    expect(feed.accept(message(2, { hit }), 600_001).hit).toBeNull();
    expect(feed.accept(message(3, { hit }), 900_000).hit).toBeNull();
  });

  it('are celebrated where a newer value overtook them', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    feed.accept(message(5), 1);
    expect(feed.accept(message(3, { hit }), 2)).toEqual({ isNew: false, hit });
  });

  it('are not celebrated from the snapshot that a page begins with, nor from before it', () => {
    const feed = new Feed(0);
    expect(feed.accept(message(5, { hit: hitAt(4) }), 0)).toEqual({ isNew: true, hit: null });
    expect(feed.accept(message(6, { hit: hitAt(3) }), 1).hit).toBeNull();
    expect(feed.accept(message(6, { hit: hitAt(5) }), 2).hit).toEqual(hitAt(5));
  });

  it('are celebrated when they are verified, and never while they are locked', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    const locked = hitAt(1, { state: 'locked' });
    const verified = { ...locked, state: 'verified' as const, offset: 8 };
    expect(feed.accept(message(2, { hit: locked }), 1)).toEqual({ isNew: true, hit: null });
    expect(feed.accept(message(9, { hit: verified }), 2).hit).toEqual(verified);
    expect(feed.accept(message(9, { hit: verified }), 3).hit).toBeNull();
    expect(feed.accept(message(9, { hit: locked }), 4).hit).toBeNull();
  });

  it('are one for each verification of an award', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    const verified = { award: hit.award, state: 'verified' } as const;
    const [first, second] = [hitAt(8, verified), hitAt(11, verified)];
    expect(feed.accept(message(9, { hit: first }), 1).hit).toEqual(first);
    expect(feed.accept(message(12, { hit: second }), 2).hit).toEqual(second);
    expect(feed.accept(message(12, { hit: first }), 3).hit).toBeNull();
  });

  it('tell once that an award is taken back', () => {
    const feed = new Feed(0);
    feed.accept(message(1), 0);
    const reversed = hitAt(6, { award: hit.award, state: 'reversed' });
    expect(feed.accept(message(7, { hit: reversed }), 2)).toEqual({ isNew: true, hit: reversed });
    expect(feed.accept(message(7, { hit: reversed }), 3).hit).toBeNull();
  });

  it('are celebrated once by a page that was loaded again', () => {
    const before = new Feed(0);
    before.accept(message(1), 0);
    before.accept(message(2, { hit }), 1);
    const after = new Feed(0, before.memory ?? undefined);
    expect(after.accept(message(2, { hit }), 2).hit).toBeNull();
    expect(after.accept(message(3, { hit: hitAt(2) }), 3).hit).toEqual(hitAt(2));
  });

  it('are not lost by a page that is loaded again while it catches up', () => {
    const before = new Feed(0);
    before.accept(message(10), 0);
    before.accept(message(20, { hit: hitAt(12), held: 13 }), 1);
    expect(before.memory).toEqual({ version: 13, hits: [12] });
    const after = new Feed(0, before.memory ?? undefined);
    expect(after.accept(message(20, { hit: hitAt(15) }), 2).hit).toEqual(hitAt(15));
  });

  it('of a frame that was lost are asked for again after a break, and celebrated when they come', () => {
    const feed = new Feed(0);
    feed.accept(message(3), 0);
    feed.accept(message(6, { held: 3 }), 1);
    expect(feed.memory?.version).toBe(3);
    const late = message(6, { hit: hitAt(4), held: 6 });
    expect(feed.accept(late, 2).hit).toEqual(hitAt(4));
    expect(feed.memory?.version).toBe(6);
  });

  it('are remembered in a bounded number', () => {
    const feed = new Feed(0);
    for (let version = 0; version < MOST_HITS + 50; version += 1) {
      feed.accept(message(version, { hit: hitAt(version) }), version);
    }
    expect(feed.memory?.hits).toHaveLength(MOST_HITS);
    expect(feed.memory?.hits.at(-1)).toBe(MOST_HITS + 49);
  });
});
