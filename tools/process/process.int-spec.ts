import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';
import { waitFor } from './wait.mjs';

/** Starts `sleep` as a server, prints its process id, and keeps running. */
const keeper = `
  const [library, logFile] = process.argv.slice(1);
  const { startServer } = await import(library);
  const server = await startServer({ command: 'sleep', args: ['60'], logFile });
  process.stdout.write(String(server.pid));
`;

test('a server does not outlive the process that started it, not even after SIGKILL', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keeper-'));
  const library = pathToFileURL(join(root, 'tools/process/process.mjs')).href;
  const args = ['--input-type=module', '-e', keeper, library, join(folder, 'log')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [pid] = (await once(child.stdout, 'data')) as [Buffer];
  const isRunning = () => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  child.kill('SIGKILL');
  const end = await waitFor(() => (isRunning() ? undefined : 'ended'), { limitMs: 60_000 });
  rmSync(folder, { recursive: true });
  expect(end).toBe('ended');
});
