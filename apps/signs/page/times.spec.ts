import { clockTime, dayTime } from './times.js';

describe('the times on a sign', () => {
  it('are those of the given zone, by the second and by the day', () => {
    expect(clockTime('2026-11-21T04:02:10.120Z', 'Asia/Macau')).toBe('12:02:10');
    expect(clockTime('2026-11-21T16:00:00.000Z', 'Asia/Macau')).toBe('00:00:00');
    expect(dayTime('2026-11-21T16:01:00.000Z', 'Asia/Macau')).toBe('22/11 00:01');
  });

  it('are those of the machine without one', () => {
    expect(clockTime('2026-11-21T04:02:10.120Z')).toMatch(/^\d\d:\d\d:10$/);
  });
});
