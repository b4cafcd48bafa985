import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { version } from '#contract/build';
import { filesBelow } from '../../tools/fingerprint.mjs';

/** The report of a run, kept in the repository. */
export interface KeptReport {
  /** Its path from the root. The file does not exist if no run was kept. */
  readonly file: string;
  /** The command that makes it. */
  readonly command: string;
  /** Folders and single files: the product that the run judges, and the code that judges it. */
  readonly judged: readonly string[];
}

/**
 * The sources that a run judged. The journal names a build by another digest, that of the shipped
 * files.
 */
export interface JudgedSources {
  /** Twelve hex digits. */
  readonly digest: string;
  /** The version in package.json. */
  readonly version: string;
  /** A sentence about the digest, for the reader. */
  readonly remark?: string;
}

/** A file by its path from the root, and the id that Git gives to its contents. */
export interface ListedFile {
  readonly path: string;
  readonly blob: string;
}

const product = [
  ...['apps/cli', 'apps/jackpot', 'apps/pit', 'apps/signs'],
  ...['libs', 'package-lock.json'],
];
const simulation = [...product, 'test/simulation', 'test/model'];

export const keptReports = {
  simulation: {
    file: 'test/simulation/report/simulation.md',
    command: 'npm run simulate -- --seeds 10000 --report test/simulation/report',
    judged: simulation,
  },
  mutants: {
    file: 'test/simulation/report/mutants.md',
    command: 'npm run mutants -- --report test/simulation/report',
    judged: simulation,
  },
  faults: {
    file: 'test/faults/report/faults.md',
    command: 'npm run faults -- --count 300 --report test/faults/report',
    judged: [...product, 'test/faults'],
  },
  hostile: {
    file: 'test/hostile/report/hostile.md',
    command: 'npm run hostile',
    judged: [...product, 'test/hostile', 'test/hostile/hostile.e2e-spec.ts'],
  },
  years: {
    file: 'test/years/report/years.md',
    command: 'npm run years -- --report test/years/report',
    judged: [...product, 'test/years', 'test/model'],
  },
  soak: {
    file: 'test/soak/report/soak.md',
    command: 'npm run soak -- --report test/soak/report',
    judged: [...product, 'test/soak'],
  },
  bench: {
    file: 'test/bench/RESULTS.md',
    command: 'npm run bench',
    judged: [...product, 'test/bench'],
  },
} satisfies Record<string, KeptReport>;

/** Tests, documents and results: changing these does not make a report older. */
const notJudged = /spec\.ts$|\.(md|svg|jpg)$|\/report\/|^test\/bench\/results\.json$/;

/** Whether a file is one of the sources of a report. */
export function isJudged({ judged }: KeptReport, path: string): boolean {
  if (judged.includes(path)) return true;
  return !notJudged.test(path) && judged.some((folder) => path.startsWith(`${folder}/`));
}

/** Twelve hex digits of a SHA-256, the same for a work tree and for the commit of it. */
export function sourcesDigest(files: readonly ListedFile[]): string {
  const lines = files.map(({ path, blob }) => `${path} ${blob}\n`);
  const hash = createHash('sha256').update([...new Set(lines)].sort().join(''));
  return hash.digest('hex').slice(0, 12);
}

/** The sources of a report in the work tree; needs no Git. */
export function filesOfWorkTree(report: KeptReport): ListedFile[] {
  const paths = report.judged.flatMap((path) =>
    statSync(path, { throwIfNoEntry: false })?.isFile() ? [path] : filesBelow('.', path),
  );
  const judged = paths.filter((path) => isJudged(report, path));
  return judged.map((path) => ({ path, blob: blobId(readFileSync(path)) }));
}

function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/**
 * The sources that a run starting now judges. Call it at the beginning: files may change during the
 * run.
 */
export function judgedNow(report: KeptReport): JudgedSources {
  return { digest: sourcesDigest(filesOfWorkTree(report)), version };
}

/** The line under the title of a report. The date is that of the run, for example 2026-11-21. */
export function sourcesLine(sources: JudgedSources, command: string, date: string): string {
  const { digest, version: release, remark } = sources;
  const line = `Of the sources \`${digest}\`, version ${release}: \`${command}\`, ${date}.`;
  return remark === undefined ? line : `${line} ${remark}`;
}

const linePattern =
  /^# .+\n+Of the sources `([0-9a-f]{12})`, version (\S+): `([^`\n]+)`, (\d{4}-\d\d-\d\d)\./;

/** The content of the line in a report; null if the report does not begin with one. */
export function readSourcesLine(page: string) {
  const [, digest, release, command, date] = linePattern.exec(page) ?? [];
  return digest && release && command && date ? { digest, version: release, command, date } : null;
}
