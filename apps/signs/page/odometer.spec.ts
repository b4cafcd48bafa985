import { fc } from '#testing/laws';
import { CLIMB_MS, Odometer, PACE_MS, ROLLING_SHARE, wheelCount, wheels } from './odometer.js';

/** Long enough for any waiting value to begin its climb and to end it. */
const SETTLED_MS = PACE_MS + CLIMB_MS;

describe('the odometer', () => {
  it('shows nothing before the first value, and then that value at once', () => {
    const odometer = new Odometer();
    expect(odometer.displayed(0)).toBeNull();
    odometer.receive(123_456_789n, 1);
    expect(odometer.displayed(10)).toEqual({ units: 123_456_789n, rolled: 0 });
    expect(odometer.isSettled).toBe(true);
  });

  // clause 1
  it('climbs through what lies between within half a second, and arrives exactly', () => {
    const odometer = new Odometer();
    odometer.receive(125_000n, 1);
    odometer.displayed(0);
    odometer.receive(131_100n, 2);
    odometer.displayed(10_000);
    const half = shown(odometer, 10_000 + CLIMB_MS / 2);
    expect(half).toBeGreaterThan(127_000);
    expect(half).toBeLessThan(129_000);
    expect(odometer.displayed(10_000 + CLIMB_MS)).toEqual({ units: 131_100n, rolled: 0 });
    expect(odometer.atRest).toBe(true);
  });

  it.each([10, 50, 250, 400, 1_000, 3_000])(
    'stands in more than four fifths of all frames with a value each %s ms',
    (everyMs) => {
      const odometer = new Odometer();
      let [frames, standing, sent] = [0, 0, 0];
      for (let now = 0; now < 60_000; now += 1_000 / 60) {
        while (sent * everyMs <= now) odometer.receive(BigInt((sent += 1) * 137), sent);
        const reading = odometer.displayed(now);
        frames += 1;
        if (odometer.atRest && reading?.rolled === 0) standing += 1;
      }
      expect(standing / frames).toBeGreaterThan(0.82);
    },
  );

  it('shows a value that waits for the wheels to rest at the latest after the pace', () => {
    const odometer = new Odometer();
    odometer.receive(1n, 1);
    odometer.displayed(0);
    odometer.receive(100n, 2);
    odometer.displayed(5_000);
    odometer.receive(200n, 3);
    expect(shown(odometer, 5_000 + CLIMB_MS)).toBe(100);
    expect(odometer.isSettled).toBe(false);
    odometer.displayed(5_000 + PACE_MS);
    expect(shown(odometer, 5_000 + PACE_MS + ROLLING_SHARE * PACE_MS)).toBe(200);
    expect(odometer.isSettled).toBe(true);
  });

  it('falls at once, without showing anything between, also in the middle of a climb', () => {
    const odometer = new Odometer();
    odometer.receive(0n, 1);
    odometer.receive(1_000_000n, 2);
    odometer.displayed(0);
    odometer.displayed(CLIMB_MS / 2);
    odometer.receive(1_000n, 3);
    expect(odometer.displayed(CLIMB_MS / 2)).toEqual({ units: 1_000n, rolled: 0 });
    expect(odometer.isSettled).toBe(true);
  });

  it('never leads a correction that is below what it climbs to', () => {
    const odometer = new Odometer();
    odometer.receive(0n, 1);
    odometer.receive(1_000n, 2);
    odometer.displayed(0);
    expect(shown(odometer, CLIMB_MS / 2)).toBeLessThan(800);
    odometer.receive(800n, 3);
    expect(shown(odometer, CLIMB_MS)).toBe(800);
  });

  it('stays still when the same value is received again, with its newer version', () => {
    const odometer = new Odometer();
    odometer.receive(5n, 1);
    odometer.displayed(0);
    odometer.receive(5n, 2);
    odometer.displayed(1);
    expect(odometer.atRest).toBe(true);
    expect(odometer.version).toBe(2);
  });

  it('names the version of the value that it stands on or climbs to', () => {
    const odometer = new Odometer();
    odometer.receive(5n, 1);
    odometer.displayed(0);
    odometer.receive(50n, 2);
    odometer.displayed(9_000);
    expect(odometer.version).toBe(2);
    odometer.receive(90n, 3);
    odometer.displayed(9_000 + CLIMB_MS);
    expect(odometer.version).toBe(2);
    odometer.displayed(9_000 + PACE_MS);
    expect(odometer.version).toBe(3);
  });

  it('shows each value at once where motion is not wanted', () => {
    const odometer = new Odometer(false);
    odometer.receive(10n, 1);
    odometer.receive(20n, 2);
    expect(odometer.displayed(1)).toEqual({ units: 20n, rolled: 0 });
  });

  it('refuses a negative pool', () => {
    expect(() => new Odometer().receive(-1n, 1)).toThrow(RangeError);
  });

  it('never shows more than it received, turns back only for a drop, and arrives', () => {
    const values = fc.oneof(fc.bigInt(0n, 200_000n), fc.bigInt(0n, 2n ** 53n - 1n));
    const step = fc.record({
      value: values,
      wait: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 5_000 })),
      looks: fc.array(fc.integer({ min: -50, max: 4_000 }), { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const odometer = new Odometer();
        let now = 0;
        let floor = 0n;
        let latest = 0n;
        for (const { value, wait, looks } of steps) {
          now += wait;
          odometer.receive(value, 1);
          if (value < latest) floor = 0n;
          latest = value;
          // Looks at any time, also earlier than the last one, like a clock that steps back.
          for (const look of [0, ...looks]) {
            const grains = grainsShown(odometer, now + look);
            expect(grains <= value * 1000n).toBe(true);
            expect(grains >= floor).toBe(true);
            floor = grains;
          }
        }
        // The last look may have been 4 s later; a climb begins with a look and ends with one.
        for (const wait of [0, 1, 2]) odometer.displayed(now + 4_000 + wait * SETTLED_MS);
        const end = odometer.displayed(now + 4_000 + 3 * SETTLED_MS);
        expect(end).toEqual({ units: odometer.latest, rolled: 0 });
        expect(odometer.isSettled).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the wheels', () => {
  it('stand on their digits at rest', () => {
    expect(wheels({ units: 1_907n, rolled: 0 }, 5)).toEqual([0, 1, 9, 0, 7]);
  });

  it('turn only while the wheel below passes from 9 to 0', () => {
    expect(wheels({ units: 1_908n, rolled: 0.5 }, 4)).toEqual([1, 9, 0, 8.5]);
    expect(wheels({ units: 1_909n, rolled: 0.5 }, 4)).toEqual([1, 9, 0.5, 9.5]);
    expect(wheels({ units: 1_999n, rolled: 0.5 }, 4)).toEqual([1.5, 9.5, 9.5, 9.5]);
  });

  it('never spell an amount beyond the next unit, however they are read in passing', () => {
    const rolled = fc.integer({ min: 0, max: 999 }).map((grains) => grains / 1000);
    const minor = fc.oneof(
      fc.bigInt(0n, 10n ** 12n),
      fc.nat(9).map((n) => 10n ** BigInt(n + 1) - 1n),
    );
    fc.assert(
      fc.property(minor, rolled, (minor, rolled) => {
        const positions = wheels({ units: minor, rolled }, 14);
        const nearest = BigInt(positions.map((at) => Math.round(at) % 10).join(''));
        expect(nearest).toBe(rolled < 0.5 ? minor : minor + 1n);
      }),
    );
  });

  it('are as many as the digits, and at least one before the point', () => {
    expect(wheelCount(0n, 2)).toBe(3);
    expect(wheelCount(0n, 0)).toBe(1);
    expect(wheelCount(99_999n, 2)).toBe(5);
    expect(wheelCount(100_000n, 2)).toBe(6);
  });
});

function grainsShown(odometer: Odometer, now: number): bigint {
  const reading = odometer.displayed(now);
  if (reading === null) throw new Error('nothing is shown');
  return reading.units * 1000n + BigInt(Math.round(reading.rolled * 1000));
}

function shown(odometer: Odometer, now: number): number {
  return Number(grainsShown(odometer, now)) / 1000;
}
