import { setTimeout as sleep } from 'node:timers/promises';
import { isOk } from '#testing/test-stack';
import { until } from '#testing/until';
import type { BenchStack } from './bench-stack.js';
import { between, look } from './clock.js';
import { metricOf, residentMegabytes } from './growth.js';
import { across, grouped, type Found, type Round } from './measures.js';
import type { BenchOptions } from './options.js';
import { ids, prepare, startServices, warmUpMs } from './round-trip.js';

/** Gives each round its own services, since an open stream costs memory only once. */
export async function measureSigns(
  stack: BenchStack,
  { rounds, signs, secondsPerRound }: BenchOptions,
  say: (line: string) => void,
): Promise<Found> {
  const found: Round[] = [];
  for (let number = 1; number <= rounds; number += 1) {
    const round = await oneRound(stack, signs, secondsPerRound);
    found.push(round);
    say(`signs ${number}/${rounds}: p99 ${grouped(round['p99'] ?? NaN)} ms`);
  }
  return {
    about: [
      `SSE streams of one pool at one gateway, ${signs.valuesPerSecond} values and a pulse a second each, read by one process of the same machine, whose own`,
      'queue is part of it. Milliseconds from the time of a bet in Kafka to each stream; what one value at one stream costs the processor of',
      'the gateway, in microseconds; and its resident memory for an open stream.',
    ],
    rows: [{ name: `${grouped(signs.streams)} streams`, figures: across(found) }],
  };
}

async function oneRound(
  stack: BenchStack,
  { streams, valuesPerSecond }: BenchOptions['signs'],
  seconds: number,
): Promise<Round> {
  const side = await prepare(stack);
  const { signsUrl, pids, stop } = await startServices(stack, side.prefix);
  const pool = `jackpot=${ids[0]}`;
  await until(pool, () => isOk(`${signsUrl}/v1/pools?${pool}`));
  let isOver = false;
  const betting = side.pacer.run(valuesPerSecond * ids.length, () => isOver, Infinity);
  betting.catch(() => undefined);
  const read = (count: number): Promise<Round> =>
    stack.run('signs-reader', {
      BENCH_URL: `${signsUrl}/v1/pools/stream?${pool}`,
      BENCH_STREAMS: String(count),
      BENCH_WARM_UP_MS: String(warmUpMs),
      BENCH_SECONDS: String(seconds),
    });
  try {
    // The first streams cost the gateway what no later one does: compiled code, a grown heap.
    await read(Math.ceil(streams / 5));
    await openStreams(signsUrl, 0);
    const emptyMegabytes = await residentMegabytes(signsUrl);
    const watched = async (): Promise<Round> => {
      await openStreams(signsUrl, streams);
      await sleep(warmUpMs);
      const from = look(0, { gateway: pids.gateway });
      await sleep(seconds * 1_000);
      const to = look(streams * valuesPerSecond * seconds, { gateway: pids.gateway });
      const megabytes = (await residentMegabytes(signsUrl)) - emptyMegabytes;
      const { gateway = NaN } = between(from, to);
      return { 'µs a value': gateway, 'KB a stream': (1_024 * megabytes) / streams };
    };
    const [delays, costs] = await Promise.all([read(streams), watched()]);
    return { ...delays, ...costs };
  } finally {
    isOver = true;
    await betting;
    await stop();
    await side.producer.close();
  }
}

async function openStreams(url: string, count: number): Promise<void> {
  const series = 'jackpot_signs_connections{kind="sse"}';
  await until(`${count} streams`, async () => (await metricOf(url, series)) === count);
}
