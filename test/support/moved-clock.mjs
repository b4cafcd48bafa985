import { readFileSync } from 'node:fs';

/**
 * A clock that the test sets: on SIGUSR2 the time of day moves by the milliseconds in CLOCK_FILE.
 * `performance.now()` stays, as after a real change of the clock.
 */
const RealDate = Date;
const realNow = Date.now;
let movedMs = 0;

globalThis.Date = class extends RealDate {
  /** @param {...any} given */
  constructor(...given) {
    if (given.length === 0) super(realNow() + movedMs);
    // @ts-expect-error Date has several forms.
    else super(...given);
  }

  static now() {
    return realNow() + movedMs;
  }
};

process.on('SIGUSR2', () => {
  movedMs = Number(readFileSync(String(process.env['CLOCK_FILE']), 'utf8'));
});
