import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppendOnlyFile, entryEnds } from './append-only-file.js';

const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
const commit = (value: string): string =>
  command('MULTI') + command('SET', 'a', value) + command('SET', 'b\r\n*', value) + command('EXEC');
const entries = [command('SELECT', '0'), commit('1'), command('XDEL', 'é', '1-1'), commit('2')];

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'jackpot-aof-'));
  mkdirSync(join(folder, 'appendonlydir'));
  file = join(folder, 'appendonlydir', 'appendonly.aof.1.incr.aof');
  writeFileSync(file, entries.join(''));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bytesOf = (count: number): number => Buffer.byteLength(entries.slice(0, count).join(''));

test('a transaction is one entry, whatever its values hold', () => {
  expect(entryEnds(readFileSync(file))).toEqual([1, 2, 3, 4].map(bytesOf));
});

test('commits are cut off as a whole, and only those written since', () => {
  const written = new AppendOnlyFile(folder);
  const choices: number[] = [];
  const pick = (count: number): number => {
    choices.push(count);
    return 0;
  };
  expect(written.cutCommits(bytesOf(1) + 1, pick)).toBe(2);
  expect(choices).toEqual([2]);
  expect(written.size()).toBe(bytesOf(2));
});

test('bytes are cut off anywhere in what was written since', () => {
  const written = new AppendOnlyFile(folder);
  expect(written.cutBytes(bytesOf(3), (count) => count - 1)).toBe(bytesOf(4) - bytesOf(3));
  expect(written.size()).toBe(bytesOf(3));
});

test('where nothing was written there is nothing to cut off', () => {
  const written = new AppendOnlyFile(folder);
  expect(() => written.cutCommits(bytesOf(4), () => 0)).toThrow('Nothing was written');
  expect(() => written.cutBytes(bytesOf(4), () => 0)).toThrow('Nothing was written');
});
