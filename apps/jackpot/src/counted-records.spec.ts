import { CountedRecords } from './counted-records.js';

const never = { counted: null };

test('a ledger that has gone back is not counted again, though another had it meanwhile', () => {
  const counted = new CountedRecords();
  counted.begin(3, { position: 4, ...never });
  counted.add(3, { to: 8 });
  counted.begin(3, { position: 4, ...never });
  expect(counted.of(3)).toBe(9);
  counted.begin(3, { position: 20, ...never });
  expect(counted.of(3)).toBe(20);
  expect(counted.of(4)).toBe(0);
});

test('a ledger that was emptied says what was counted, whatever this process knows', () => {
  const counted = new CountedRecords();
  counted.add(3, { to: 99 });
  counted.begin(3, { position: 0, counted: 7 });
  expect(counted.of(3)).toBe(7);
  counted.begin(3, { position: 0, ...never });
  expect(counted.of(3)).toBe(7);
});

test('a commit that is answered late takes nothing back', () => {
  const counted = new CountedRecords();
  counted.add(3, { to: 9 });
  counted.add(3, { to: 5 });
  expect(counted.of(3)).toBe(10);
});
