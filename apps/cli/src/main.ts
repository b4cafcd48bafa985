import { exitCodes } from '#contract/exit-codes';
import { CommanderError } from 'commander';
import { buildProgram } from './program.js';
import { printFailure } from './print.js';
import { UserError } from './user-error.js';
import { visibleLines } from './visible.js';

/** Commands that fold the log or walk the journal, however long these are. */
const proofs = ['verify', 'checkpoint', 'value', 'explain', 'shown', 'recover', 'archive'];

// V8 would keep what it once had; a short command does not get so far.
if (proofs.includes(process.argv[2] ?? '')) await import('#service/bounded-memory');

// The reader of a pipe, such as `head`, has what it wanted.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

try {
  await buildProgram().parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has written its message, or the help that was asked for.
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  } else {
    const { message } = error as Error;
    const exitCode = error instanceof UserError ? error.exitCode : exitCodes.failed;
    printFailure({ json: process.argv.includes('--json') }, message, exitCode);
    process.stderr.write(visibleLines(`${message}\n`));
    process.exitCode = exitCode;
  }
}
