// @ts-check
/** Time of the last green `npm run test:long` on this machine; `npm test` leaves its suites out. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './fingerprint.mjs';
import { localFolder, root } from './process/paths.mjs';
import { run } from './process/process.mjs';
import { readIfPresent } from './process/read.mjs';

/** End of the name of a suite that `npm test` leaves out. */
const suffix = 'long-spec.ts';

/** The same as a pattern for Jest. */
export const longPattern = `${suffix.replace('.', '\\.')}$`;

/** Time and commit of a green run of all long suites; of no other run. */
const keptFile = join(localFolder, 'long-tests.json');

/** Remembers that all long suites passed now. */
export async function keepLongGreen() {
  mkdirSync(localFolder, { recursive: true });
  const commit = (await git('rev-parse', '--short', 'HEAD')) || 'an unknown commit';
  writeFileSync(keptFile, JSON.stringify({ at: new Date().toISOString(), commit }));
}

/** @returns {Promise<string>} the line on the suites that `npm test` has not run */
export async function whatWasNotRun() {
  const folders = ['apps', 'libs', 'test', 'tools', 'deploy'];
  const files = folders.flatMap((folder) => filesBelow(root, folder));
  const suites = files.filter((file) => file.endsWith(suffix)).length;
  return `Not run: ${suites} long suites (npm run test:long), ${await lastGreen()}.`;
}

async function lastGreen() {
  const text = readIfPresent(keptFile);
  if (text === undefined) return 'never green on this machine';
  const { at, commit } = JSON.parse(text);
  const changes = await git('rev-list', '--count', `${commit}..HEAD`);
  return `last green on ${at.slice(0, 10)} at ${commit}, ${changes || 'an unknown number of'} commits ago`;
}

/** @param {string[]} args @returns {Promise<string>} its output; empty if it fails */
async function git(...args) {
  const { code, output } = await run('git', args, { cwd: root });
  return code === 0 ? output.trim() : '';
}
