import { visibleLines } from '#acts/visible';
import { exitCodes, UserError } from '#contract/exit-codes';
import { CommanderError } from 'commander';
import { buildProgram } from './program.js';
import { printFailure } from './print.js';
import { inShell, type Shell } from './shell.js';

/**
 * Runs one command line, with its output and errors on the streams of the shell.
 * @param args the words after `jackpot`.
 * @returns the exit code; it never throws.
 */
export function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  return inShell(shell, async () => {
    try {
      await buildProgram().parseAsync(args, { from: 'user' });
      return exitCodes.ok;
    } catch (error) {
      if (error instanceof CommanderError) {
        // Commander has written its message, or the help that was asked for.
        return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
      }
      const { message } = error as Error;
      const exitCode = error instanceof UserError ? error.exitCode : exitCodes.failed;
      printFailure({ json: args.includes('--json') }, message, exitCode);
      shell.stderr.write(visibleLines(`${message}\n`));
      return exitCode;
    }
  });
}
