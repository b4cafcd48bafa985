// @ts-check
/** The npm packages: installed when they are not those of package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './process/lock.mjs';
import { installEnvironment, localFolder, pinnedNode, root } from './process/paths.mjs';
import { UserError, run, say, seconds } from './process/process.mjs';

const oldestNpm = 10;

/** Installs unless it has been done; two processes at once install once. */
export async function ensureInstalled() {
  if (isInstalled(root)) return;
  await withLock(join(localFolder, 'install.lock'), async () => {
    if (!isInstalled(root)) await install();
  });
}

/**
 * True when node_modules is what package-lock.json asks for. The stamp, the lock file's hash, makes
 * that quick; without it npm's own list of what it has installed is compared, so that a person's
 * `npm install` by hand is not done a second time.
 * @param {string} folder
 */
export function isInstalled(folder) {
  if (!existsSync(join(folder, 'node_modules', '.bin', 'node'))) return false;
  const wanted = lockHash(folder);
  if (readOrEmpty(stampFile(folder)) === wanted) return true;
  if (!holdsAllPackages(folder)) return false;
  writeFileSync(stampFile(folder), wanted);
  return true;
}

async function install() {
  const startedAt = performance.now();
  say('installing the npm packages (npm ci) ...');
  await requireNpm();
  const strict = await npm('ci');
  const lock = readOrEmpty(join(root, 'package-lock.json'));
  if (strict.code !== 0 && lacksOnlyOptionalPackages(strict.output, lock)) {
    say('package-lock.json lacks packages of other platforms, so: npm install --no-save ...');
    requireSuccess('npm install', await npm('install', '--no-save'));
  } else {
    requireSuccess('npm ci', strict);
  }
  if ((await run(pinnedNode, ['--version'])).code !== 0) {
    throw new UserError(
      'The npm package `node` came without its program, as when npm may not run install scripts; ' +
        'run: npm rebuild node --ignore-scripts=false',
    );
  }
  writeFileSync(stampFile(root), lockHash(root));
  say(`installed the npm packages in ${seconds(startedAt)}`);
}

/** npm 9 leaves out what is made for this very platform where a package names its C library. */
async function requireNpm() {
  const version = (await npm('--version')).output.trim();
  if (Number(version.split('.')[0]) >= oldestNpm) return;
  throw new UserError(
    `npm ${oldestNpm} or newer is needed, but this is npm ${version}; Node 20.9 and newer bring it.`,
  );
}

/**
 * The development packages are wanted even under NODE_ENV=production, Node itself is one. A Node
 * older than a package or `engines` asks for is no matter, the pinned one runs everything: so it is
 * neither refused nor warned of.
 * @param {string[]} command
 */
async function npm(...command) {
  const lenient = ['--loglevel=error', '--engine-strict=false'];
  const options = ['--include=dev', '--no-audit', '--no-fund', ...lenient];
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
 * True when `npm ci` has refused a lock file for nothing but optional packages that are not in it.
 * A registry that offers no packages for other platforms leaves such a lock file behind; the
 * versions of all that is in it still hold for `npm install`.
 * @param {string} output what `npm ci` has said
 * @param {string} lock the text of package-lock.json
 */
export function lacksOnlyOptionalPackages(output, lock) {
  const complaints = [...output.matchAll(/(Missing|Invalid): (.+)$/gm)];
  /** @type {{ optionalDependencies?: Record<string, string> }[]} */
  const packages = Object.values(JSON.parse(lock || '{}').packages ?? {});
  const optional = new Set(
    packages.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})),
  );
  return (
    complaints.length > 0 &&
    complaints.every(([, fault, what = '']) => {
      const name = /^(.+)@\S* from lock file$/.exec(what)?.[1] ?? '';
      return fault === 'Missing' && optional.has(name);
    })
  );
}

/** @param {string} folder */
function holdsAllPackages(folder) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const held = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    // npm leaves out what is optional and made for other platforms.
    return held[path] === undefined ? optional === true : held[path].version === version;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function packagesIn(file) {
  return JSON.parse(readOrEmpty(file) || '{}').packages ?? {};
}

/** @param {string} folder */
function lockHash(folder) {
  return createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
}

/** Inside node_modules, so that it vanishes together with what it speaks of.
 * @param {string} folder */
function stampFile(folder) {
  return join(folder, 'node_modules', '.installed-lock');
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
