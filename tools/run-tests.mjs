// @ts-check
/**
 * `npm test`: lint, types, tests on a real Kafka and Redis, and a last line that counts. `npm run
 * test:long`: the tests that take minutes.
 */
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { keepLongGreen, longPattern, whatWasNotRun } from './long-tests.mjs';
import { kafkaFolder } from './stack/kafka-jars.mjs';
import { localFolder, pinnedNode, root, toolEnvironment } from './process/paths.mjs';
import {
  findChromium,
  findKcat,
  findMosquitto,
  findPrometheus,
  redisProgram,
} from './stack/prerequisites.mjs';
import { UserError, say } from './process/process.mjs';
import { runInForeground } from './program.mjs';
import { startStack } from './stack/stack.mjs';
import { stopRequest } from './process/stop-request.mjs';
import { closingLine, countTests } from './test-count.mjs';

/** Suites that fill the machine, or measure seconds on a drawn page: each runs alone. */
const alone = 'test/(bench|signs/(truth|fuzz)|hostile/floods|scale)';

/** Suites wait for servers and time-outs two thirds of their time: five of them fill two cores. */
const together = '--maxWorkers=5';

/** Jest's arguments for the parts of each command, which run one after the other. */
const shortParts = [
  ['--testPathIgnorePatterns', longPattern, `/${alone}.*e2e`, together],
  ['--testPathPatterns', `/${alone}.*e2e-spec`, '--maxWorkers=1'],
];
const longParts = [
  ['--testPathPatterns', longPattern, '--testPathIgnorePatterns', `/${alone}`, together],
  ['--testPathPatterns', `/${alone}.*${longPattern}`, '--maxWorkers=1'],
];

/**
 * @param {string[]} args for Jest; without any, all tests that are not long, with lint and types
 * @returns {Promise<number>} the exit code
 */
export async function runTests(args) {
  if (args.length > 0) return run([args], []);
  return run(shortParts, ['lint', 'types'], async () => {
    process.stdout.write(`${await whatWasNotRun()}\n`);
  });
}

/** @returns {Promise<number>} the exit code */
export function runLongTests() {
  return run(longParts, [], async ({ failed }) => {
    if (failed === 0) await keepLongGreen();
  });
}

/**
 * @param {string[][]} parts Jest's arguments
 * @param {string[]} scripts of package.json, which run at the same time as the first part
 * @param {(count: import('./test-count.mjs').Count) => Promise<void>} [atEnd] called after a whole
 * run
 * @returns {Promise<number>} the exit code
 */
async function run(parts, scripts, atEnd) {
  const stop = stopRequest();
  const isWhole = atEnd !== undefined;
  const outcome = await outcomeOf(parts, scripts, isWhole, stop.isRequested);
  if (stop.isRequested()) return 130;
  const count = countTests(outcome.reports, outcome.failedChecks);
  await atEnd?.(count);
  process.stdout.write(`${closingLine(count)}\n`);
  return count.failed > 0 ? 1 : 0;
}

/**
 * Returns the reports, undefined if Jest left none, and the failures of the scripts.
 * @param {string[][]} parts @param {string[]} scripts
 * @param {boolean} isWhole @param {() => boolean} isInterrupted
 */
async function outcomeOf(parts, scripts, isWhole, isInterrupted) {
  /** @type {Awaited<ReturnType<typeof startStack>> | undefined} */
  let stack;
  try {
    await ensureInstalled();
    await ensureBuilt();
    // Lint and types need no server.
    const checks = failedScripts(scripts);
    stack = await startStack();
    if (isWhole) await installPrograms();
    /** @type {Awaited<ReturnType<typeof jestReport>>[]} */
    const reports = [];
    for (const part of parts) {
      if (isInterrupted()) break;
      reports.push(await jestReport(part, stack.kafkaBrokers, stack.redisUrl));
    }
    return { reports, failedChecks: await checks };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (!isInterrupted()) say(error.message);
    return { reports: [], failedChecks: 0 };
  } finally {
    await stack?.stop();
  }
}

/**
 * Installs programs for tests besides Kafka and Redis, so that no test has to wait for an
 * installation.
 */
async function installPrograms() {
  for (const find of [findKcat, findPrometheus, findChromium, findMosquitto]) {
    // Tests that need it report the part that they leave out.
    await find().catch((error) => say(error.message));
  }
}

/**
 * Runs scripts at the same time, since each has work for one core.
 * @param {string[]} scripts of package.json
 * @returns {Promise<number>} the number of failed scripts
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
  const jestArgs = ['--json', `--outputFile=${file}`, ...args];
  const env = {
    ...environment(),
    KAFKA_BROKERS: kafkaBrokers,
    REDIS_URL: redisUrl,
    // Some tests start their own servers, which they kill.
    REDIS_SERVER: redisProgram(),
    KAFKA_JARS: kafkaFolder(),
  };
  const hanging = new AbortController();
  const watch = setInterval(() => isOld(file) && hanging.abort(), 1_000);
  const command = [...nodeArgs, ...jestArgs];
  const code = await runInForeground(pinnedNode, command, root, env, hanging.signal);
  clearInterval(watch);
  const report = readReport(file);
  rmSync(file, { force: true });
  return report && { ...report, exitCode: code };
}

/**
 * Returns whether a report is old: after its report Jest ends at once, unless a suite in its own
 * process has left something open.
 * @param {string} file
 */
function isOld(file) {
  const { mtimeMs = Infinity } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - 10_000;
}

/** @param {string} file @returns {import('./test-count.mjs').Report | undefined} */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Leaves out INIT_CWD: programs that tests start resolve file names against the root. */
function environment() {
  const env = toolEnvironment();
  delete env.INIT_CWD;
  return env;
}
