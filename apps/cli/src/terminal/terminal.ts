import { visibleLines } from '#acts/visible';
import type { ShowProgress } from '#proof';
import { confirm } from './confirm.js';
import { Progress, whileWaiting } from './progress.js';

/** What a command uses of the process that runs it. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** The person in front of a command, or the program that reads its JSON. */
export class Terminal {
  /** @param isJson stdout gets the answer and nothing else. */
  constructor(
    readonly shell: Shell,
    private readonly isJson = false,
  ) {}

  get env(): NodeJS.ProcessEnv {
    return this.shell.env;
  }

  /** Whether somebody is there who can be asked. */
  get canAsk(): boolean {
    return this.shell.stdin.isTTY === true;
  }

  /** Writes lines to stdout before the answer, such as what would change. */
  say(lines: string): void {
    if (!this.isJson) this.shell.stdout.write(visibleLines(lines));
  }

  /** Writes lines to stderr, also with `--json`. */
  warn(lines: string): void {
    this.shell.stderr.write(visibleLines(lines));
  }

  /** @throws UserError as `confirm`. */
  confirm(what: string): Promise<void> {
    return confirm(what, { input: this.shell.stdin, output: this.shell.stderr });
  }

  /** Begins a line of progress. */
  readonly showProgress: ShowProgress = (what, total, unit) =>
    new Progress(this.shell.stderr, what, total, unit);

  /** Names what is waited for once it has taken more than two seconds. */
  whileWaiting<T>(what: string, waiting: Promise<T>): Promise<T> {
    return whileWaiting(what, waiting, this.shell.stderr);
  }
}
