import { exitCodes, kafkaOptions, topicName } from '#contract';
import { LogProducer, openKafka, readWatermarks } from '#log';
import { TableKey } from '#table-client';
import { Books } from './books.js';
import { ClientFloor } from './client-floor.js';
import { readEnv, type PitEnv } from './env.js';
import { jackpotsOf, namedJackpots } from './jackpots.js';
import { readPitOptions, type Options } from './options.js';
import { Pit } from './pit.js';
import { showProgress } from './progress.js';
import { Publisher } from './publisher.js';
import { Tally } from './tally.js';

/** After a signal, rounds under way are finished within this time. */
const closeWithinMs = 5_000;

/** Runs simulated table controllers. @returns the exit code */
async function main(): Promise<number> {
  const options = readPitOptions(process.argv);
  let exitCode: number = exitCodes.config;
  try {
    const env = readEnv();
    const { TABLE_KEY: file } = env;
    const key = file === undefined ? undefined : TableKey.open(file);
    exitCode = exitCodes.failed;
    return await playPit(env, options, key);
  } catch (error) {
    sayLine((error as Error).message);
    return exitCode;
  }
}

async function playPit(env: PitEnv, options: Options, key: TableKey | undefined): Promise<number> {
  const topic = topicName(env.TOPIC_PREFIX, 'events');
  const kafka = openKafka(kafkaOptions(env, 'jackpot-pit'));
  const { stake, currency, jackpots: names } = options;
  const jackpots =
    stake === undefined
      ? await jackpotsOf(env.JACKPOT_URL, names)
      : namedJackpots(names, stake, currency);
  const partitions = await countPartitions(kafka, topic, env);
  const producer = new LogProducer(kafka);
  const books = options.books === undefined ? undefined : await Books.open(options.books, topic);
  const tally = new Tally();
  const floor = clientFloorOf(env, options, key);
  const pit = new Pit(options, jackpots);
  const { speed, tracedShare } = options;
  const wiring = {
    pit,
    producer,
    topic,
    partitions,
    speed,
    tracedShare,
    key,
    books,
    floor,
    tally,
    warn: sayLine,
  };
  const publisher = new Publisher(wiring);
  closeOnSignal(publisher);
  const hideProgress = showProgress(tally);
  const startedAt = performance.now();
  const isComplete = await publisher.run();
  const seconds = (performance.now() - startedAt) / 1000;
  hideProgress();
  await floor?.close();
  await books?.close();
  await producer.close();
  const { seed, firstSequence } = options;
  const summary = {
    ...tally.summary(),
    seconds: Math.round(seconds * 1000) / 1000,
    eventsPerSecond: Math.round(tally.events / seconds),
    seed,
    firstSequence: firstSequence.toString(),
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
  return isComplete ? 0 : 1;
}

/** @throws Error with one sentence that names the missing value. */
function clientFloorOf(
  { PIT_TOKENS: tokens }: PitEnv,
  { gateway: url, state: folder }: Options,
  key: TableKey | undefined,
): ClientFloor | undefined {
  if (url === undefined || folder === undefined) return undefined;
  if (tokens === undefined) throw new Error('PIT_TOKENS is missing: --gateway needs it.');
  return new ClientFloor({ url, tokens, folder, key, warn: sayLine });
}

async function countPartitions(
  kafka: ReturnType<typeof openKafka>,
  topic: string,
  env: PitEnv,
): Promise<number> {
  try {
    return (await readWatermarks(kafka, topic)).length;
  } catch (error) {
    throw new Error(
      `The topic ${topic} cannot be reached at ${env.KAFKA_BROKERS.join(',')} (${(error as Error).message}); the jackpot service makes it at its start.`,
      { cause: error },
    );
  }
}

/** The first signal closes the tables, a second one ends the pit at once. */
function closeOnSignal(publisher: Publisher): void {
  let isClosing = false;
  const close = (): void => {
    if (isClosing) return publisher.giveUp();
    isClosing = true;
    publisher.close();
    setTimeout(() => publisher.giveUp(), closeWithinMs).unref();
  };
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}

function sayLine(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

process.exitCode = await main();
