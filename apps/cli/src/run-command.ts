import { exitCodes, UserError } from '#contract/exit-codes';
import { CommanderError } from 'commander';
import { buildProgram } from './program.js';
import { failed, printAnswer } from './terminal/print.js';
import type { Shell } from './terminal/terminal.js';

/**
 * Runs one command line, with its output and errors on the streams of the shell.
 * @param args the words after `jackpot`.
 * @returns the exit code; never throws.
 */
export async function runCommand(args: readonly string[], shell: Shell): Promise<number> {
  let exitCode: number = exitCodes.ok;
  try {
    const program = await buildProgram(args, {
      shell,
      onAnswer: (answer, isJson) => (exitCode = printAnswer(shell, answer, isJson)),
    });
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has written its message, or the requested help.
      return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    }
    const { message } = error as Error;
    exitCode = error instanceof UserError ? error.exitCode : exitCodes.failed;
    return printAnswer(shell, failed({ message, exitCode }), args.includes('--json'));
  }
}
