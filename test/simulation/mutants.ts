import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connected } from '#testing/redis';
import { startRedis } from '../../tools/stack/redis.mjs';
import { scriptText } from '../../libs/ledger/src/script.js';
import { judgedNow, keptReports } from '../evidence/kept-reports.js';
import { writePrinted } from '../evidence/printed.js';
import { compareWithModel } from './commit-check.js';
import { MutantCompiler } from './mutant-compiler.js';
import { complaintsOfRedis, tryOnRedis } from './mutant-on-redis.js';
import { tryInSimulation } from './mutant-trial.js';
import { doesNotCompile, verdictOn, type Verdict } from './mutant-verdict.js';
import { edited, editsOf, luaMutants, mutants, type Mutation } from './mutations.js';

/**
 * `npm run mutants [-- WORD ... --report DIR]`: puts each fault of `mutations.ts` (or those whose
 * name contains one of the words) into the source, runs the simulation until it breaks, and exits 1
 * unless each fault compiles, is reached and is caught by a check that it names. The faults of the
 * script run on a real Redis: that of `REDIS_URL`, or its own. `--report` writes `mutants.md`
 * there.
 */
const seedsForEach = 6_000;
const { values, positionals: words } = parseArgs({
  options: { report: { type: 'string' } },
  allowPositionals: true,
});
const sources = judgedNow(keptReports.mutants);
const isWanted = ({ name }: Mutation): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));

const folder = mkdtempSync(join(tmpdir(), 'jackpot-mutants-'));
const lines: string[] = [];
let wrong = 0;
try {
  const inSource = mutants.filter(isWanted);
  if (inSource.length > 0) await inSimulation(inSource);
  const inScript = luaMutants.filter(isWanted);
  if (inScript.length > 0) await onRedis(inScript);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const result =
  wrong === 0
    ? `${lines.length} mutants: each compiles, was reached, and was caught by a check that it names`
    : `${lines.length} mutants, ${wrong} wrong`;
console.log(result);
if (values.report !== undefined) {
  const printed = { title: 'Mutants', script: 'mutants', sources, result, lines };
  writePrinted(values.report, keptReports.mutants, printed);
}
process.exitCode = wrong === 0 ? 0 : 1;

function report(name: string, { isRight, text }: Verdict): void {
  if (!isRight) wrong += 1;
  lines.push(`${name.padEnd(67)} ${text}`);
  console.log(lines.at(-1));
}

async function inSimulation(faulty: readonly Mutation[]): Promise<void> {
  const compiler = new MutantCompiler();
  const complaints = faulty.map((mutant) => compiler.complaints(editsOf(mutant)));
  for (const [index, mutant] of faulty.entries()) {
    const said = complaints[index] ?? [];
    report(
      mutant.name,
      said.length > 0
        ? doesNotCompile(said)
        : verdictOn(mutant, await tryInSimulation(mutant, folder, mutant.seeds ?? seedsForEach)),
    );
  }
}

async function onRedis(faulty: readonly Mutation[]): Promise<void> {
  const given = process.env['REDIS_URL'];
  const server = given ? null : await startRedis({ dataDir: join(folder, 'redis') });
  const redis = await connected(given ?? (server?.url as string));
  try {
    const script = scriptText('commit.lua');
    await compareWithModel({ redis, script, runs: 500 });
    for (const mutant of faulty) {
      const faultyScript = edited(script, mutant);
      const said = await complaintsOfRedis(redis, faultyScript);
      report(
        `commit.lua: ${mutant.name}`,
        said.length > 0
          ? doesNotCompile(said)
          : verdictOn(mutant, await tryOnRedis(redis, faultyScript)),
      );
    }
  } finally {
    redis.disconnect();
    await server?.stop();
  }
}
