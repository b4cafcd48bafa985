import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this product, in its package.json. */
export const version = (
  JSON.parse(readFileSync(findPackageJSON(import.meta.url) as string, 'utf8')) as {
    version: string;
  }
).version;
