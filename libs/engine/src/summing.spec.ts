import { exceptionSchema } from '#contract';
import { emptyState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { foldRecords } from './folding.js';

const { context, jackpots, partition } = WrittenLog;
const [main] = jackpots;

describe('what is refused over and over', () => {
  const windowMs = 10_000;
  const atMs = 180_000_000 * windowMs;

  test('has 100 messages in ten seconds, and one in the next that says how many more there were', () => {
    const log = new WrittenLog().configure(main);
    for (let count = 0; count < 500; count += 1) log.value('x', { recordedAtMs: atMs });
    log.value('x', { recordedAtMs: atMs + windowMs });
    const { outbox, counts } = foldRecords(emptyState(), log.records, context);
    const messages = outbox.filter(({ topic }) => topic === 'exceptions');
    expect(messages).toHaveLength(102);
    expect(counts.refused).toBe(501);
    const [, sum, own] = messages.slice(-3).map(({ id, value }) => {
      return [id, exceptionSchema.parse(JSON.parse(value))] as const;
    });
    expect(sum?.[0]).toBe(`${partition}/502/summed/malformed/`);
    expect(sum?.[1]).toMatchObject({ summed: { count: 400, from: 102, to: 501 }, offset: 502 });
    expect(own?.[0]).toBe(`${partition}/502/malformed`);
  });

  test('has a message each where it is a command with a right signature', () => {
    const log = new WrittenLog().configure(main);
    for (let count = 0; count < 150; count += 1) {
      log.event(main, 'ops', 'pool.adjusted', { amount: -1, account: 'reserve', reason: 'x' });
    }
    const { outbox } = foldRecords(emptyState(), log.records, context);
    expect(outbox.filter(({ topic }) => topic === 'exceptions')).toHaveLength(150);
  });
});

test('an exception’s key has no half of a character, which no store keeps', () => {
  const log = new WrittenLog().value(String.raw`{"subject":"a\ud800"}`);
  const [exception] = foldRecords(emptyState(), log.records, context).outbox;
  expect(exception?.key).toBe('a\ufffd');
});
