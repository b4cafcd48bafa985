import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { tailOf } from '#tools/process/read.mjs';
import { pinnedNode, root, toolEnvironment } from '#tools/process/paths.mjs';
import { run, startServer, UserError, type Server } from '#tools/process/process.mjs';
import { waitFor } from '#tools/process/wait.mjs';
import { freePort, isFree, reachedAt } from '#tools/stack/ports.mjs';

const readyWithinMs = 45_000;

/** The project's own programs as the demo runs them: each a process with its output in a file. */
export class Programs {
  /** Resolves with a sentence when a service ends by itself. */
  readonly failed: Promise<string>;
  readonly env: NodeJS.ProcessEnv;
  /** In the order of their start. */
  private running: Server[] = [];
  private isStopping = false;
  private fail: (sentence: string) => void = () => {};

  /** @param env variables for all of them */
  constructor(
    readonly logFolder: string,
    env: NodeJS.ProcessEnv,
    readonly isStopRequested: () => boolean,
  ) {
    this.env = { ...toolEnvironment(), NODE_ENV: 'production', ...env };
    this.failed = new Promise((resolve) => (this.fail = resolve));
  }

  /**
   * Starts one of the two services and waits until it is ready.
   * @param host the address to listen on
   * @param preferredPort used if it is free
   * @param own variables for this service alone
   * @returns its URL
   */
  async startService(
    name: 'jackpot' | 'signs',
    host: string,
    preferredPort: number,
    own: NodeJS.ProcessEnv = {},
  ): Promise<string> {
    const port = (await isFree(preferredPort, host)) ? preferredPort : await freePort();
    const server = await this.start(name, [], { ...own, HOST: host, PORT: String(port) });
    void server.exited.then(({ code, signal }) => {
      const why = `The service ${name} has ended by itself (${signal ?? code}): ${server.logFile}`;
      if (!this.isStopping) this.fail(`${tailOf(server.logFile, 5)}\n${why}`);
    });
    const url = `http://${reachedAt(host)}:${port}`;
    const givenUp = (): boolean => server.hasExited() || this.isStopRequested();
    const limit = { limitMs: readyWithinMs, everyMs: 100, givenUp };
    const isReady = await waitFor(async () => (await healthOf(url)).isReady || undefined, limit);
    if (!isReady && !this.isStopRequested()) {
      const why = server.hasExited() ? 'has ended' : `is not ready: ${(await healthOf(url)).text}`;
      throw new UserError(
        `${tailOf(server.logFile, 3)}\nThe service ${name} ${why}; its log is ${server.logFile}`,
      );
    }
    return url;
  }

  /** Starts the simulated tables. */
  startPit(args: readonly string[], jackpotUrl: string): Promise<Server> {
    return this.start('pit', args, { JACKPOT_URL: jackpotUrl });
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

  /** Stops everything in reverse order, so that none loses a service that it uses. */
  async stop(): Promise<void> {
    this.isStopping = true;
    for (const server of this.running.reverse()) await server.stop();
    this.running = [];
  }

  private async start(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    const server = await startServer({
      command: pinnedNode,
      args: ['--enable-source-maps', programOf(name), ...args],
      logFile: join(this.logFolder, `${name}.log`),
      env: { ...this.env, ...env },
    });
    this.running.push(server);
    return server;
  }
}

/** @throws UserError when it has not been built */
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
