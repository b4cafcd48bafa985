import { runCommand } from './run-command.js';

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

process.exitCode = await runCommand(process.argv.slice(2), process);
