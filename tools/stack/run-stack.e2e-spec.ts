import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../process/paths.mjs';
import { run } from '../process/process.mjs';
import { waitFor } from '../process/wait.mjs';
import { ping } from './redis.mjs';
import { readStackOptions } from './run-stack.mjs';

test('folder and file are relative to where the person stands', () => {
  expect(readStackOptions(['--data', 'kept', '--env=x.env'], '/home/a')).toEqual({
    dataDir: '/home/a/kept',
    envFile: '/home/a/x.env',
  });
  expect(readStackOptions(['--data=/kept'], '/home/a').dataDir).toBe('/kept');
  expect(readStackOptions([], '/home/a')).toEqual({ dataDir: undefined, envFile: undefined });
});

test.each([[['--date', 'x']], [['--data']], [['x']]])('%j is refused with the usage', (args) => {
  expect(() => readStackOptions(args, '/')).toThrow('Usage: npm run stack [-- [--data DIR]');
});

test('a shell can source what the stack prints and the file that it writes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-'));
  const file = join(folder, 'stack.env');
  const stack = spawn('npm', ['run', '-s', 'stack', '--', '--env', file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(stack, 'exit');
  let printed = '';
  let messages = '';
  stack.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  stack.stderr.on('data', (chunk: Buffer) => (messages += chunk.toString()));
  try {
    await waitFor(() => /until Ctrl-C/.exec(messages) ?? undefined, {
      limitMs: 90_000,
      givenUp: () => stack.exitCode !== null,
    });
    expect(readFileSync(file, 'utf8')).toBe(printed);
    expect(printed.trimEnd().split('\n')).toHaveLength(2);
    const sourced = await run('sh', ['-c', '. "$1" && echo $KAFKA_BROKERS $REDIS_URL', '', file], {
      env: { PATH: process.env['PATH'] },
    });
    const [, kafka, redis] =
      /^127.0.0.1:(\d+) redis:\/\/127.0.0.1:(\d+)\n$/.exec(sourced.output) ?? [];
    expect(Number(kafka)).toBeGreaterThan(0);
    expect(await ping(Number(redis))).toBe(true);
  } finally {
    stack.kill('SIGINT');
  }
  expect(await exited).toEqual([0, null]);
  expect(existsSync(file)).toBe(false);
  rmSync(folder, { recursive: true });
});
