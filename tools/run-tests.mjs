// @ts-check
/** `npm test`: lint, types, every test on a real Kafka and Redis, and a last line that counts. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { kafkaFolder } from './stack/kafka-jars.mjs';
import { localFolder, pinnedNode, root, toolEnvironment } from './process/paths.mjs';
import { redisProgram } from './stack/prerequisites.mjs';
import { UserError, say } from './process/process.mjs';
import { runInForeground } from './program.mjs';
import { startStack } from './stack/stack.mjs';
import { stopRequest } from './process/stop-request.mjs';
import { closingLine, countTests } from './test-count.mjs';

/** They fill the machine, or look at seconds on a drawn page: each has it for itself. */
const alone = 'test/bench/|test/signs/truth|test/hostile/(floods|hostile)';

/** They kill servers of their own, draw pages, or fill a core: two of them at a time. */
const filling = 'test/scale/(cluster|loading)|test/faults/faults|test/signs/(?!truth)';

/** They wait for time-outs most of the time: three of them at a time. */
const waiting =
  'test/recipes/|test/faults/(at-rest|waiting|ledger-anomalies|log-anomalies)|test/e2e/(rights-lost|alerts|shown)';

const servers = ['--testPathPatterns', '(int|e2e)-spec\\.ts$'];

/** The rest runs on two cores at once, what needs no server first. */
const parts = [
  ['--testPathPatterns', '(?<!int-|e2e-)spec\\.ts$', '--maxWorkers=2'],
  [...servers, '--testPathIgnorePatterns', `/(${alone}|${filling}|${waiting})`, '--maxWorkers=2'],
  ['--testPathPatterns', `/(${waiting}).*e2e-spec\\.ts$`, '--maxWorkers=3'],
  ['--testPathPatterns', `/(${filling}).*(int|e2e)-spec\\.ts$`, '--maxWorkers=2'],
  ['--testPathPatterns', `/(${alone}).*e2e-spec\\.ts$`, '--maxWorkers=1'],
];

/**
 * @param {string[]} args for Jest; without any, lint and types are part of the run
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args) {
  const stop = stopRequest();
  const outcome = await outcomeOf(args, stop.isRequested);
  if (stop.isRequested()) return 130;
  const count = countTests(outcome.reports, outcome.failedChecks);
  process.stdout.write(`${closingLine(count)}\n`);
  return count.failed > 0 ? 1 : 0;
}

/**
 * The reports, undefined where Jest left none, and the failures of lint and types.
 * @param {string[]} args
 * @param {() => boolean} isInterrupted
 */
async function outcomeOf(args, isInterrupted) {
  /** @type {ReturnType<typeof startStack> | undefined} */
  let starting;
  try {
    await ensureInstalled();
    await ensureBuilt();
    starting = startStack();
    // Lint and types need no server, so they run while the servers start.
    starting.catch(() => {});
    const failedChecks = args.length === 0 ? await failedScripts(['lint', 'types']) : 0;
    const { kafkaBrokers, redisUrl } = await starting;
    /** @type {Awaited<ReturnType<typeof jestReport>>[]} */
    const reports = [];
    for (const part of args.length === 0 ? parts : [args]) {
      if (isInterrupted()) break;
      reports.push(await jestReport(part, kafkaBrokers, redisUrl));
    }
    return { reports, failedChecks };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (!isInterrupted()) say(error.message);
    return { reports: [], failedChecks: 0 };
  } finally {
    const stack = await starting?.catch(() => undefined);
    await stack?.stop();
  }
}

/**
 * Runs them at the same time, since each has work for one core.
 * @param {string[]} scripts of package.json
 * @returns {Promise<number>} how many failed
 */
async function failedScripts(scripts) {
  const codes = scripts.map(async (script) => {
    const code = await runInForeground('npm', ['run', '--silent', script], root, environment());
    say(`${script}: ${code === 0 ? 'passed' : 'failed'}`);
    return code;
  });
  return (await Promise.all(codes)).filter((code) => code !== 0).length;
}

/** @param {string[]} args @param {string} kafkaBrokers @param {string} redisUrl */
async function jestReport(args, kafkaBrokers, redisUrl) {
  mkdirSync(localFolder, { recursive: true });
  const file = join(localFolder, `jest-${process.pid}.json`);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const nodeArgs = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning', jest];
  // A test that failed may have left a connection open, for which Jest would wait.
  const jestArgs = ['--json', `--outputFile=${file}`, '--forceExit', ...args];
  const code = await runInForeground(pinnedNode, [...nodeArgs, ...jestArgs], root, {
    ...environment(),
    KAFKA_BROKERS: kafkaBrokers,
    REDIS_URL: redisUrl,
    // Some tests start servers of their own, which they kill.
    REDIS_SERVER: redisProgram(),
    KAFKA_JARS: kafkaFolder(),
  });
  const report = readReport(file);
  rmSync(file, { force: true });
  return report && { ...report, exitCode: code };
}

/** @param {string} file @returns {import('./test-count.mjs').Report | undefined} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Without INIT_CWD: programs that tests start resolve file names against the root. */
function environment() {
  const env = toolEnvironment();
  delete env.INIT_CWD;
  return env;
}
