// @ts-check
/**
 * The entry of package.json's scripts. It starts on Node 20 with nothing installed, installs and
 * builds the needs of a command, and runs the rest on the pinned Node.
 */
import { argv } from 'node:process';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { UserError, say } from './process/process.mjs';
import { runProgram, runSource } from './program.mjs';
import { runStack } from './stack/run-stack.mjs';
import { runLongTests, runTests } from './run-tests.mjs';

const usage =
  'Usage: bootstrap.mjs demo [ARGS] | test [JEST ARGS] | test-long | stack [ARGS] | build | ' +
  'run APP [ARGS], as in: bootstrap.mjs run apps/cli status | program FILE.ts [ARGS]';

async function prepare() {
  await ensureInstalled();
  return ensureBuilt();
}

/** @type {Record<string, (args: string[]) => Promise<number>>} each returns the exit code */
const commands = {
  async build() {
    if ((await prepare()) === 'up to date') say('dist is up to date');
    return 0;
  },

  async run([app, ...args]) {
    if (!app) throw new UserError(usage, 64);
    await prepare();
    return runProgram(`dist/${app}/src/main.js`, args);
  },

  // Programs that are not built (faults, simulation, benchmarks) run from their source.
  async program([file, ...args]) {
    if (!file) throw new UserError(usage, 64);
    await prepare();
    return runSource(file, args);
  },

  async demo(args) {
    await prepare();
    return runProgram('dist/apps/demo/src/main.js', args);
  },

  // The stack needs no npm package, so nothing is installed.
  stack: runStack,

  test: runTests,

  'test-long': runLongTests,
};

try {
  const [name = '', ...args] = argv.slice(2);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UserError(usage, 64);
  process.exitCode = await command(args);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
}
