import { readDemoOptions } from './options.js';

test('without options forty tables play without end, to be watched', () => {
  const options = readDemoOptions([], '/home/me');
  expect(options).toMatchObject({ rounds: 0, exit: false, dataDir: undefined });
  const play = ['--tables=40', '--rounds=0', '--speed=6', '--luck=2', '--misbehave=0'];
  expect(options.pitArgs).toEqual(expect.arrayContaining(play));
  expect(options.misbehaves).toBe(false);
});

test('options go to the pit, and a folder is relative to where the person stands', () => {
  const args = ['--rounds', '300', '--exit', '--tables', '8', '--speed=50', '--data', 'kept'];
  const { pitArgs, ...options } = readDemoOptions(args, '/home/me');
  expect(options).toEqual({
    rounds: 300,
    exit: true,
    dataDir: '/home/me/kept',
    host: '127.0.0.1',
    misbehaves: true,
  });
  expect(pitArgs).toEqual(expect.arrayContaining(['--rounds=300', '--tables=8', '--speed=50']));
});

test.each([
  [['--exit'], '--exit needs --rounds'],
  [['--rounds', 'many'], 'It must be a whole number'],
  [['--round', '3'], "unknown option '--round'"],
])('%j is refused', (args, sentence) => {
  expect(() => readDemoOptions(args, '/')).toThrow(sentence);
  expect(() => readDemoOptions(args, '/')).toThrow('npm run demo -- --help');
});
