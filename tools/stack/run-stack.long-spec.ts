import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localFolder, root } from '../process/paths.mjs';
import { run } from '../process/process.mjs';
import { waitFor } from '../process/wait.mjs';
import { askKafka, askRedis } from './testing/ask-servers.js';
import { readStackOptions } from './run-stack.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('folder and file are relative to where the person stands', () => {
  expect(readStackOptions(['--data', 'kept', '--env=x.env', '--fresh'], '/home/a')).toMatchObject({
    dataDir: '/home/a/kept',
    envFile: '/home/a/x.env',
    isFresh: true,
  });
  expect(readStackOptions(['--data=/kept'], '/home/a').dataDir).toBe('/kept');
  expect(readStackOptions([], '/home/a')).toMatchObject({
    dataDir: join(localFolder, 'stack'),
    envFile: undefined,
    isFresh: false,
  });
});

test.each([[['--date', 'x']], [['--data']], [['x']]])('%j is refused with the usage', (args) => {
  expect(() => readStackOptions(args, '/')).toThrow('Usage: npm run stack [-- [--data DIR]');
});

test('the help explains each option of the usage', async () => {
  const { code, output } = await stackCommand('--help');
  expect(code).toBe(0);
  const [usage = '', ...lines] = output.split('\n');
  const named = usage.match(/--\w+/g) ?? [];
  expect(named).toHaveLength(3);
  for (const option of named) expect(lines.join('\n')).toMatch(new RegExp(`^  ${option} `, 'm'));
});

test('the stack outlives its killed servers, and the next one goes on with the data', async () => {
  const data = ['--data', join(folder, 'data')];
  const file = join(folder, 'stack.env');
  const stack = await runningStack(...data, '--env', file);
  const { kafka, redis } = await sourced(file);
  expect(readFileSync(file, 'utf8')).toBe(stack.printed);
  await leaveTraces(kafka, redis);

  const second = await stackCommand(...data);
  expect(second.code).toBe(1);
  expect(second.output).toMatch(/are in use by process \d+; another folder, with --data, lets/);

  for (const name of ['Redis', 'Kafka']) {
    const [, pid] = new RegExp(`${name} (\\d+)[,:]`).exec(stack.messages) ?? [];
    process.kill(Number(pid), 'SIGKILL');
    await stack.says(new RegExp(`${name} has ended by itself \\(SIGKILL\\) and runs again`));
    expect(await traces(kafka, redis)).toEqual({ pool: '123', partitions: 3 });
  }
  await stack.end();
  expect(existsSync(file)).toBe(false);

  const next = await runningStack(...data, '--env', file);
  const later = await sourced(file);
  expect(await traces(later.kafka, later.redis)).toEqual({ pool: '123', partitions: 3 });
  await next.end();

  const fresh = await runningStack(...data, '--fresh', '--env', file);
  const last = await sourced(file);
  expect(await traces(last.kafka, last.redis)).toEqual({ pool: null, partitions: 0 });
  await fresh.end();
});

function stackCommand(...args: string[]) {
  return run('npm', ['run', '-s', 'stack', '--', ...args], { cwd: root });
}

/** `npm run stack`, once Kafka and Redis serve clients. */
async function runningStack(...args: string[]) {
  const child = spawn('npm', ['run', '-s', 'stack', '--', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const stack = {
    printed: '',
    messages: '',
    async says(sentence: RegExp): Promise<void> {
      const options = { limitMs: 90_000, givenUp: () => child.exitCode !== null };
      await waitFor(() => sentence.exec(stack.messages) ?? undefined, options);
      expect(stack.messages).toMatch(sentence);
    },
    async end(): Promise<void> {
      child.kill('SIGINT');
      expect(await exited).toEqual([0, null]);
    },
  };
  child.stdout.on('data', (chunk: Buffer) => (stack.printed += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stack.messages += chunk.toString()));
  await stack.says(/until Ctrl-C/);
  return stack;
}

/** Returns the addresses in a shell that has sourced the file. */
async function sourced(file: string): Promise<{ kafka: string; redis: string }> {
  const { output } = await run('sh', ['-c', '. "$1" && echo $KAFKA_BROKERS $REDIS_URL', '', file], {
    env: { PATH: process.env['PATH'] },
  });
  const [, kafka = '', redis = ''] =
    /^(127.0.0.1:\d+) (redis:\/\/127.0.0.1:\d+)\n$/.exec(output) ?? [];
  return { kafka, redis };
}

async function leaveTraces(kafka: string, redis: string): Promise<void> {
  await askRedis(redis, (client) => client.set('pool', '123'));
  const topics = [{ topic: 'kept', numPartitions: 3 }];
  await askKafka(kafka, (admin) => admin.createTopics({ topics, waitForLeaders: true }));
}

async function traces(kafka: string, redis: string) {
  const partitions = await askKafka(kafka, async (admin) => {
    if (!(await admin.listTopics()).includes('kept')) return 0;
    return (await admin.fetchTopicOffsets('kept')).length;
  });
  return { pool: await askRedis(redis, (client) => client.get('pool')), partitions };
}
