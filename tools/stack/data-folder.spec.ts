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
  const first = claimData(undefined, parent);
  const second = claimData(undefined, parent);
  expect(second.folder).not.toBe(first.folder);
  first.release();
  second.release();
  expect(readdirSync(parent)).toEqual([]);
});

test('a named folder is kept, and serves one stack at a time', () => {
  const named = join(parent, 'named');
  const first = claimData(named, parent);
  expect(() => claimData(named, parent)).toThrow(`in use by process ${process.pid}`);
  first.release();
  expect(existsSync(named)).toBe(true);
  expect(claimData(named, parent).folder).toBe(named);
});

test('the folder of a killed stack is removed by the next one', () => {
  const left = join(parent, 'stack-left');
  mkdirSync(left);
  writeFileSync(join(left, 'in-use'), `${hostname()} ${spawnSync('true').pid}`);
  claimData(undefined, parent).release();
  expect(existsSync(left)).toBe(false);
});
