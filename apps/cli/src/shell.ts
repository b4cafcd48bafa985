import { AsyncLocalStorage } from 'node:async_hooks';

/** What a command uses of the process that runs it. */
export interface Shell {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

const given = new AsyncLocalStorage<Shell>();

/** The shell of the command that runs: that of the process, unless it was given another. */
export function currentShell(): Shell {
  return given.getStore() ?? process;
}

/** Runs what a command does, so that `currentShell()` is this one in it. */
export function inShell<T>(own: Shell, act: () => Promise<T>): Promise<T> {
  return given.run(own, act);
}
