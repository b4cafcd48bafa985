import { NewestEntries } from './newest-entries.js';

test('at least as many as asked for are remembered, the newest, and what goes is named', () => {
  const forgotten: number[] = [];
  const entries = new NewestEntries<number, string>(3, (gone) => forgotten.push(...gone.keys()));
  for (let key = 0; key < 8; key += 1) entries.set(key, String(key));
  entries.set(5, 'again');
  expect([...entries]).toEqual([
    [3, '3'],
    [4, '4'],
    [5, 'again'],
    [6, '6'],
    [7, '7'],
  ]);
  expect(forgotten).toEqual([0, 1, 2]);
  expect([entries.get(2), entries.get(4), entries.get(7)]).toEqual([undefined, '4', '7']);
});
