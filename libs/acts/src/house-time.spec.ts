import { houseTime } from './house-time.js';

test.each([
  ['Asia/Macau', '2026-11-21 12:00:59 GMT+8'],
  ['America/New_York', '2026-11-20 23:00:59 GMT-5'],
  ['UTC', '2026-11-21 04:00:59 UTC'],
  ['Atlantis/Centre', '2026-11-21 04:00:59 UTC'],
])('a time in %s is %s', (zone, text) => {
  expect(houseTime('2026-11-21T04:00:59.120Z', zone)).toBe(text);
  expect(houseTime(Date.parse('2026-11-21T04:00:59Z'), zone)).toBe(text);
});
