import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { localFolder } from '#tools/process/paths.mjs';

const runsKept = 10;

/** Makes a folder for the logs of this run, and removes those of all but the last ten runs. */
export function makeRunFolder(now: Date, parent = join(localFolder, 'demo')): string {
  const moment = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = join(parent, `${moment}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const runs = readdirSync(parent).filter((name) => /^\d{8}T\d{6}Z-\d+$/.test(name));
  for (const name of runs.sort().slice(0, -runsKept)) {
    rmSync(join(parent, name), { recursive: true, force: true });
  }
  return folder;
}
