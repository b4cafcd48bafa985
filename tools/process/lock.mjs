// @ts-check
/** A lock between processes: a file that names its holder. The lock of a dead process is freed. */
import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './process.mjs';
import { readIfPresent } from './read.mjs';

/**
 * Runs the work while no other process runs work under the same lock.
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, work) {
  const startedAt = performance.now();
  let reminders = 0;
  let holder = tryLock(file);
  while (holder !== undefined) {
    if (performance.now() - startedAt > 10_000 * (reminders + 1)) {
      reminders += 1;
      say(`waiting for ${holder}, which holds ${file}`);
    }
    await sleep(100);
    holder = tryLock(file);
  }
  try {
    return await work();
  } finally {
    unlock(file);
  }
}

/**
 * @param {string} file
 * @returns {string | undefined} the holder, or undefined when the lock is ours now
 */
export function tryLock(file) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(mine, `${hostname()} ${process.pid}`);
  try {
    // A link appears together with its content, so a lock always has a holder.
    linkSync(mine, file);
    return undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const holder = readIfPresent(file);
  if (holder !== undefined && !isAlive(holder)) removeStale(file, holder, mine);
  return `${describe(holder)}`;
}

/** @param {string} file */
export function unlock(file) {
  rmSync(file, { force: true });
}

/**
 * @param {string} holder a host and a process id; a process of another host (a container that
 *   shares this folder) cannot be checked, so it counts as alive
 */
export function isAlive(holder) {
  const [host, pid] = holder.split(' ');
  if (host !== hostname()) return true;
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Moves the lock aside before it deletes it: of several processes that saw the same dead holder one
 * wins, and if the file is in fact the lock of a newer holder, it is put back.
 * @param {string} file @param {string} holder @param {string} aside
 */
function removeStale(file, holder, aside) {
  try {
    renameSync(file, aside);
    if (readIfPresent(aside) !== holder) linkSync(aside, file);
  } catch {
    // Another process was quicker; the next attempt sees its lock.
  }
  rmSync(aside, { force: true });
}

/** @param {string | undefined} holder */
function describe(holder) {
  const [host, pid] = (holder ?? 'an unknown host, process ?').split(' ');
  return host === hostname() ? `process ${pid}` : `process ${pid} of ${host}`;
}
