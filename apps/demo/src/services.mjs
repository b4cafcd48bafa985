// @ts-check
/** The project's own programs as the demo runs them: each a process, its output in a file. */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { tailOf } from '../../../tools/process/log-tail.mjs';
import { pinnedNode, root, toolEnvironment } from '../../../tools/process/paths.mjs';
import { freePort, isFree } from '../../../tools/stack/ports.mjs';
import { UserError, run, startServer } from '../../../tools/process/process.mjs';
import { serviceEnvironment, serviceFlags } from '../../../tools/service.mjs';
import { waitFor } from '../../../tools/process/wait.mjs';

/** @typedef {import('../../../tools/process/process.mjs').Server} Server */

const readyWithinMs = 45_000;

export class DemoServices {
  /** @type {{ name: string, server: Server }[]} in the order of their start */
  #running = [];
  #isStopping = false;
  /** @type {(sentence: string) => void} */
  #fail = () => {};
  /** Resolves with a sentence when a service ends that should not.
   * @type {Promise<string>} */
  failed = new Promise((resolve) => (this.#fail = resolve));

  /**
   * @param {string} logFolder
   * @param {NodeJS.ProcessEnv} env what all of them are told
   * @param {() => boolean} isStopRequested
   */
  constructor(logFolder, env, isStopRequested) {
    this.logFolder = logFolder;
    this.env = { ...toolEnvironment(), NODE_ENV: 'production', ...env };
    this.isStopRequested = isStopRequested;
  }

  /**
   * Starts one of the two services and waits until it is ready.
   * @param {'jackpot' | 'signs'} name
   * @param {number} preferredPort taken when it is free
   * @returns {Promise<string>} its address
   */
  async startService(name, preferredPort) {
    const port = (await isFree(preferredPort)) ? preferredPort : await freePort();
    const server = await this.#start(name, [], { HOST: '127.0.0.1', PORT: String(port) });
    this.#watch(name, server);
    const url = `http://127.0.0.1:${port}`;
    const givenUp = () => server.hasExited() || this.isStopRequested();
    const isReady = await waitFor(() => answersOk(`${url}/health/ready`), {
      limitMs: readyWithinMs,
      everyMs: 100,
      givenUp,
    });
    if (!isReady && !this.isStopRequested()) {
      const why = server.hasExited() ? 'has ended' : await whyNotReady(`${url}/health/ready`);
      throw new UserError(
        `${tailOf(server.logFile, 3)}\nThe service ${name} ${why}; its log is ${server.logFile}`,
      );
    }
    return url;
  }

  /**
   * Starts the tables.
   * @param {string[]} args @param {string} jackpotUrl
   * @returns {Promise<Server>}
   */
  async startPit(args, jackpotUrl) {
    return this.#start('pit', args, { JACKPOT_URL: jackpotUrl });
  }

  /**
   * Runs a command of the operator's CLI to its end.
   * @param {string[]} args
   * @returns {Promise<{ code: number | null, output: string }>}
   */
  async runCommand(args) {
    const program = join(root, 'dist', 'apps', 'cli', 'src', 'main.js');
    const result = await run(pinnedNode, [program, ...args], { env: this.env });
    const log = join(this.logFolder, 'cli.log');
    appendFileSync(log, `$ jackpot ${args.join(' ')}\n${result.output}exit ${result.code}\n`);
    return result;
  }

  /** Ends what was started, the last first, so that nobody loses what he talks to. */
  async stop() {
    this.#isStopping = true;
    for (const { server } of this.#running.reverse()) await server.stop();
    this.#running = [];
  }

  /** @param {string} name @param {string[]} args @param {NodeJS.ProcessEnv} env */
  async #start(name, args, env) {
    const program = join(root, 'dist', 'apps', name, 'src', 'main.js');
    if (!existsSync(program)) throw new UserError(`There is no ${program}; run: npm run build`);
    const server = await startServer({
      command: pinnedNode,
      args: [...serviceFlags, program, ...args],
      logFile: join(this.logFolder, `${name}.log`),
      env: { ...this.env, ...serviceEnvironment, ...env },
    });
    this.#running.push({ name, server });
    return server;
  }

  /** @param {string} name @param {Server} server */
  #watch(name, server) {
    void server.exited.then(({ code, signal }) => {
      if (this.#isStopping) return;
      const log = tailOf(server.logFile, 5);
      this.#fail(
        `${log}\nThe service ${name} has ended by itself (${signal ?? code}): ${server.logFile}`,
      );
    });
  }
}

/** What a service says of itself that is not ready.
 * @param {string} url */
async function whyNotReady(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return `is not ready: ${await response.text()}`;
  } catch {
    return 'does not answer';
  }
}

/** @param {string} url */
async function answersOk(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    await response.arrayBuffer();
    return response.ok || undefined;
  } catch {
    return undefined;
  }
}
