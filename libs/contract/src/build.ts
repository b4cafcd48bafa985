import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';

const manifest = findPackageJSON(import.meta.url) as string;

/** The version of this product, from its package.json. */
export const version = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;

/**
 * The version and a hash of the sources that `npm run build` compiled (the first twelve hex digits
 * of a SHA-256), as in `0.1.0+3f9c2a1b77aa`. Without the sources it ends in `+unknown`.
 */
export const build = `${version}+${sourcesOf(dirname(manifest))}`;

function sourcesOf(root: string): string {
  const file = join(root, 'dist', '.sources');
  const isBuilt = import.meta.dirname.startsWith(join(root, 'dist')) && existsSync(file);
  return isBuilt ? readFileSync(file, 'utf8') : 'unknown';
}
