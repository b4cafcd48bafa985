import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ageOf, digestAt } from './age.js';
import { judgedNow } from './kept-reports.js';

describe('the age of a report', () => {
  const root = process.cwd();
  const folder = mkdtempSync(`${tmpdir()}/evidence-`);
  const report = { file: 'a.md', command: 'npm t', judged: ['libs'] };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@a', ...args]);
  const commit = (file: string, text: string): void => {
    writeFileSync(`libs/${file}`, text);
    git('add', '.');
    git('commit', '-q', '-m', file);
  };
  beforeAll(() => process.chdir(folder));
  afterAll(() => {
    process.chdir(root);
    rmSync(folder, { recursive: true });
  });

  it('is unknown outside of a repository', () => {
    mkdirSync('libs');
    expect(ageOf(report, '0123456789ab')).toBe('unknown: this is not a clone of the repository');
  });

  it('counts the commits that changed its sources, and one more for what is not committed', () => {
    git('init', '-q');
    commit('a.ts', 'first');
    const { digest } = judgedNow(report);
    expect(digestAt('HEAD', report)).toBe(digest);
    for (const file of ['b.spec.ts', 'b.md']) commit(file, '');
    expect(ageOf(report, digest)).toBe(0);
    for (const file of ['a.ts', 'b.ts', 'c.md']) commit(file, 'second');
    expect(ageOf(report, digest)).toBe(2);
    writeFileSync('libs/a.ts', 'third');
    expect(ageOf(report, digest)).toBe(3);
    expect(ageOf(report, '0123456789ab')).toBe('unknown: no commit has these sources');
  });

  it('is unknown where the clone is too shallow', () => {
    const digest = digestAt('HEAD~5', report);
    git('clone', '-q', '--depth', '1', `file://${folder}`, 'clone');
    process.chdir('clone');
    expect(ageOf(report, digestAt('HEAD', report))).toBe(0);
    expect(ageOf(report, digest)).toBe('unknown: this clone is shallow');
  });
});
