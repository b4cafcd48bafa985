import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive, tryLock, unlock } from '#tools/process/lock.mjs';
import { localFolder } from '#tools/process/paths.mjs';

const runsKept = 10;

export interface RunFolder {
  /** The folder of this run's logs, which is kept. */
  readonly logs: string;
  /**
   * The file for a second shell to source: `.local/demo/env`, or another one if another demo runs.
   */
  readonly envFile: string;
  /** The other running demo of this checkout, as `process 123`; undefined if there is none. */
  readonly other: string | undefined;
  /** Removes the keys of this run. */
  readonly end: () => void;
}

/**
 * Makes a folder for this run, removes the keys left by killed runs, and the logs of all but the
 * last ten.
 */
export function makeRunFolder(now: Date, parent = join(localFolder, 'demo')): RunFolder {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const logs = join(parent, `${moment}-${process.pid}`);
  mkdirSync(logs, { recursive: true });
  const runs = readdirSync(parent).filter((name) => /^\d{8}T\d{6}Z-\d+$/.test(name));
  const ended = runs.filter((name) => !isAlive(`${hostname()} ${name.split('-')[1]}`)).sort();
  for (const name of ended) removeKeys(join(parent, name));
  for (const name of ended.slice(0, -runsKept)) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  const lock = join(parent, 'in-use');
  const other = tryLock(lock);
  const end = (): void => {
    removeKeys(logs);
    if (other === undefined) unlock(lock);
  };
  return { logs, envFile: join(other === undefined ? parent : logs, 'env'), other, end };
}

/** Returns the folder of the keys, next to the logs or to kept data. */
export function keyFolderIn(folder: string): string {
  return join(folder, 'keys');
}

function removeKeys(logs: string): void {
  rmSync(keyFolderIn(logs), { recursive: true, force: true });
}
