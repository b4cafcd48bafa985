import { connected, redisUrl, type RedisConnection } from '#testing/redis';
import { ServerProxy } from '#testing/server-proxy';
import { commandTimeoutMs } from './redis.js';

let redis: RedisConnection;
afterEach(() => redis.disconnect());

/** Resolves once the commands of this turn are on their way, before a reply can be read. */
async function sent(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => process.nextTick(resolve));
}

/** Holds the process for longer than a command may take, as many readers at once do. */
function beBusy(): void {
  const endMs = performance.now() + commandTimeoutMs + 500;
  while (performance.now() < endMs);
}

test('a reply that came while the process was busy is read, however late', async () => {
  redis = await connected(redisUrl);
  const replies = Promise.all([redis.echo('one'), redis.echo('two')]);
  await sent();
  beBusy();
  expect(await replies).toEqual(['one', 'two']);
});

test('a command without a reply is given up, also by a process that was busy', async () => {
  const proxy = new ServerProxy(Number(new URL(redisUrl).port));
  redis = await connected(`redis://${await proxy.start()}`);
  proxy.silence();
  const reply = redis.echo('one').catch(({ message }: Error) => message);
  await sent();
  beBusy();
  expect(await reply).toBe('Command timed out');
  proxy.stop();
});
