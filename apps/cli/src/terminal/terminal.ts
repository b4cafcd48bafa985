import { visibleLines } from '#acts/visible';
import type { ShowProgress } from '#proof';
import { confirm } from './confirm.js';
import { Progress, whileWaiting } from './progress.js';

/** The parts of the process that a command uses. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** The person in front of a command, or the program that reads its JSON. */
export class Terminal {
  /** @param isJson stdout gets only the answer. */
  constructor(
    readonly shell: Shell,
    private readonly isJson = false,
  ) {}

  get env(): NodeJS.ProcessEnv {
    return this.shell.env;
  }

  /** True if there is a person to ask. */
  get canAsk(): boolean {
    return this.shell.stdin.isTTY === true;
  }

  /** Writes lines to stdout before the answer, such as planned changes. */
  say(lines: string): void {
    if (!this.isJson) this.shell.stdout.write(visibleLines(lines));
  }

  /** Writes lines to stderr, also with `--json`. */
  warn(lines: string): void {
    this.shell.stderr.write(visibleLines(lines));
  }

  /** @throws UserError like `confirm`. */
  confirm(what: string): Promise<void> {
    return confirm(what, { input: this.shell.stdin, output: this.shell.stderr });
  }

  /** Begins a line of progress. */
  readonly showProgress: ShowProgress = (what, total, unit) =>
    new Progress(this.shell.stderr, what, total, unit);

  /** Names the thing that has been waited for more than two seconds. */
  whileWaiting<T>(what: string, waiting: Promise<T>): Promise<T> {
    return whileWaiting(what, waiting, this.shell.stderr);
  }
}
