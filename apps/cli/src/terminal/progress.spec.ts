import { Progress, whileWaiting } from './progress.js';

/** A stream that keeps the written text, and a clock that a test moves. */
function scene(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string) => written.push(text) };
  const clock = { ms: 0 };
  const progress = new Progress(stream, 'reading events', 10_000, 'records', () => clock.ms);
  return { written, stream, clock, progress };
}

test('on a terminal, after two seconds, it says the share, the rate and the time left', () => {
  const { written, clock, progress } = scene(true);
  clock.ms = 1_900;
  progress.add(1_000);
  expect(written).toEqual([]);
  clock.ms = 2_500;
  progress.add(1_500);
  expect(written).toEqual(['\r\u001b[Kreading events: 25 % of 10,000 records, 1,000/s, 8 s left']);
  clock.ms = 2_600;
  progress.add(10);
  expect(written).toHaveLength(1);
  progress.end();
  expect(written.at(-1)).toBe('\r\u001b[K');
});

test('what more there is to say, as of each partition, follows as far as the line has room', () => {
  const { written, stream, clock, progress } = scene(true);
  clock.ms = 2_500;
  progress.add(2_500, () => '0: 20 %, 7: 31 %');
  expect(written[0]).toContain('1,000/s, 8 s left (0: 20 %, 7: 31 %)');
  Object.assign(stream, { columns: 40 });
  clock.ms = 3_000;
  progress.add(500, () => '0: 20 %, 7: 31 %');
  expect(written[1]).toBe('\r\u001b[Kreading events: 30 % of 10,000 records,');
});

test('a long time left is in minutes and hours', () => {
  const { written, clock, progress } = scene(true);
  clock.ms = 100_000;
  progress.add(100);
  expect(written[0]).toContain('1 % of 10,000 records, 1/s, 2 h 45 min left');
});

test('where nobody looks it writes nothing', async () => {
  const { written, stream, clock, progress } = scene(false);
  clock.ms = 60_000;
  progress.add(5_000);
  progress.end();
  await whileWaiting('Kafka', Promise.resolve(), stream);
  expect(written).toEqual([]);
});
