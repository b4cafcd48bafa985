import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** A text file of the repository. */
export interface Page {
  /** Its path from the root. */
  readonly file: string;
  readonly text: string;
}

const reports = /^(test\/(bench|\w+\/report)\/|CHANGELOG)/;

/** The tracked files that match patterns of Git, except reports and the changelog. */
export function pagesOf(...patterns: string[]): Page[] {
  return execFileSync('git', ['ls-files', '--', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file) && !reports.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

export const documents: readonly Page[] = pagesOf('*.md');

/** The files of apps and libraries, except the tests. */
export const sourcesOfProduct: readonly Page[] = pagesOf('apps/**/*.ts', 'libs/**/*.ts').filter(
  ({ file }) => !file.endsWith('spec.ts'),
);
