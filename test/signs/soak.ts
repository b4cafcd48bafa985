/**
 * `npm run signs:soak -- --minutes 30`: runs a sign under bets, hits and broken streams. Exits 1 if
 * its heap, its nodes or its listeners grow after the first third of the time.
 */
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from '#tools/process/process.mjs';
import { launch, openSign, sampled } from './browser.js';
import { TestGateway } from './gateway.js';
import { Fuzzer, chanceOf } from './load.js';
import { aboutOf, pulseEvent } from './wire.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const endsAt = Date.now() + Number(values.minutes) * 60_000;
const warmUntil = Date.now() + (Number(values.minutes) * 60_000) / 3;
const measureEveryMs = 10_000;
const mostGrowth = 1.1;

type Measure = { heapMB: number; nodes: number; listeners: number };

const gateway = await TestGateway.start();
gateway.abouts.set('fortune-main', aboutOf('fortune-main'));
const browser = await launch();
const page = await openSign(browser, gateway, 'fortune-main?sign=soak');
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');
const fuzzer = new Fuzzer(gateway, chanceOf(1));

async function measure(): Promise<Measure> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heapMB: of('JSHeapUsedSize') / 2 ** 20,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
  };
}

const measures: Measure[] = [];
let reported = 0;
for (let next = 0; Date.now() < endsAt;) {
  await fuzzer.send(20);
  gateway.send(pulseEvent(fuzzer.pool));
  await sleep(100);
  if (Date.now() < next) continue;
  next = Date.now() + measureEveryMs;
  const { heapMB, nodes, listeners } = await measure();
  const { messages, wrong, violations } = await sampled(page);
  for (const violation of violations.slice(reported)) say(violation);
  reported = violations.length;
  const painted = `${messages} messages, ${gateway.acks.length} acknowledgements, ${wrong} wrong`;
  say(`${heapMB.toFixed(2)} MB, ${nodes} nodes, ${listeners} listeners; ${painted}`);
  if (Date.now() > warmUntil) measures.push({ heapMB, nodes, listeners });
}
const half = measures.length >> 1;
const lowest = (part: Measure[], name: keyof Measure) =>
  Math.min(...part.map((each) => each[name]));
for (const name of ['heapMB', 'nodes', 'listeners'] as const) {
  const [early, late] = [measures.slice(0, half), measures.slice(half)];
  const growth = lowest(late, name) / lowest(early, name);
  say(`${name}: ${growth.toFixed(3)} of what it was at least in the half before`);
  if (!(growth < mostGrowth)) process.exitCode = 1;
}
if (reported > 0) process.exitCode = 1;
await browser.close();
await gateway.close();
