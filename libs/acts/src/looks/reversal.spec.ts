import { newerLooks } from './reversal.js';

type Given = readonly [offset: number, dependsOnPool: 'nothing' | 'amounts', state: string];

function looks(...given: Given[]): string[] {
  const claims = given.map(([offset, dependsOnPool, state]) => {
    const id = `main/T1/9/${offset}`;
    return [id, { id, offset, dependsOnPool, seats: [{ state }] }] as const;
  });
  return newerLooks({ claims: new Map(claims) as never }, 'main/T1/9/10');
}

test('an award is reversed after those that took a part of the same pool', () => {
  expect(looks([10, 'amounts', 'locked'], [20, 'amounts', 'paid'])).toEqual([
    expect.stringMatching(/^main\/T1\/9\/20 took a part of the pool after it, .* newest first/),
  ]);
  const two: Given[] = [
    [20, 'amounts', 'locked'],
    [30, 'amounts', 'paid'],
  ];
  expect(looks([10, 'amounts', 'locked'], ...two)).toEqual([
    expect.stringMatching(/^main\/T1\/9\/30 and 1 more took a part/),
  ]);
});

test('fixed prizes, older awards and reversed ones are passed over', () => {
  const others: Given[] = [
    [5, 'amounts', 'paid'],
    [20, 'nothing', 'paid'],
    [30, 'amounts', 'reversed'],
  ];
  expect(looks([10, 'amounts', 'locked'], ...others)).toEqual([]);
  expect(looks([10, 'nothing', 'locked'], [20, 'amounts', 'paid'])).toEqual([]);
});
