import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimData } from './data-folder.mjs';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

test('an unnamed folder is new each time, and removed at the end', () => {
  const first = claimData(undefined, false, parent);
  const second = claimData(undefined, false, parent);
  expect(second.folder).not.toBe(first.folder);
  first.release();
  second.release();
  expect(readdirSync(parent)).toEqual([]);
});

test('a named folder is kept, and serves one stack at a time', () => {
  const named = join(parent, 'named');
  const first = claimData(named, false, parent);
  expect(() => claimData(named, false, parent)).toThrow(`in use by process ${process.pid}`);
  first.release();
  expect(existsSync(named)).toBe(true);
  expect(claimData(named, false, parent).folder).toBe(named);
});

test('the folder of a killed stack is removed by the next one', () => {
  const left = join(parent, 'stack-left');
  mkdirSync(left);
  writeFileSync(join(left, 'in-use'), `${hostname()} ${spawnSync('true').pid}`);
  claimData(undefined, false, parent).release();
  expect(existsSync(left)).toBe(false);
});

test('a fresh start removes the servers’ data from a folder and nothing else', () => {
  const named = join(parent, 'named');
  const data = ['kafka', 'redis', 'mine'].map((name) => join(named, name));
  for (const folder of data) mkdirSync(folder, { recursive: true });
  claimData(named, false, parent).release();
  expect(data.map(existsSync)).toEqual([true, true, true]);
  claimData(named, true, parent).release();
  expect(data.map(existsSync)).toEqual([false, false, true]);
});
