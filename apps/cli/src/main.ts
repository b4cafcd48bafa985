import { runCommand } from './run-command.js';

/** Commands that read or fold a log or topic of any length. */
const longReaders = [
  'verify',
  'checkpoint',
  'value',
  'explain',
  'shown',
  'recover',
  'archive',
  'report',
];

// V8 would keep memory that it once had; a short command does not need so much.
if (longReaders.includes(process.argv[2] ?? '')) await import('#service/bounded-memory');

// The reader of a pipe, such as `head`, has read enough.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

process.exitCode = await runCommand(process.argv.slice(2), process);
