import { ANNOUNCE_EVERY_MS, ANNOUNCEMENT_STAYS_MS, Announcement } from './announcement.js';

describe('what a screen reader reads out by itself', () => {
  it('is said at once, and then at most every 30 s', () => {
    const announcement = new Announcement();
    expect(announcement.text('MOP 1.00', 0)).toBe('MOP 1.00');
    expect(announcement.text('MOP 2.00', ANNOUNCE_EVERY_MS - 1)).toBe('');
    expect(announcement.text('MOP 3.00', ANNOUNCE_EVERY_MS)).toBe('MOP 3.00');
  });

  it('is not repeated', () => {
    const announcement = new Announcement();
    announcement.text('MOP 1.00', 0);
    expect(announcement.text('MOP 1.00', 10 * ANNOUNCE_EVERY_MS)).toBe('');
  });

  it('is gone before somebody could read an old amount there', () => {
    const announcement = new Announcement();
    announcement.text('MOP 1.00', 0);
    expect(announcement.text('MOP 2.00', ANNOUNCEMENT_STAYS_MS - 1)).toBe('MOP 1.00');
    expect(announcement.text('MOP 2.00', ANNOUNCEMENT_STAYS_MS)).toBe('');
  });
});
