import { SignRegistry } from './sign-registry.js';

const clock = { nowMs: 0 };
const sign = (name: string, ...jackpots: string[]) => ({ name, jackpots, place: 'wall' });
const registryOf = (
  names: string[],
  limit?: number,
  ...others: ReturnType<typeof sign>[]
): SignRegistry => {
  clock.nowMs = 0;
  const signs = [...names.map((name) => sign(name, 'main')), ...others];
  return new SignRegistry(
    new Map(signs.map((each) => [each.name, each])),
    () => clock.nowMs,
    limit,
  );
};

test('the age of an expected sign counts from its last acknowledgement, before the first from the start', () => {
  const registry = registryOf(['12', '13']);
  clock.nowMs = 20_000;
  registry.acknowledged('12', false);
  registry.acknowledged('stranger', false);
  clock.nowMs = 22_500;
  expect([...registry.agesSeconds()]).toEqual([
    ['12', 2.5],
    ['13', 22.5],
  ]);
});

test('of unexpected signs one too many is not admitted, until another was silent for an hour', () => {
  const registry = registryOf(['12'], 2);
  for (const sign of ['a', 'b']) {
    expect(registry.admits(sign)).toBe(true);
    registry.acknowledged(sign, false);
  }
  clock.nowMs = 3_599_999;
  registry.acknowledged('a', false);
  expect(['a', 'b', 'c', '12'].map((sign) => registry.admits(sign))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  clock.nowMs = 3_600_000;
  expect(registry.admits('c')).toBe(true);
  registry.acknowledged('c', false);
  expect(registry.admits('b')).toBe(false);
});

test.each([
  ['12', 10],
  ['of two jackpots', 20],
  ['stranger', 40],
])('sign %s acknowledges once a second for each jackpot, in the mean of ten', (name, most) => {
  const registry = registryOf(['12'], undefined, sign('of two jackpots', 'main', 'mini'));
  const taken = (): number => {
    let count = 0;
    for (; registry.keepsPace(name); count += 1) registry.acknowledged(name, false);
    return count;
  };
  registry.acknowledged(name, false);
  expect(taken()).toBe(most);
  clock.nowMs += 999;
  expect(taken()).toBe(most / 10 - 1);
  clock.nowMs += 1;
  expect(taken()).toBe(1);
  clock.nowMs += 3_600_000;
  expect(taken()).toBe(most);
});

test('that a sign begins to show too much is said once, and again after it was right', () => {
  for (const sign of ['12', 'stranger']) {
    const registry = registryOf(['12']);
    const shown = [true, true, false, true, false];
    expect(shown.map((isAbove) => registry.acknowledged(sign, isAbove))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  }
});

test('how many signs there should be is counted by jackpot', () => {
  const signs = new Map([
    ['a', sign('a', 'main', 'mini')],
    ['b', sign('b', 'main')],
  ]);
  const registry = new SignRegistry(signs);
  expect([...registry.expectedByJackpot()]).toEqual([
    ['main', 2],
    ['mini', 1],
  ]);
});
