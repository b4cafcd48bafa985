import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import {
  filesOfWorkTree,
  isJudged,
  keptReports,
  readSourcesLine,
  sourcesDigest,
  sourcesLine,
  type KeptReport,
} from './kept-reports.js';

const reports: readonly KeptReport[] = Object.values(keptReports);
const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n');

describe('a kept report', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const scriptOf = (command = ''): string => /^npm run (\S+)/.exec(command)?.[1] ?? '';

  it.each(reports)('$file begins with its sources, and its commands are scripts', (report) => {
    expect(scripts).toHaveProperty([scriptOf(report.command)]);
    expect(report.judged.filter((path) => !existsSync(path))).toEqual([]);
    if (!existsSync(report.file)) return;
    const line = readSourcesLine(readFileSync(report.file, 'utf8'));
    expect(scripts).toHaveProperty([scriptOf(line?.command)]);
  });

  it('is listed, wherever it is', () => {
    const kept = git('ls-files', '--', 'test/*/report/*.md', '*RESULTS.md');
    expect(kept.length).toBeGreaterThan(5);
    const listed = reports.map(({ file }) => file);
    expect(kept.filter((file) => !listed.includes(file))).toEqual([]);
  });

  const line = sourcesLine({ digest: '0123456789ab', version: '1.2.3' }, 'npm t', '2026-11-21');

  it('is read as it was written, with a remark or without', () => {
    const read = { digest: '0123456789ab', version: '1.2.3', command: 'npm t', date: '2026-11-21' };
    expect(readSourcesLine(`# Soak\n\n${line}\n`)).toEqual(read);
    expect(readSourcesLine(`# Soak\n\n${line} A remark.\n`)).toEqual(read);
  });

  it.each([
    ['no line', '# Soak\n\n10 minutes'],
    ['its line further down', `# Soak\n\n10 minutes\n\n${line}`],
    ['a digest cut short', `# Soak\n\n${line.replace('0123456789ab', '0123456789a')}`],
  ])('with %s is found', (_, page) => {
    expect(readSourcesLine(page)).toBeNull();
  });
});

describe('the digest of the sources', () => {
  const report = keptReports.hostile;
  const now = filesOfWorkTree(report);

  it('is of the files that Git lists, with the ids that Git gives them', () => {
    const listed = git('ls-files', '-co', '--', ...report.judged);
    const known = listed.filter((path) => isJudged(report, path) && existsSync(path));
    expect(new Set(now.map(({ path }) => path))).toEqual(new Set(known));
    const some = now.filter((_, index) => index % 50 === 0);
    const ids = git('hash-object', '--no-filters', ...some.map(({ path }) => path));
    expect(some.map(({ blob }) => blob)).toEqual(ids);
  });

  it('covers the product and the run, and no other test, document or result', () => {
    expect(isJudged(report, 'libs/pools/src/fold.ts')).toBe(true);
    expect(isJudged(report, 'test/hostile/hostile.e2e-spec.ts')).toBe(true);
    const others = ['libs/pools/src/fold.spec.ts', 'libs/log/README.md', 'test/soak/main.ts'];
    expect([...others, report.file].filter((path) => isJudged(report, path))).toEqual([]);
  });

  it('differs when a file changes, comes or goes, and not with their order', () => {
    const added = { path: 'libs/a.ts', blob: '1' };
    const others = [now, [added, ...now], [{ ...added, blob: '2' }, ...now], now.slice(1)];
    expect(new Set(others.map(sourcesDigest)).size).toBe(4);
    expect(sourcesDigest(now.toReversed())).toBe(sourcesDigest(now));
  });
});
