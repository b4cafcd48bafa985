import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topicName } from '#contract';
import { ensureTopics, readLog, readWatermarks } from '#log';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';

const partitions = 12;
let stack: TestStack;
let topic: string;

beforeEach(async () => {
  stack = new TestStack();
  topic = topicName(stack.prefix, 'events');
  await ensureTopics(stack.kafka, [{ topic, partitions, config: {} }]);
});
afterEach(() => stack.close());

const jackpots = ['--jackpots=fortune-main,fortune-mini', '--stake=5000'];

/** The log's records by `partition/offset`. */
async function readAll(): Promise<Map<string, { text: string; key: string; type: string }>> {
  const marks = await readWatermarks(stack.kafka, topic);
  const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
  const found = new Map<string, { text: string; key: string; type: string }>();
  await readLog(stack.kafka, topic, ranges, (partition, records) => {
    for (const { offset, key, value, headers } of records) {
      const type = String(headers['content-type']);
      found.set(`${partition}/${offset}`, { text: String(value), key: String(key), type });
    }
  });
  return found;
}

interface Line {
  topic: string;
  partition: number;
  offset: number;
  event?: { subject: string };
  raw?: string;
}

test('the books of the pit are the log, record for record', async () => {
  const books = join(stack.folder, 'books.jsonl');
  const args = [
    ...jackpots,
    '--rounds=2000',
    '--speed=max',
    '--misbehave=0.05',
    `--books=${books}`,
  ];
  const child = stack.start('apps/pit', args);
  expect(await child.exit()).toBe(0);
  const summary = JSON.parse(child.output) as { rounds: number; events: number };

  const log = await readAll();
  const lines = readFileSync(books, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(summary.events);
  expect(log.size).toBe(summary.events);
  for (const line of lines) {
    const entry = JSON.parse(line) as Line;
    const record = log.get(`${entry.partition}/${entry.offset}`);
    const text = entry.raw ?? line.slice(line.indexOf('"event":') + '"event":'.length, -1);
    expect(record?.text).toBe(text);
    expect(record?.type).toBe('application/cloudevents+json');
    if (entry.event) expect(entry.event.subject).toBe(record?.key);
  }
  expect(summary.rounds).toBe(2_000);
});

test('on a signal the rounds that have begun come to their end', async () => {
  const child = stack.start('apps/pit', [...jackpots, '--speed=600', '--tables=20', '--void=0']);
  await until('some rounds', async () => (await readAll()).size > 100 || undefined);
  expect(await child.stop()).toBe(0);
  const texts = [...(await readAll()).values()].map(({ text }) => text);
  const roundsOf = (type: string) =>
    new Set(
      texts
        .map(
          (text) => JSON.parse(text) as { type: string; source: string; data: { round: string } },
        )
        .filter((event) => event.type === type)
        .map(({ source, data }) => `${source}/${data.round}`),
    );
  const settled = roundsOf('round.settled');
  const begun = [...roundsOf('bet.placed'), ...roundsOf('round.dealt')];
  expect(begun.filter((round) => !settled.has(round))).toEqual([]);
  const summary = JSON.parse(child.output) as { rounds: number; events: number };
  expect(summary).toMatchObject({ rounds: settled.size, events: texts.length });
});

test('a wrong environment is named in one sentence, with exit code 78', async () => {
  const child = stack.start('apps/pit', [], { KAFKA_BROKERS: 'nowhere', JACKPOT_URL: 'x' });
  expect(await child.exit()).toBe(78);
  expect(child.output.trimEnd().split('\n')).toHaveLength(1);
  expect(child.output).toMatch(/KAFKA_BROKERS is wrong .*JACKPOT_URL is wrong/);
});

test('without a jackpot service the sentence says what to do', async () => {
  const child = stack.start('apps/pit', [], { JACKPOT_URL: 'http://127.0.0.1:1' });
  expect(await child.exit()).toBe(1);
  expect(child.output).toMatch(/JACKPOT_URL names the service, or name them with --jackpots/);
});
