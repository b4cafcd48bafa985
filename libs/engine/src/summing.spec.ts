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
    expect(sum?.[0]).toBe(`${partition}/502/summed/others/malformed/`);
    expect(sum?.[1]).toMatchObject({
      summed: { of: 'others', count: 400, from: 102, to: 501 },
      offset: 502,
    });
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

describe('junk', () => {
  test('takes no message from a table that has signed, nor from any of its claims', () => {
    const tables = [{ id: 'T1', kid: 'ops-1' }, { id: 'T2' }];
    const atMs = 180_000_000_0000;
    const log = new WrittenLog(atMs).configure(main, { tables });
    for (let count = 0; count < 2_000; count += 1) {
      const source = `nobody-${count % 300}`;
      log.value(JSON.stringify({ source, type: `junk-${count % 7}` }), { headers: {} });
    }
    for (let count = 0; count < 120; count += 1) {
      log.event(main, 'T1', 'bet.placed', { round: '1', seat: 1, stake: 1, baseBets: ['ante'] });
      log.settle(main, 'T1', 'never', [{ seat: 1, hand: 'flush' }]);
      log.event(main, 'T2', 'bet.placed', { round: '1', seat: 1, stake: 1, baseBets: ['ante'] });
    }
    // Repeats a signed event that is not among the last 16: junk does not suppress its message.
    const first = log.records.find(({ value }) => String(value).includes('"never"'));
    for (let count = 0; count < 30; count += 1) log.value(String(first?.value));
    const records = log.records.map((record) => ({ ...record, recordedAtMs: atMs }));
    const { outbox } = foldRecords(emptyState(), records, context);
    const said = outbox
      .filter(({ topic }) => topic === 'exceptions')
      .map(({ value }) => exceptionSchema.parse(JSON.parse(value)));
    const of = (source: string, reason: string) =>
      said.filter((each) => each.source === source && each.reason === reason).length;
    expect(of('T1', 'unknown-round')).toBe(120);
    expect(of('T1', 'stake-out-of-limits')).toBe(100);
    // T2 signs nothing and has not bet before: each of its bets is a first one.
    expect(of('T2', 'stake-out-of-limits')).toBe(100);
    expect(of('T1', 'sequence-behind')).toBe(30);
    expect(said).toHaveLength(500 + 120 + 100 + 100 + 30);
  });
});

test('a listed table whose clock is wrong is heard beside junk', () => {
  const log = new WrittenLog().configure(main, { tables: [{ id: 'T2' }] });
  const atMs = log.records[0]?.recordedAtMs ?? 0;
  for (let count = 0; count < 600; count += 1)
    log.value(JSON.stringify({ source: `s-${count % 6}` }));
  const sequence = String(2n ** 63n - 1n);
  const says = { specversion: '1.0', type: 'table.heartbeat', id: 'T2/1', sequence, data: {} };
  log.value(JSON.stringify({ ...says, source: 'T2', subject: main }));
  log.value(JSON.stringify({ ...says, source: 'T3', subject: main }));
  const records = log.records.map((record) => ({ ...record, recordedAtMs: atMs }));
  const { outbox } = foldRecords(emptyState(), records, context);
  const ahead = outbox.filter(({ id }) => id.endsWith('/sequence-ahead'));
  expect(ahead.map(({ value }) => exceptionSchema.parse(JSON.parse(value)).source)).toEqual(['T2']);
});

test('an exception’s key has no half of a character, which no store keeps', () => {
  const log = new WrittenLog().value(String.raw`{"subject":"a\ud800"}`);
  const [exception] = foldRecords(emptyState(), log.records, context).outbox;
  expect(exception?.key).toBe('a\ufffd');
});
