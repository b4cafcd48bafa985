import { execFileSync } from 'node:child_process';
import {
  isJudged,
  judgedNow,
  sourcesDigest,
  type KeptReport,
  type ListedFile,
} from './kept-reports.js';

/**
 * The number of commits that have changed the sources of a report since they had this digest; 0 if
 * they have it now. Uncommitted changes count as one commit. If the number is unknown: the reason,
 * in words.
 */
export function ageOf(report: KeptReport, digest: string): number | string {
  const now = judgedNow(report).digest;
  if (digest === now) return 0;
  if (!isRepository()) return 'unknown: this is not a clone of the repository';
  const commits = commitsThatChanged(report);
  const [newest = ''] = commits;
  const found = commits.findIndex((commit) => digestAt(commit, report) === digest);
  if (found >= 0) return found + (digestAt(newest, report) === now ? 0 : 1);
  const isShallow = git('rev-parse', '--is-shallow-repository').trim() === 'true';
  return isShallow ? 'unknown: this clone is shallow' : 'unknown: no commit has these sources';
}

/** The digest of a report's sources in any commit. */
export function digestAt(commit: string, report: KeptReport): string {
  const listed = git('ls-tree', '-r', '-z', commit, '--', ...report.judged).split('\0');
  const files = listed.flatMap((line): ListedFile[] => {
    const [, blob = '', path = ''] = /^\d+ blob (\w+)\t(.*)$/s.exec(line) ?? [];
    return path === '' ? [] : [{ path, blob }];
  });
  return sourcesDigest(files.filter(({ path }) => isJudged(report, path)));
}

/** The commits that changed a source of the report, newest first. */
function commitsThatChanged(report: KeptReport): string[] {
  const log = git('log', '--format=%x01%H', '--name-only', '-z', '--', ...report.judged);
  return log.split('\x01').flatMap((entry) => {
    const [commit = '', ...paths] = entry.split(/[\0\n]+/);
    return paths.some((path) => isJudged(report, path)) ? [commit] : [];
  });
}

function isRepository(): boolean {
  try {
    return git('rev-parse', '--is-inside-work-tree').trim() === 'true';
  } catch {
    return false;
  }
}

function git(...args: string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio });
}
