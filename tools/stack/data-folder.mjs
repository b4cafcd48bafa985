// @ts-check
/** The folder with the servers' data, for one stack at a time. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAlive, tryLock, unlock } from '../process/lock.mjs';
import { localFolder } from '../process/paths.mjs';
import { UserError } from '../process/process.mjs';
import { readIfPresent } from '../process/read.mjs';

const lockName = 'in-use';

/** The servers' folders in the data folder; a person may keep other files there. */
const dataFolders = ['kafka', 'redis'];

/**
 * @param {string | undefined} dataDir kept; default: a new folder below `parent`, removed at the
 *   end
 * @param {boolean} isFresh removes the servers' data in `dataDir`
 * @param {string} parent
 * @returns {{ folder: string, isKept: boolean, release: () => void }}
 */
export function claimData(dataDir, isFresh = false, parent = join(localFolder, 'data')) {
  if (dataDir === undefined) removeAbandoned(parent);
  const folder = dataDir === undefined ? freshFolder(parent) : resolve(dataDir);
  const lock = join(folder, lockName);
  // Two Redis servers would destroy one append-only file.
  const holder = tryLock(lock);
  if (holder !== undefined) {
    throw new UserError(
      `The data in ${folder} are in use by ${holder}; another folder, with --data, lets both run.`,
    );
  }
  if (isFresh) for (const name of dataFolders) remove(join(folder, name));
  const isKept = dataDir !== undefined;
  const release = () => {
    if (isKept) unlock(lock);
    else rmSync(folder, { recursive: true, force: true });
  };
  return { folder, isKept, release };
}

/** @param {string} parent */
function freshFolder(parent) {
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'stack-'));
}

/**
 * Removes the folders of stacks that were killed. A folder without a lock is being made right now.
 * @param {string} parent
 */
function removeAbandoned(parent) {
  for (const name of existsSync(parent) ? readdirSync(parent) : []) {
    const folder = join(parent, name);
    const holder = readIfPresent(join(folder, lockName));
    if (holder !== undefined && !isAlive(holder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    // Files that Kafka wrote in a container may belong to another user.
    throw new UserError(`${/** @type {Error} */ (error).message}\n${folder} cannot be removed.`);
  }
}
