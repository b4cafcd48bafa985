import { SUMMARY_EVERY_MS, Summary } from './summary.js';

describe('the summary for screen readers', () => {
  it('speaks at once, and then at most every 30 s', () => {
    const summary = new Summary();
    expect(summary.next('MOP 1.00', 0)).toBe('MOP 1.00');
    expect(summary.next('MOP 2.00', SUMMARY_EVERY_MS - 1)).toBeNull();
    expect(summary.next('MOP 3.00', SUMMARY_EVERY_MS)).toBe('MOP 3.00');
  });

  it('does not repeat itself', () => {
    const summary = new Summary();
    summary.next('MOP 1.00', 0);
    expect(summary.next('MOP 1.00', 10 * SUMMARY_EVERY_MS)).toBeNull();
  });
});
