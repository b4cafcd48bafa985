import { HEARS_WITHIN_MS, PAINTS_WITHIN_MS, Watchdog } from './watchdog.js';

describe('the watchdog', () => {
  it('complains where nothing is painted while time passes', () => {
    const watchdog = new Watchdog(0);
    expect(watchdog.complaint(PAINTS_WITHIN_MS)).toBeNull();
    expect(watchdog.complaint(PAINTS_WITHIN_MS + 1)).toBe('nothing was painted');
    watchdog.painted(PAINTS_WITHIN_MS + 1);
    expect(watchdog.complaint(PAINTS_WITHIN_MS + 2)).toBeNull();
  });

  it('complains where the stream is silent while the gateway answers, not in an outage', () => {
    const watchdog = new Watchdog(0);
    const later = HEARS_WITHIN_MS + 1;
    watchdog.painted(later);
    expect(watchdog.complaint(later)).toBeNull();
    watchdog.answered(later);
    expect(watchdog.complaint(later)).toMatch('silent');
    watchdog.heard(later);
    expect(watchdog.complaint(later)).toBeNull();
  });
});
