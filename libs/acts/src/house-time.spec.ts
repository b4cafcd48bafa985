import { houseTime, tableTime } from './house-time.js';

test.each([
  ['Asia/Macau', '2026-11-21 12:00:59 GMT+8'],
  ['America/New_York', '2026-11-20 23:00:59 GMT-5'],
  ['UTC', '2026-11-21 04:00:59 UTC'],
  ['Atlantis/Centre', '2026-11-21 04:00:59 UTC'],
])('a time in %s is %s', (zone, text) => {
  expect(houseTime('2026-11-21T04:00:59.120Z', zone)).toBe(text);
  expect(houseTime(Date.parse('2026-11-21T04:00:59Z'), zone)).toBe(text);
});

test.each([
  ['2026-11-21T04:00Z', '2026-11-21 12:00:00 GMT+8'],
  ['2026-11-21T04:00:59.120+02:00', '2026-11-21 10:00:59 GMT+8'],
  ['2026-11-21T04:00:59', '2026-11-21T04:00:59'],
  ['2026-13-41T04:00Z', '2026-13-41T04:00Z'],
  ['noon', 'noon'],
])('the time %s of a table is shown as %s', (text, shown) => {
  expect(tableTime(text, 'Asia/Macau')).toBe(shown);
});
