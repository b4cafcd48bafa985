import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, tryLock, unlock, withLock } from './lock.mjs';

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('work under one lock is done in turn, and leaves no file', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all([withLock(lock, work), withLock(lock, work), withLock(lock, work)]);
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a lock that is held names its holder', () => {
  expect(tryLock(lock)).toBeUndefined();
  expect(tryLock(lock)).toBe(`process ${process.pid}`);
  unlock(lock);
  expect(tryLock(lock)).toBeUndefined();
});

test('the lock of a dead process is taken over', () => {
  const { pid } = spawnSync('true');
  writeFileSync(lock, `${hostname()} ${pid}`);
  expect(isAlive(`${hostname()} ${pid}`)).toBe(false);
  tryLock(lock);
  expect(tryLock(lock)).toBeUndefined();
});

test('a process of another host cannot be checked, so its lock holds', () => {
  writeFileSync(lock, 'elsewhere 1');
  expect(tryLock(lock)).toBe('process 1 of elsewhere');
  expect(tryLock(lock)).toBe('process 1 of elsewhere');
});

test('the lock is released when the work fails', async () => {
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(readdirSync(folder)).toEqual([]);
});
