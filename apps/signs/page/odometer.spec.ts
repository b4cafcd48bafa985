import fc from 'fast-check';
import { CLIMB_MS, Odometer, wheelCount, wheels } from './odometer.js';

describe('the odometer', () => {
  it('shows nothing before the first value, and then that value at once', () => {
    const odometer = new Odometer();
    expect(odometer.displayed(0)).toBeNull();
    odometer.receive(123_456_789n, 10);
    expect(odometer.displayed(10)).toEqual({ minor: 123_456_789n, rolled: 0 });
    expect(odometer.atRest).toBe(true);
  });

  it('climbs through what lies between, and arrives exactly', () => {
    const odometer = new Odometer();
    odometer.receive(125_000n, 0);
    odometer.receive(131_100n, 1000);
    const half = shown(odometer, 1000 + CLIMB_MS / 2);
    expect(half).toBeGreaterThan(127_000);
    expect(half).toBeLessThan(129_000);
    expect(odometer.displayed(1000 + CLIMB_MS)).toEqual({ minor: 131_100n, rolled: 0 });
    expect(odometer.atRest).toBe(true);
  });

  it('falls at once, without showing anything between', () => {
    const odometer = new Odometer();
    odometer.receive(900_000n, 0);
    odometer.receive(100_000n, 1);
    expect(odometer.displayed(1)).toEqual({ minor: 100_000n, rolled: 0 });
  });

  it('falls also where a correction comes in the middle of a climb', () => {
    const odometer = new Odometer();
    odometer.receive(0n, 0);
    odometer.receive(1_000_000n, 0);
    odometer.displayed(CLIMB_MS / 2);
    odometer.receive(1_000n, CLIMB_MS / 2);
    expect(odometer.displayed(CLIMB_MS / 2)).toEqual({ minor: 1_000n, rolled: 0 });
  });

  it('keeps its pace when a further value comes in the middle of a climb', () => {
    const odometer = new Odometer();
    odometer.receive(0n, 0);
    odometer.receive(100_000n, 0);
    const [start, middle] = [shown(odometer, 990), shown(odometer, 1000)];
    odometer.receive(110_000n, 1000);
    const pace = (shown(odometer, 1010) - middle) / (middle - start);
    expect(pace).toBeGreaterThan(0.9);
    expect(pace).toBeLessThan(1.1);
  });

  it('stays still when the same value is received again', () => {
    const odometer = new Odometer();
    odometer.receive(5n, 0);
    odometer.receive(5n, 1);
    expect(odometer.atRest).toBe(true);
  });

  it('shows each value at once where motion is not wanted', () => {
    const odometer = new Odometer(0);
    odometer.receive(10n, 0);
    odometer.receive(20n, 1);
    expect(odometer.displayed(1)).toEqual({ minor: 20n, rolled: 0 });
  });

  it('refuses a negative pool', () => {
    expect(() => new Odometer().receive(-1n, 0)).toThrow(RangeError);
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
        for (const { value, wait, looks } of steps) {
          now += wait;
          odometer.receive(value, now);
          if (value * 1000n < floor) floor = 0n;
          // Looks at any time, also earlier than the last one, as a clock that steps back gives.
          for (const look of [0, ...looks]) {
            const grains = grainsShown(odometer, now + look);
            expect(grains <= value * 1000n).toBe(true);
            expect(grains >= floor).toBe(true);
            floor = grains;
          }
        }
        expect(odometer.displayed(now + CLIMB_MS)?.minor).toBe(odometer.latest);
        expect(odometer.displayed(now + CLIMB_MS)?.rolled).toBe(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the wheels', () => {
  it('stand on their digits at rest', () => {
    expect(wheels({ minor: 1_907n, rolled: 0 }, 5)).toEqual([0, 1, 9, 0, 7]);
  });

  it('turn only while the wheel below passes from 9 to 0', () => {
    expect(wheels({ minor: 1_908n, rolled: 0.5 }, 4)).toEqual([1, 9, 0, 8.5]);
    expect(wheels({ minor: 1_909n, rolled: 0.5 }, 4)).toEqual([1, 9, 0.5, 9.5]);
    expect(wheels({ minor: 1_999n, rolled: 0.5 }, 4)).toEqual([1.5, 9.5, 9.5, 9.5]);
  });

  it('never spell an amount beyond the next minor unit, however they are read in passing', () => {
    const rolled = fc.integer({ min: 0, max: 999 }).map((grains) => grains / 1000);
    const minor = fc.oneof(
      fc.bigInt(0n, 10n ** 12n),
      fc.nat(9).map((n) => 10n ** BigInt(n + 1) - 1n),
    );
    fc.assert(
      fc.property(minor, rolled, (minor, rolled) => {
        const positions = wheels({ minor, rolled }, 14);
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
  return reading.minor * 1000n + BigInt(Math.round(reading.rolled * 1000));
}

function shown(odometer: Odometer, now: number): number {
  return Number(grainsShown(odometer, now)) / 1000;
}
