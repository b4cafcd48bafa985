import { Readable, Writable } from 'node:stream';
import { runCommand } from '../run-command.js';
import type { Shell } from '../terminal/terminal.js';

/** A shell without a person, and the output of a command to it. */
export interface CapturedShell extends Shell {
  readonly said: { stdout: string; stderr: string };
}

export function capturedShell(env: NodeJS.ProcessEnv = {}): CapturedShell {
  const said = { stdout: '', stderr: '' };
  const into = (name: keyof typeof said): Writable =>
    new Writable({
      write(chunk: Buffer, _, written) {
        said[name] += chunk.toString();
        written();
      },
    });
  return { env, stdin: Readable.from([]), stdout: into('stdout'), stderr: into('stderr'), said };
}

/** Runs a command line in this process. */
export async function runLine(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const shell = capturedShell(env);
  const exitCode = await runCommand(args, shell);
  return { exitCode, ...shell.said };
}
