import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { serviceEnvironment, serviceFlags } from '#service/memory';
import { guard } from '../../../tools/process/process.mjs';
import { until } from './until.js';

/** Node's folder for compiled code: the next start takes a sixth less of a core. */
export const compileCache = { NODE_COMPILE_CACHE: resolve('.local/compile-cache') };

/**
 * A built program as a child process, with its output kept. It ends with this process. `root` is
 * the tree of its build.
 */
export class Child {
  output = '';
  exitCode: number | null = null;
  private readonly process: ChildProcess;
  private readonly exited: Promise<void>;

  constructor(
    readonly program: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    root = '.',
  ) {
    const nodeArgs = [...serviceFlags, `${root}/dist/${program}/src/main.js`, ...args];
    this.process = spawn(process.execPath, nodeArgs, {
      env: { PATH: process.env['PATH'], ...compileCache, ...serviceEnvironment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    }
    const releaseGuard = guard(this.process.pid as number);
    this.exited = new Promise((resolve) =>
      this.process.once('exit', (code, signal) => {
        releaseGuard();
        this.exitCode = code ?? (signal ? 128 : 1);
        resolve();
      }),
    );
  }

  get pid(): number {
    return this.process.pid as number;
  }

  /** The address on which a service says that it listens. */
  async url(limitMs = 120_000): Promise<string> {
    const look = (): string | undefined => {
      if (this.exitCode !== null) throw new Error(this.output);
      return /listening on (http:\/\/[^"]+)"/.exec(this.output)?.[1];
    };
    return until(`${this.program} to listen`, look, limitMs);
  }

  async exit(): Promise<number> {
    await this.exited;
    return this.exitCode as number;
  }

  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  async stop(): Promise<number> {
    if (this.exitCode === null) this.process.kill('SIGTERM');
    return this.exit();
  }

  async kill(): Promise<void> {
    if (this.exitCode === null) this.process.kill('SIGKILL');
    await this.exited;
  }
}
