import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { keyFolderIn, makeRunFolder } from './run-folder.js';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'runs-'));
});
afterEach(() => rmSync(parent, { recursive: true }));

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 4, 0, second));
const withKeys = (folder: string): string => {
  mkdirSync(keyFolderIn(folder), { recursive: true });
  return folder;
};

test('a run removes its keys at its end, and keeps its logs', () => {
  const run = makeRunFolder(at(0), parent);
  withKeys(run.logs);
  run.end();
  expect(existsSync(keyFolderIn(run.logs))).toBe(false);
  expect(existsSync(run.logs)).toBe(true);
});

test('the keys of a killed run are removed by the next one, and those of a live one are not', () => {
  const killed = withKeys(join(parent, `20261121T040000Z-${spawnSync('true').pid}`));
  const live = withKeys(makeRunFolder(at(1), parent).logs);
  makeRunFolder(at(2), parent);
  expect([killed, live].map((folder) => existsSync(keyFolderIn(folder)))).toEqual([false, true]);
});

test('a second demo has a file of its own for a second shell, until the first has ended', () => {
  const first = makeRunFolder(at(0), parent);
  const second = makeRunFolder(at(1), parent);
  expect(first).toMatchObject({ other: undefined, envFile: join(parent, 'env') });
  expect(second.other).toBe(`process ${process.pid}`);
  expect(dirname(second.envFile)).toBe(second.logs);
  second.end();
  expect(makeRunFolder(at(2), parent).other).toBeDefined();
  first.end();
  expect(makeRunFolder(at(3), parent).other).toBeUndefined();
});
