// @ts-check
/**
 * The CLI as a long-lived process, for the tests: each message is a command line, and its answer
 * has the exit code, the whole output and stdout alone. The first argument is the tree whose build
 * runs.
 */
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const file = resolve(process.argv[2] ?? '.', 'dist/apps/cli/src/run-command.js');
const { runCommand } = await import(pathToFileURL(file).href);

process.on(
  'message',
  (/** @type {import('../../libs/testing/src/command-host.ts').CommandLine} */ line) => {
    let [output, stdout] = ['', ''];
    const streamOf = (/** @type {boolean} */ isStdout) =>
      new Writable({
        write(chunk, _, written) {
          output += chunk;
          if (isStdout) stdout += chunk;
          written();
        },
      });
    const streams = { stdout: streamOf(true), stderr: streamOf(false) };
    const shell = { env: line.env, stdin: Readable.from([]), ...streams };
    void runCommand(line.args, shell).then((/** @type {number} */ code) =>
      process.send?.({ id: line.id, code, output, stdout }),
    );
  },
);
process.on('disconnect', () => process.exit());
