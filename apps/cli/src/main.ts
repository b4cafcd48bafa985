import { runCommand } from './run-command.js';

/** Commands that read or fold a log or topic, however long it is. */
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

// V8 would keep what it once had; a short command does not get so far.
if (longReaders.includes(process.argv[2] ?? '')) await import('#service/bounded-memory');

// The reader of a pipe, such as `head`, has what it wanted.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}

process.exitCode = await runCommand(process.argv.slice(2), process);
