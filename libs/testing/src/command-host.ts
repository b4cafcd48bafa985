import { fork, type ChildProcess } from 'node:child_process';
import { serviceEnvironment, serviceFlags } from '#service/memory';
import { compileCache } from './child.js';

export interface CommandLine {
  readonly id: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly code: number;
  /** Its output on stdout and stderr, in order. */
  readonly output: string;
  /** Without warnings, such as that of a service that is slow on a busy machine. */
  readonly stdout: string;
}

/**
 * Runs command lines of the built CLI in one process: a command costs only its own work, without
 * the start of a program.
 */
export class CommandHost {
  private readonly process: ChildProcess;
  private readonly waiting = new Map<number, (answer: Answer | Error) => void>();
  private lines = 0;

  /** @param root tree of the build; `own` are the variables that Node reads at its start. */
  constructor(root: string, own: Readonly<Record<string, string>>) {
    this.process = fork('tools/testing/hosted-commands.mjs', [root], {
      execArgv: [...serviceFlags],
      env: { PATH: process.env['PATH'], ...compileCache, ...serviceEnvironment, ...own },
    });
    this.process.on('message', ({ id, ...answer }: Answer & { id: number }) => {
      this.waiting.get(id)?.(answer);
      this.waiting.delete(id);
    });
    this.process.once('exit', (code, signal) => {
      for (const answer of this.waiting.values()) {
        answer(new Error(`the process of the commands has ended (${code ?? signal})`));
      }
    });
  }

  /** @param env the whole environment of the command. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Answer> {
    this.lines += 1;
    const line: CommandLine = { id: this.lines, args, env };
    return new Promise((resolve, reject) => {
      this.waiting.set(line.id, (answer) =>
        answer instanceof Error ? reject(answer) : resolve(answer),
      );
      this.process.send(line);
    });
  }

  /** Ends the process, with any running command. */
  async close(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const exited = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGKILL');
    await exited;
  }
}
