import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#testing/until';
import { readTokenFile, Tokens } from './tokens.js';

const lobby = 'lobby-0123456789abcdef';
const bar = 'bar-0123456789abcdef';
const line = (name: string, token: string): string =>
  `${name} ${createHash('sha256').update(token).digest('hex')}\n`;

const folder = mkdtempSync(join(tmpdir(), 'tokens-'));
const path = join(folder, 'tokens');
let tokens: Tokens | undefined;
let lines: string[];

afterEach(() => tokens?.onApplicationShutdown());
afterAll(() => rmSync(folder, { recursive: true }));

function open(text: string): Tokens {
  writeFileSync(path, text);
  const own: string[] = [];
  const note = ({ event }: { event: string }) => void own.push(event);
  const log = { info: note, warn: note };
  lines = own;
  tokens = new Tokens(readTokenFile('SIGNS_TOKENS', path), log, 10);
  return tokens;
}

test('a token of the file opens; another one, a part of it, its digest and none do not', () => {
  const opened = open(`# The lobby.\n\n${line('lobby', lobby)}${line('bar', bar)}`);
  expect(opened.has(lobby)).toBe(true);
  expect(opened.has(bar)).toBe(true);
  const digest = createHash('sha256').update(lobby).digest('hex');
  for (const wrong of [`${lobby}0`, lobby.slice(0, -1), digest, 'lobby', '', undefined]) {
    expect([wrong, opened.has(wrong)]).toEqual([wrong, false]);
  }
});

test('a token is known by its name, and by no other', () => {
  const opened = open(line('lobby', lobby) + line('bar', bar));
  expect(opened.isNamed('lobby', lobby)).toBe(true);
  expect(opened.isNamed('bar', lobby)).toBe(false);
  expect(opened.isNamed('lobby', bar)).toBe(false);
  expect(opened.isNamed('lobby', undefined)).toBe(false);
  expect(opened.isNamed('attic', lobby)).toBe(false);
});

test('a token of fewer than 16 characters never opens', () => {
  expect(open(line('short', '0123456789abcde')).has('0123456789abcde')).toBe(false);
});

test('the line of the contract makes a token that opens', () => {
  const page = readFileSync('libs/contract/README.md', 'utf8');
  const command = /```sh\n\s*(token=[^]*?)```/.exec(page)?.[1] as string;
  writeFileSync(path, '');
  const token = execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).trim();
  const written = readFileSync(join(folder, 'tokens'), 'utf8');
  expect(written).not.toContain(token);
  expect(open(written).has(token)).toBe(true);
});

test.each([
  ['no file', undefined, /\(there is no such file; check the path\)/],
  ['an empty file', '', /it has no token/],
  ['a token that is not hashed', 'lobby 0123456789abcdef-secret\n', /line 1 is not a name and/],
  ['a line without a name', `${line('lobby', lobby)}${'0'.repeat(64)}\n`, /line 2 is not/],
  [
    'a name that is there twice',
    line('lobby', lobby) + line('lobby', bar),
    /lobby is listed twice/,
  ],
])('%s is refused by one sentence that names the file and tells no secret', (_, text, why) => {
  const file = text === undefined ? join(folder, 'nothing') : path;
  if (text !== undefined) writeFileSync(path, text);
  const act = () => readTokenFile('SIGNS_TOKENS', file);
  expect(act).toThrow(why);
  expect(act).toThrow(/^SIGNS_TOKENS is wrong: \S+ cannot be used \(.*\)\.$/);
  expect(act).not.toThrow(/secret/);
});

test('a token that is taken out of the file is refused, and ends its streams alone', async () => {
  const opened = open(line('lobby', lobby) + line('bar', bar));
  const ended: string[] = [];
  opened.hold(lobby, () => ended.push('lobby'));
  opened.hold(bar, () => ended.push('bar'));
  opened.hold(lobby, () => ended.push('closed before'))();
  writeFileSync(path, line('bar', bar));
  await until('it is refused', () => !opened.has(lobby));
  expect(ended).toEqual(['lobby']);
  expect(opened.has(bar)).toBe(true);
  expect(lines).toEqual(['tokens-read']);
});

test('a file that becomes wrong has one line and leaves the tokens as they are', async () => {
  const opened = open(line('lobby', lobby));
  const ended: string[] = [];
  opened.hold(lobby, () => ended.push('lobby'));
  for (const wrong of ['', 'lobby', 'lobby x\n']) {
    writeFileSync(path, wrong);
    await until('it is noticed', () => lines.length === 1);
  }
  writeFileSync(path, line('lobby', lobby));
  await until('it is read', () => lines.length === 2);
  expect(lines).toEqual(['tokens-refused', 'tokens-read']);
  expect(ended).toEqual([]);
  expect(opened.has(lobby)).toBe(true);
});
