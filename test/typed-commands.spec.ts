import { readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { CommandUnknownOpts, CommanderError } from '@commander-js/extra-typings';
import { buildProgram } from '../apps/cli/src/program.js';
import { documents, pagesOf, type Page } from './support/pages.js';

/**
 * Checks that the programs accept, as written, what documents, deployments and alerts tell people
 * to type.
 */

interface Typed {
  readonly file: string;
  readonly line: string;
}

/** The text after some words in pages, up to the end of the code or of the comment after it. */
function typedIn(pages: readonly Page[], words: string): Typed[] {
  return pages.flatMap(({ file, text }) =>
    [...text.matchAll(new RegExp(`${words}([^\n\`#>&]*)`, 'g'))].map(([, line = '']) => ({
      file,
      line: line.trim(),
    })),
  );
}

/** Scripts that pages name and package.json does not have. */
function unknownScripts(pages: readonly Page[]): string[] {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const known = [...Object.keys(scripts), 'start:…', ''];
  return typedIn(pages, 'npm run (?:-s )?').flatMap(({ file, line }) => {
    const name = line.split(/[ ,.)]/)[0] as string;
    return known.includes(name) ? [] : [`${file}: ${name}`];
  });
}

/** Options after `npm run start:pit --` that the program does not accept. */
function unknownPitOptions(pages: readonly Page[]): string[] {
  const text = readFileSync('apps/pit/src/options.ts', 'utf8');
  const known = [...text.matchAll(/'(?:(-\w), )?(--[a-z-]+)/g)].flatMap(([, ...names]) => names);
  return typedIn(pages, 'npm run start:pit -- ').flatMap(({ file, line }) =>
    line
      .split(/\s+/)
      .filter((word) => /^--?[a-z]/.test(word) && !known.includes(word))
      .map((word) => `${file}: ${word}`),
  );
}

/** Commands of `jackpot`; a sentence may name one without all its arguments. */
function jackpotLinesIn(pages: readonly Page[]): (Typed & { readonly isWhole: boolean })[] {
  return pages.flatMap(({ file, text }) => {
    const typedSo = [
      ...text.matchAll(/(`?)npm run (?:-s )?jackpot -- ((?:"[^"]*"|[^\n`#>&|;)])*)/g),
    ];
    const named = [...text.matchAll(/`jackpot ([a-z][^`\n]*)`/g)];
    return [
      ...typedSo.map(([, tick, line = '']) => ({ file, line: line.trim(), isWhole: tick === '' })),
      ...named.map(([, line = '']) => ({ file, line: line.trim(), isWhole: false })),
    ];
  });
}

/** Commands of `jackpot` in pages that the program does not accept, each with the reason. */
function wrongCommands(pages: readonly Page[]): string[] {
  return jackpotLinesIn(pages).flatMap(({ file, line, isWhole }) => {
    const why = whyNotTaken(line, isWhole);
    return why === undefined ? [] : [`${file}: jackpot ${line}: ${why}`];
  });
}

/** A placeholder that documents write for a value of the reader's choice, and one such value. */
const examples: Readonly<Record<string, string>> = {
  ACT: 'skip',
  N: '7',
  TIME: '2026-11-21T04:00:00Z',
};

const shell = {
  ...process,
  stdout: { write: () => true },
  stderr: new Writable({ write: (_, __, end) => end() }),
};
const program = await buildProgram([], { shell, onAnswer: () => undefined });

/** Lets a command be parsed, but do nothing. */
function disarm(command: CommandUnknownOpts): void {
  if (command.commands.length === 0) command.action(() => undefined);
  command.commands.forEach(disarm);
}
disarm(program);

/**
 * Parses a line as the program does, without running it.
 * @returns why the program does not accept it, or undefined
 */
function whyNotTaken(line: string, isWhole: boolean): string | undefined {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, word = '']) => quoted ?? examples[word] ?? word,
  );
  try {
    program.parse(words, { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as CommanderError;
    return /^commander\.(missing|help)/.test(code) && !isWhole ? undefined : message;
  }
}

const deployed = pagesOf('*.md', '*.yaml', '*.yml', '*.acl');

test.each<[string, readonly Page[], (pages: readonly Page[]) => string[], number]>([
  ['npm run', documents, unknownScripts, typedIn(documents, 'npm run ').length - 40],
  ['start:pit', documents, unknownPitOptions, typedIn(documents, 'npm run start:pit -- ').length],
  ['jackpot', deployed, wrongCommands, jackpotLinesIn(deployed).length - 80],
])('what is typed after %s is taken', (_, pages, find, spare) => {
  expect(spare).toBeGreaterThan(0);
  expect(find(pages)).toEqual([]);
});

test.each<[string, (pages: readonly Page[]) => string[], string]>([
  ['`npm run prove`', unknownScripts, 'a.md: prove'],
  ['npm run start:pit -- --seats 6', unknownPitOptions, 'a.md: --seats'],
  ['npm run jackpot -- pay-out main', wrongCommands, "unknown command 'pay-out'"],
  ['`jackpot verify --fast`', wrongCommands, "unknown option '--fast'"],
  ['npm run jackpot -- recover --partition 7 --act undo', wrongCommands, 'Allowed choices are re'],
  ['npm run jackpot -- adjust main --amount +1.00', wrongCommands, "required option '--reason"],
  ['npm run jackpot -- status main', wrongCommands, 'too many arguments'],
])('a page that says %s is found', (text, find, found) => {
  expect(find([{ file: 'a.md', text }])).toEqual([expect.stringContaining(found)]);
});
