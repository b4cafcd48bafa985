// @ts-check
/** The licences of what is shipped, as each installed package itself names it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What may be shipped with an Apache-2.0 product without a duty but to keep the notices. Only what
 * is present stands here, so that a new licence is a decision.
 */
export const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // Fonts alone; they may be bundled, not sold by themselves.
  'OFL-1.1',
  // argparse, which js-yaml brings.
  'Python-2.0',
]);

/**
 * @typedef {object} Shipped
 * @property {string} name
 * @property {string} version
 * @property {string} licence empty when the package names none
 */

/**
 * Every package that is not for development alone. Its own package.json is read, not the lock file,
 * which repeats only what a registry has said of it.
 * @param {string} folder
 * @returns {Shipped[]}
 */
export function shippedLicences(folder) {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  /** @type {[string, { dev?: boolean, optional?: boolean }][]} */
  const packages = Object.entries(lock.packages);
  return packages
    .filter(([path, { dev }]) => path !== '' && !dev)
    .flatMap(([path, { optional }]) => {
      const manifest = readManifest(join(folder, path, 'package.json'));
      // npm leaves out what is optional and made for other platforms.
      if (manifest === null && optional) return [];
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return [{ name, version: manifest?.version ?? '', licence: licenceOf(manifest) }];
    });
}

/**
 * @param {Shipped} shipped
 * @param {ReadonlySet<string>} allowed
 * @returns {string | null} one sentence that names the package and its licence
 */
export function whyRefused({ name, version, licence }, allowed) {
  if (isAllowed(licence, allowed)) return null;
  const named = licence === '' ? 'names no licence' : `is under ${licence}, which is not allowed`;
  return `${name}@${version} ${named} (tools/licences.mjs).`;
}

/**
 * Of "A OR B" one may choose, of "A AND B" both hold; an expression with both is for a person.
 * @param {string} licence @param {ReadonlySet<string>} allowed
 */
function isAllowed(licence, allowed) {
  const expression = licence.replace(/^\((.*)\)$/, '$1');
  if (expression.includes(' AND ')) {
    return expression.split(' AND ').every((each) => allowed.has(each));
  }
  return expression.split(' OR ').some((each) => allowed.has(each));
}

/**
 * @param {{ license?: unknown, licenses?: unknown } | null} manifest
 * @returns {string}
 */
function licenceOf(manifest) {
  const named = manifest?.license ?? manifest?.licenses;
  const all = Array.isArray(named) ? named : [named];
  // The old ways: an object with a type, or a list of them to choose from.
  return all.map((each) => (typeof each === 'string' ? each : (each?.type ?? ''))).join(' OR ');
}

/** @param {string} file */
function readManifest(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
