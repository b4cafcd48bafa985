import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepRunning } from '#tools/process/keep-running.mjs';
import { tailOf } from '#tools/process/read.mjs';
import { pinnedNode, root, toolEnvironment } from '#tools/process/paths.mjs';
import { run, startServer, UserError, type Server } from '#tools/process/process.mjs';
import { waitFor } from '#tools/process/wait.mjs';
import { reachedAt } from '#tools/stack/ports.mjs';

const readyWithinMs = 120_000;

/** The project's own programs in the demo: each a process with its output in a file. */
export class Programs {
  /** Resolves with a sentence when a service that ends repeatedly is given up. */
  readonly failed: Promise<string>;
  readonly env: NodeJS.ProcessEnv;
  /** In the order of their start. */
  private running: Promise<{ stop(): Promise<void> }>[] = [];
  private readonly pidOf = new Map<string, () => number>();
  private isStopping = false;
  private fail: (sentence: string) => void = () => {};

  /**
   * @param env variables for all of them
   * @param tell called with each line for the person at the demo
   */
  constructor(
    readonly logFolder: string,
    env: NodeJS.ProcessEnv,
    readonly isStopRequested: () => boolean,
    readonly tell: (line: string) => void,
  ) {
    this.env = { ...toolEnvironment(), NODE_ENV: 'production', ...env };
    this.failed = new Promise((resolve) => (this.fail = resolve));
  }

  /**
   * Starts one of the services and waits until it is ready; restarts it if it ends by itself.
   * @param host the address to listen on
   * @param own variables for this service alone
   * @returns its URL
   */
  async startService(
    name: 'jackpot' | 'signs' | 'tables' | 'console',
    host: string,
    port: number,
    own: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const url = `http://${reachedAt(host)}:${port}`;
    const env = { ...own, HOST: host, PORT: String(port) };
    const start = () => this.startReady(name, url, env);
    const keeping = keepRunning(`The service ${name}`, start, this.tell);
    this.running.push(keeping);
    const kept = await keeping;
    this.pidOf.set(name, kept.pid);
    void kept.failed.then(this.fail);
    return url;
  }

  /** Returns the process id of each service. */
  pids(): Record<string, number> {
    return Object.fromEntries([...this.pidOf].map(([name, pid]) => [name, pid()]));
  }

  /** @throws UserError if it ends, or is not ready in time */
  private async startReady(name: string, url: string, env: NodeJS.ProcessEnv): Promise<Server> {
    const server = await this.start(name, [], env);
    const isEnding = (): boolean => this.isStopping || this.isStopRequested();
    const givenUp = (): boolean => server.hasExited() || isEnding();
    const limit = { limitMs: readyWithinMs, everyMs: 100, givenUp };
    const isReady = await waitFor(async () => (await healthOf(url)).isReady || undefined, limit);
    if (isReady || isEnding()) return server;
    const why = server.hasExited() ? 'has ended' : `is not ready: ${(await healthOf(url)).text}`;
    await server.stop();
    throw new UserError(
      `${tailOf(server.logFile, 3)}\nThe service ${name} ${why}; its log is ${server.logFile}`,
    );
  }

  /** Starts the simulated tables. */
  startPit(args: readonly string[], jackpotUrl: string): Promise<Server> {
    const pit = this.start('pit', args, { JACKPOT_URL: jackpotUrl });
    this.running.push(pit);
    return pit;
  }

  /**
   * Runs a command of the operator's CLI to its end.
   * @param own variables for this command alone
   */
  async runCommand(
    args: readonly string[],
    own: NodeJS.ProcessEnv = {},
  ): Promise<{ code: number | null; output: string }> {
    const env = { ...this.env, ...own };
    const result = await run(pinnedNode, [programOf('cli'), ...args], { env });
    const log = join(this.logFolder, 'cli.log');
    appendFileSync(log, `$ jackpot ${args.join(' ')}\n${result.output}exit ${result.code}\n`);
    return result;
  }

  /** Stops everything in reverse order, so that no process loses a service that it uses. */
  async stop(): Promise<void> {
    this.isStopping = true;
    // A process that could not start has reported it.
    for (const each of this.running.reverse()) await (await each.catch(() => undefined))?.stop();
    this.running = [];
  }

  private start(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    return startServer({
      command: pinnedNode,
      args: ['--enable-source-maps', programOf(name), ...args],
      logFile: join(this.logFolder, `${name}.log`),
      env: { ...this.env, ...env },
    });
  }
}

/** @throws UserError if it has not been built */
function programOf(name: string): string {
  const program = join(root, 'dist', 'apps', name, 'src', 'main.js');
  if (!existsSync(program)) throw new UserError(`There is no ${program}; run: npm run build`);
  return program;
}

async function healthOf(url: string): Promise<{ isReady: boolean; text: string }> {
  try {
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) });
    return { isReady: response.ok, text: await response.text() };
  } catch {
    return { isReady: false, text: 'it does not answer' };
  }
}
