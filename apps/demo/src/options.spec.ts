import { readDemoOptions } from './options.mjs';

test('without options forty tables play for ever, to be watched', () => {
  const options = readDemoOptions([], '/home/me');
  expect(options).toMatchObject({ rounds: 0, exit: false, dataDir: undefined });
  expect(options.pitArgs).toEqual(
    expect.arrayContaining(['--tables=40', '--rounds=0', '--speed=6', '--luck=2']),
  );
});

test('what is given goes to the pit, and a folder is looked for where it was typed', () => {
  const args = ['--rounds', '300', '--exit', '--tables', '8', '--speed=50', '--data', 'kept'];
  const { pitArgs, ...options } = readDemoOptions(args, '/home/me');
  expect(options).toEqual({ rounds: 300, exit: true, dataDir: '/home/me/kept' });
  expect(pitArgs).toEqual(expect.arrayContaining(['--rounds=300', '--tables=8', '--speed=50']));
});

test.each([
  [['--exit'], '--exit needs --rounds'],
  [['--rounds', 'many'], '--rounds must be a whole number'],
  [['--round', '3'], '--round'],
])('%j is refused with the usage', (args, sentence) => {
  expect(() => readDemoOptions(args, '/')).toThrow(sentence);
  expect(() => readDemoOptions(args, '/')).toThrow('Usage: npm run demo');
});
