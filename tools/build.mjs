// @ts-check
/**
 * The build: one run of the compiler over all apps and libraries, then the files that the code
 * reads at run time, each at the same place under dist. `nest build --all` would compile the shared
 * libraries once for each app, which takes about three times as long.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, fingerprint, readStamp } from './fingerprint.mjs';
import { withLock } from './process/lock.mjs';
import { binFolder, localFolder, pinnedNode, root } from './process/paths.mjs';
import { UserError, run, say, seconds } from './process/process.mjs';

const sourceFolders = ['apps', 'libs'];

/** What decides about the result besides the sources. */
const settings = ['package.json', 'nest-cli.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Tests, and what only they use, are not part of what is built. */
const testOnly = /\.(spec|int-spec|e2e-spec)\.ts$|(^|\/)(testing|__snapshots__)\//;

/** The browser's files go as they are, scripts included. */
const verbatim = /^apps\/[^/]+\/page\//;

/**
 * Builds unless dist is what the sources say; two processes at once build once.
 * @returns {Promise<'built' | 'up to date'>}
 */
export async function ensureBuilt() {
  const stampFile = join(root, 'dist', '.stamp');
  if (readStamp(stampFile) === inputFingerprint(root)) return 'up to date';
  return withLock(join(localFolder, 'build.lock'), async () => {
    // Taken before the build: what is edited meanwhile makes the next call build again.
    const inputs = inputFingerprint(root);
    if (readStamp(stampFile) === inputs) return 'up to date';
    await build();
    writeFileSync(stampFile, inputs);
    return 'built';
  });
}

/** @param {string} folder */
export function inputFingerprint(folder) {
  return fingerprint(folder, [...sourcesIn(folder), ...settings]);
}

/**
 * Which source each file under dist comes from.
 * @param {string[]} sources
 * @returns {{ compiled: Map<string, string>, copied: Map<string, string> }} output → source
 */
export function outputsOf(sources) {
  const compiled = new Map();
  const copied = new Map();
  for (const source of sources) {
    if (verbatim.test(source) || !source.endsWith('.ts')) copied.set(source, source);
    else if (!source.endsWith('.d.ts')) compiled.set(source.replace(/\.ts$/, '.js'), source);
  }
  return { compiled, copied };
}

async function build() {
  const startedAt = performance.now();
  say('building ...');
  const dist = join(root, 'dist');
  const { compiled, copied } = outputsOf(sourcesIn(root));
  // The compiler trusts its own notes on what it has written; when something is gone, it must not.
  const isWhole = [...compiled.keys()].every((output) => existsSync(join(dist, output)));
  if (!isWhole) rmSync(join(dist, '.tsbuildinfo'), { force: true });
  await compile();
  for (const [output, source] of copied) {
    mkdirSync(dirname(join(dist, output)), { recursive: true });
    copyFileSync(join(root, source), join(dist, output));
  }
  removeOrphans(dist, compiled, copied);
  say(`built in ${seconds(startedAt)}`);
}

async function compile() {
  const compiler = join(binFolder, 'tsc');
  const pretty = process.stderr.isTTY ? ['--pretty'] : [];
  const args = [compiler, '-p', 'tsconfig.build.json', ...pretty];
  const { code, output } = await run(pinnedNode, args, { cwd: root });
  if (code !== 0) throw new UserError(`${output.trimEnd()}\nThe build failed.`);
}

/**
 * Removes what deleted or renamed sources have left in dist, so that nothing can still import it.
 * @param {string} dist
 * @param {Map<string, string>} compiled
 * @param {Map<string, string>} copied
 */
function removeOrphans(dist, compiled, copied) {
  for (const output of sourceFolders.flatMap((folder) => filesBelow(dist, folder))) {
    const isKnown = copied.has(output) || compiled.has(output.replace(/\.map$/, ''));
    if (!isKnown) rmSync(join(dist, output));
  }
}

/** @param {string} folder */
function sourcesIn(folder) {
  return sourceFolders
    .flatMap((name) => filesBelow(folder, name))
    .filter((file) => !testOnly.test(file));
}
