import type { Ack } from '#contract';
import { fc } from '#testing/laws';
import { frameText } from '../testing/frames.js';
import { isAbove } from './judge.js';
import { ValueHistory } from './value-history.js';

/** A gateway that has received values, by default one a second. */
class Gateway {
  nowMs = 0;
  readonly history = new ValueHistory(() => this.nowMs);

  receives(version: number, value: number, afterMs = 1_000): this {
    this.nowMs += afterMs;
    this.history.note(JSON.parse(frameText({ version, value })));
    return this;
  }

  /** Returns the gateway's judgement of a painted value. */
  judges(version: number, value: number, state: Ack['state'] = 'running'): boolean | null {
    const ack = { jackpot: 'main', version, value, state, paintedAt: '2026-11-21T04:00:00.000Z' };
    return isAbove(this.history, ack);
  }
}

const beforeAward = 109_713_271;
const afterAward = 2_026_514;

test('a value on its way up to that of its version is not above', () => {
  const gateway = new Gateway().receives(1, 1_000).receives(2, 2_000);
  expect([0, 1_000, 1_500, 2_000].map((value) => gateway.judges(2, value))).toEqual(
    Array(4).fill(false),
  );
});

test('a value of one minor unit more than that of its version is above', () => {
  const gateway = new Gateway().receives(1, 1_000).receives(2, 2_000);
  expect(gateway.judges(2, 2_001)).toBe(true);
  expect(gateway.judges(1, 1_001)).toBe(true);
});

test('after an award a sign that has its version must show the lower value at once', () => {
  const gateway = new Gateway().receives(1, beforeAward).receives(2, afterAward);
  expect(gateway.judges(2, beforeAward)).toBe(true);
  expect(gateway.judges(2, afterAward)).toBe(false);
});

test('a sign that stays at the value before an award shows too much after 15 seconds', () => {
  const gateway = new Gateway().receives(1, beforeAward).receives(2, afterAward);
  gateway.nowMs += 15_000 - 1;
  expect(gateway.judges(1, beforeAward)).toBe(false);
  gateway.nowMs += 2;
  expect(gateway.judges(1, beforeAward)).toBe(true);
  expect(gateway.judges(1, beforeAward, 'late')).toBe(true);
});

test('a sign that says that its value may be an old one does not show too much', () => {
  const gateway = new Gateway().receives(1, beforeAward).receives(2, afterAward);
  gateway.nowMs += 60_000;
  expect(gateway.judges(1, beforeAward, 'fault')).toBe(false);
  expect(gateway.judges(1, beforeAward, 'connecting')).toBe(false);
});

test('a version that only another gateway has is not judged, however much was painted', () => {
  const gateway = new Gateway().receives(1, 1_000);
  gateway.nowMs += 60_000;
  expect(gateway.judges(2, 5_000)).toBe(null);
  expect(new Gateway().judges(1, 1)).toBe(null);
});

test('a gateway that has just begun does not judge by time', () => {
  const gateway = new Gateway().receives(7, afterAward);
  expect(gateway.judges(3, beforeAward)).toBe(null);
  gateway.nowMs += 15_001;
  expect(gateway.judges(3, beforeAward)).toBe(true);
});

test('versions of a tenth of a second are one while the value rises, and a fall ends it', () => {
  const gateway = new Gateway()
    .receives(1, 1_000)
    .receives(2, 2_000, 10)
    .receives(3, 500, 10)
    .receives(4, 600, 10);
  expect(gateway.judges(1, 2_000)).toBe(false);
  expect(gateway.judges(2, 2_001)).toBe(true);
  expect(gateway.judges(3, 600)).toBe(false);
  expect(gateway.judges(3, 601)).toBe(true);
});

test('what a sign may show of any version that it was sent is never above, at any pace', () => {
  const step = fc.record({ value: fc.nat(1_000), afterMs: fc.nat(20_000) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), fc.nat(), (steps, pick) => {
      const gateway = new Gateway();
      steps.forEach(({ value, afterMs }, index) => gateway.receives(index + 1, value, afterMs));
      // With the newest version, on the way to its value.
      const { value = 0 } = steps.at(-1) ?? {};
      expect(gateway.judges(steps.length, pick % (value + 1))).toBe(false);
    }),
  );
});

test('of a busy pool the last minute is known, and what came before is not judged', () => {
  const gateway = new Gateway();
  for (let version = 1; version <= 2_000; version += 1) gateway.receives(version, version, 100);
  expect(gateway.judges(1_401, 1_402)).toBe(true);
  expect(gateway.judges(1_401, 1_401)).toBe(false);
  expect(gateway.judges(1_400, 1_400)).toBe(null);
});
