// @ts-check
/** The licences of the shipped packages, from each installed package's own package.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent } from './process/read.mjs';

/** Licences in use, with no duty but to keep the notices; a new licence needs a decision. */
export const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  // Only for fonts, which may be bundled but not sold by themselves.
  'OFL-1.1',
  // argparse, a dependency of js-yaml.
  'Python-2.0',
]);

/**
 * @typedef {object} Shipped
 * @property {string} name
 * @property {string} version
 * @property {string} licence empty if the package names none
 */

/**
 * Returns every shipped package by its own package.json: the lock file repeats the registry's
 * statements.
 * @param {string} folder
 * @returns {Shipped[]}
 */
export function shippedLicences(folder) {
  return shippedPaths(folder).flatMap(({ path, name, optional }) => {
    const text = readIfPresent(join(folder, path, 'package.json'));
    // npm skips the optional packages of other platforms.
    if (!text && optional) return [];
    const manifest = JSON.parse(text ?? '{}');
    return [{ name, version: manifest.version ?? '', licence: licenceOf(manifest) }];
  });
}

/**
 * Returns the packages of the lock file that are not for development alone.
 * @param {string} folder
 * @returns {{ path: string, name: string, version: string, optional?: boolean }[]}
 */
export function shippedPaths(folder) {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, entry]) => ({ ...entry, path, name: path.replace(/^.*node_modules\//, '') }));
}

/**
 * @param {Shipped} shipped
 * @param {ReadonlySet<string>} allowed
 * @returns {string | undefined} one sentence that names the package and its licence
 */
export function whyRefused({ name, version, licence }, allowed) {
  if (isAllowed(licence, allowed)) return undefined;
  const named = licence === '' ? 'names no licence' : `is under ${licence}, which is not allowed`;
  return `${name}@${version} ${named} (tools/licences.mjs).`;
}

/**
 * "A OR B" is a choice, "A AND B" means both. An expression with both operators is refused.
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
 * @param {{ license?: unknown, licenses?: unknown }} manifest
 * @returns {string}
 */
function licenceOf(manifest) {
  const named = manifest.license ?? manifest.licenses;
  const all = Array.isArray(named) ? named : [named];
  // Old packages have an object with a type, or a list of such objects to choose from.
  return all.map((each) => (typeof each === 'string' ? each : (each?.type ?? ''))).join(' OR ');
}
