import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepRunning } from './keep-running.mjs';
import { startServer } from './process.mjs';
import { waitFor } from './wait.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (script: string) => () =>
  startServer({ command: 'sh', args: ['-c', script], logFile: join(folder, 'log') });

test('a server that ends by itself is started again, and one line says so', async () => {
  const lines: string[] = [];
  const kept = await keepRunning('Sleep', start('exec sleep 60'), (line) => lines.push(line));
  kept.first.kill('SIGKILL');
  await waitFor(() => lines[0], { limitMs: 120_000 });
  expect(lines).toEqual([
    `Sleep has ended by itself (SIGKILL) and runs again as process ${kept.pid()}`,
  ]);
  expect(kept.pid()).not.toBe(kept.first.pid);
  await kept.stop();
  expect(() => process.kill(kept.pid(), 0)).toThrow('ESRCH');
});

test('one that ends again and again is given up, with what its log says', async () => {
  const lines: string[] = [];
  const kept = await keepRunning('Wrong', start('echo no luck; exit 3'), (line) =>
    lines.push(line),
  );
  expect(await kept.failed).toMatch(
    /no luck\nWrong has ended by itself \(3\), 3 times in a row within/,
  );
  expect(lines).toHaveLength(2);
});

test('one that cannot be started again is given up', async () => {
  let starts = 0;
  const kept = await keepRunning(
    'Lost',
    async () => {
      if (starts++ > 0) throw new Error('The disk is full.');
      return start('exit 0')();
    },
    () => {},
  );
  expect(await kept.failed).toMatch(/^The disk is full\.\nLost has .* cannot be started again\.$/);
});

test('what is being started again when it is stopped does not stay', async () => {
  let begun = () => {};
  const secondStart = new Promise<void>((resolve) => (begun = resolve));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const kept = await keepRunning(
    'Slow',
    async (ended) => {
      if (ended) begun();
      if (ended) await released;
      return start('exec sleep 60')();
    },
    () => {},
  );
  kept.first.kill('SIGKILL');
  await secondStart;
  const stopped = kept.stop();
  release();
  await stopped;
  expect(kept.pid()).not.toBe(kept.first.pid);
  expect(() => process.kill(kept.pid(), 0)).toThrow('ESRCH');
});
