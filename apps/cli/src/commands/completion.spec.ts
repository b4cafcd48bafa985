import { execFileSync } from 'node:child_process';
import { runLine } from '../testing/captured-shell.js';

const { stdout: script } = await runLine(['completion', 'bash']);

/** The words that bash offers while the last of these words is being typed. */
function offered(...words: string[]): string[] {
  const line = words.map((word) => `'${word}'`).join(' ');
  const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _jackpot; echo "\${COMPREPLY[@]}"`;
  const args = ['--noprofile', '--norc', '-c', `${script}\n${ask}`];
  return execFileSync('bash', args, { encoding: 'utf8' }).trim().split(' ');
}

test('bash is offered every command, and those that fit what is typed', async () => {
  const { stdout: help } = await runLine(['--help']);
  const names = [...help.matchAll(/^  ([a-z-]+) /gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help');
  expect(names.length).toBeGreaterThan(30);
  expect(offered('jackpot', '')).toEqual(expect.arrayContaining(names));
  expect(offered('jackpot', 'su')).toEqual(['suspend']);
  expect(offered('jackpot', 'keys', 'n')).toEqual(['new']);
});

test('bash is offered the options of a command, and the values of an option', () => {
  const options = ['--amount', '--account'];
  expect(offered('jackpot', 'adjust', 'main', '--a')).toEqual(options);
  expect(offered('jackpot', 'adjust', 'main', '--account', '')).toEqual(['pool', 'reserve']);
  expect(offered('jackpot', 'pay', 'a', '--method', 'c')).toEqual(['cash', 'cheque', 'chips']);
  expect(offered('jackpot', 'propose', 'reverse', 'a', '--cause', 'm')).toEqual([
    'misread',
    'misdeal',
    'malfunction',
  ]);
  expect(offered('jackpot', 'propose', 'pa')).toEqual(['']);
  expect(offered('jackpot', 'recover', '--act', 'r')).toEqual(['rebuild', 'restore']);
  expect(offered('jackpot', 'awards', 'main', '--hand', 'f')).toEqual([
    'four-of-a-kind',
    'full-house',
    'flush',
  ]);
  expect(offered('jackpot', 'completion', 'z')).toEqual(['zsh']);
});

test('a value that has no list is left to the shell, which knows the files', () => {
  expect(offered('jackpot', 'apply', '-f', '')).toEqual(['']);
});
