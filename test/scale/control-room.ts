import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fortune, jackpot } from '#testing/jackpot';
import { getJson, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { startKafka } from '../../tools/stack/kafka.mjs';
import { freePort } from '../../tools/stack/ports.mjs';
import { startRedis } from '../../tools/stack/redis.mjs';
import { ConsoleVisitor } from '../support/console-visitor.js';
import { Table } from '../support/table.js';

/**
 * Measures the control room: the first page, the delay of its live values after those of a sign,
 * the cost of open pages, and a floor on which many awards wait: `node tools/bootstrap.mjs program
 * test/scale/control-room.ts [PAGES] [AWARDS]`.
 */
const pages = Number(process.argv[2] ?? '100');
const awards = Number(process.argv[3] ?? '10000');
const folder = mkdtempSync(join(tmpdir(), 'jackpot-room-'));
const kafka = await startKafka({ dataDir: join(folder, 'kafka') });
const redis = await startRedis({ dataDir: join(folder, 'redis') });
const stack = new TestStack({ KAFKA_BROKERS: kafka.brokers, REDIS_URL: redis.url });
const table = new Table(stack.prefix, 'main', 'F3-07');
const { url: api } = await stack.startJackpot();
const port = await freePort();
const room = `http://localhost:${port}`;
const visitor = new ConsoleVisitor('m-silva', room);
await stack.setKeys(api, [visitor.key({ holder: 'M.Silva', roles: ['operate'] })]);
await stack.configure(api, jackpot('main', { ...fortune, verifyAbove: 100_000 }));
const child = stack.start('apps/console', [], { PORT: String(port), CONSOLE_ORIGIN: room });
const own = await child.url();
await until('the console to be ready', async () => (await fetch(`${own}/health/ready`)).ok);
await visitor.signIn();
const gateway = await stack.start('apps/signs', [], {}).url();

await say('first page, median of 50', await medianMs(50, () => visitor.get('/')));
const before = memoryMb();
const streams = await Promise.all(Array.from({ length: pages }, () => openStream()));
await sleep(3_000);
console.log(
  `${pages} open pages: ${memoryMb()} MB in all, ${memoryMb() - before} MB of them theirs`,
);
await lag();
await fill();
await say(
  `floor with ${awards} awards that wait, median of 10`,
  await medianMs(10, () => visitor.get('/')),
);
console.log(`memory then: ${memoryMb()} MB`);

for (const stream of streams) stream.abort();
await stack.close();
await Promise.all([kafka.stop(), redis.stop()]);
rmSync(folder, { recursive: true, force: true });

async function say(what: string, ms: number): Promise<void> {
  console.log(`${what}: ${ms.toFixed(0)} ms`);
}

async function medianMs(times: number, act: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begunAt = performance.now();
    await act();
    all.push(performance.now() - begunAt);
  }
  return all.sort((one, other) => one - other)[Math.floor(times / 2)] as number;
}

/** Resident memory of the console. */
function memoryMb(): number {
  const text = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024);
}

async function openStream(): Promise<AbortController> {
  const controller = new AbortController();
  const headers = { cookie: visitor.cookie };
  const response = await fetch(`${room}/live`, { headers, signal: controller.signal });
  void response.body?.pipeTo(new WritableStream()).catch(() => undefined);
  return controller;
}

/** Measures how long after a sign the control room shows a value, for 20 bets. */
async function lag(): Promise<void> {
  const [sign, page] = [seenOn(`${gateway}/v1/pools/stream?jackpots=main`), seenOn(`${room}/live`)];
  await sleep(1_500);
  const all: number[] = [];
  for (let bet = 0; bet < 20; bet += 1) {
    const [onSign, onPage] = [sign.next(), page.next()];
    await stack.send([table.bet(`lag-${bet}`, 1)]);
    all.push((await onPage) - (await onSign));
    await sleep(700 + bet * 13);
  }
  all.sort((one, other) => one - other);
  console.log(`behind a sign: median ${all[10]?.toFixed(0)} ms, most ${all.at(-1)?.toFixed(0)} ms`);
}

/** The times at which a stream shows another amount. */
function seenOn(url: string) {
  let shown = '';
  let tell: (atMs: number) => void = () => undefined;
  void (async () => {
    const response = await fetch(url, { headers: { cookie: visitor.cookie } });
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      const text = decoder.decode(part as Uint8Array);
      const [, amount] = /"value":(\d+)|"main":"([^"]+)"/.exec(text)?.filter(Boolean) ?? [];
      if (amount === undefined || amount === shown) continue;
      shown = amount;
      tell(performance.now());
    }
  })().catch(() => undefined);
  return {
    next: () =>
      new Promise<number>((resolve) => {
        tell = resolve;
      }),
  };
}

async function positionNow(): Promise<number> {
  return (await getJson<{ position: number }>(`${api}/v1/jackpots/main`)).position;
}

/** Makes the given number of awards wait. */
async function fill(): Promise<void> {
  const from = await positionNow();
  for (let at = 0; at < awards; at += 500) {
    const batch = Array.from(
      { length: Math.min(500, awards - at) },
      (_, index) => `w-${at + index}`,
    );
    await stack.send(
      batch.flatMap((round) => [table.bet(round, 1), table.settle(round, [1, 'flush'])]),
    );
  }
  await until('all of them to wait', async () => (await positionNow()) === from + 2 * awards);
}
