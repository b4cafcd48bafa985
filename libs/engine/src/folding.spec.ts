import { exceptionSchema, valueSchema, homePartition } from '#contract';
import {
  emptyState,
  serializeAuthority,
  serializeJackpot,
  serializeRefusals,
  serializeTable,
  type PartitionState,
} from '#pools';
import { WrittenLog } from '#testing/written-log';
import { fc } from '#testing/laws';
import type { Folded, Folding } from './folded.js';
import { endFold, foldOn, foldRecords } from './folding.js';
import { eventTime } from './record-time.js';
import { anyRecords, runsOf } from './testing/any-records.js';

const { context, jackpots, partition } = WrittenLog;
const { partitions } = context;

const [main, side] = jackpots;

test('both jackpots of these tests are at home in one partition', () => {
  expect(jackpots.map((id) => homePartition(id, partitions))).toEqual([partition, partition]);
});

describe('the outputs of a run', () => {
  test('have ids and outbox ids that name the record they come from, in the order of the log', () => {
    const log = new WrittenLog()
      .configure(main)
      .configure(side)
      .bet(main, 'T1', '1', 1)
      .value('no JSON')
      .settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }])
      .bet(side, 'T1', '1', 1)
      .bet(main, 'T1', '2', 1)
      .event(main, 'T1', 'table.heartbeat', {});
    const { outbox } = foldRecords(emptyState(), log.records, context);
    expect(outbox.map(({ outboxId, topic, key, id }) => [outboxId, topic, key, id])).toEqual([
      ['4-1', 'exceptions', '', `${partition}/4/malformed`],
      ['5-1', 'awards', main, `${partition}/5/award`],
      ['5-2', 'pool-values', main, `${partition}/5/value/main/6`],
      ['6-1', 'pool-values', side, `${partition}/6/value/${side}/7`],
      ['7-1', 'pool-values', main, `${partition}/7/value/main/8`],
    ]);
  });

  test('name the award on the value that it made, with all its winners', () => {
    const log = new WrittenLog().configure(main).bet(main, 'T1', '1', 1).bet(main, 'T1', '1', 2);
    const wins = [
      { seat: 1, hand: 'flush' },
      { seat: 2, hand: 'royal-flush' },
    ];
    log.settle(main, 'T1', '1', wins);
    const { frames } = foldRecords(emptyState(), log.records, context);
    expect(frames.map((frame) => valueSchema.parse(JSON.parse(frame)))).toEqual([
      {
        jackpot: main,
        currency: 'MOP',
        exponent: 2,
        value: 100_000,
        text: 'MOP 1,000.00',
        version: 5,
        at: '2026-11-21T04:00:00.004Z',
        state: 'running',
        hit: {
          award: 'main/T1/1/4',
          offset: 4,
          table: 'T1',
          state: 'awarded',
          winners: [
            { seat: 1, hand: 'flush', amount: 250 },
            { seat: 2, hand: 'royal-flush', amount: 101_400 },
          ],
        },
        pending: [],
        pendingMore: 0,
        last: {
          award: 'main/T1/1/4',
          table: 'T1',
          hand: 'royal-flush',
          amount: 101_400,
          at: '2026-11-21T04:00:00.004Z',
        },
      },
    ]);
  });

  test('show that a jackpot was suspended, and no value where nothing has changed', () => {
    const log = new WrittenLog().configure(main);
    const state = emptyState();
    foldRecords(state, log.records, context);
    log.event(main, 'ops', 'jackpot.suspended', { reason: 'r' }).bet(main, 'T1', '1', 1);
    const { outbox, frames, jackpots: changed } = foldRecords(state, log.records.slice(2), context);
    expect(outbox.map(({ topic }) => topic)).toEqual(['pool-values', 'exceptions']);
    expect([...changed]).toEqual([main]);
    expect(frames.map((frame) => valueSchema.parse(JSON.parse(frame)))).toMatchObject([
      { version: 3, state: 'suspended', hit: null },
    ]);
    log.event(main, 'T1', 'table.heartbeat', {});
    expect(foldRecords(state, log.records.slice(4), context).frames).toEqual([]);
  });
});

test('a jackpot that begins without a seed has its four accounts posted', () => {
  const log = new WrittenLog().configure(main, { seed: 0 });
  const { postings } = foldRecords(emptyState(), log.records, context);
  expect([...postings.keys()]).toEqual([main]);
});

test.each([-1, Number.MAX_SAFE_INTEGER, 2 ** 63, -(2 ** 63), NaN])(
  'a record whose producer wrote the timestamp %d is folded like any other',
  (recordedAtMs) => {
    const log = new WrittenLog(eventTime({ recordedAtMs }, 0)).configure(main);
    log.bet(main, 'T1', '1', 1).settle(main, 'T1', '1', [{ seat: 1, hand: 'flush' }]);
    const records = log.records.map((record) => ({ ...record, recordedAtMs }));
    const { awards, frames, counts } = foldRecords(emptyState(), records, context);
    expect(counts).toMatchObject({ applied: 4, refused: 0 });
    expect(awards[0]?.recordedAt).toMatch(/^\d{4}-/);
    expect(valueSchema.safeParse(JSON.parse(frames[0] as string)).success).toBe(true);
  },
);

test('the counts say what became of each record', () => {
  const log = new WrittenLog().configure(main).bet(main, 'T1', '1', 1).bet(main, 'T1', '1', 1);
  const [, , bet] = log.records;
  log.value(String(bet?.value)).value('no JSON');
  const { counts } = foldRecords(emptyState(), log.records, context);
  expect(counts).toEqual({
    applied: 3,
    duplicate: 1,
    refused: 2,
    exceptions: new Map([
      ['seat-taken', 1],
      ['malformed', 1],
    ]),
    refusedBets: [{ jackpot: main, table: 'T1', reason: 'seat-taken' }],
    commands: new Map(
      ['root', 'ops-1'].map((key) => [key, { applied: 1, duplicate: 0, refused: 0 }]),
    ),
    jackpots: new Map([[main, expect.objectContaining({ bets: 1 })]]),
    firstAtMs: log.records[0]?.recordedAtMs,
  });
});

test('the same records cut into any runs give the same state, postings, awards, exceptions and ids', () => {
  fc.assert(
    fc.property(
      anyRecords,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (records, lengths) => {
        const [whole, single, cut] = [emptyState(), emptyState(), emptyState()];
        const one = [foldRecords(whole, records, context)];
        const each = records.map((record) => foldRecords(single, [record], context));
        const runs = runsOf(records, lengths).map((run) => foldRecords(cut, run, context));
        for (const other of [single, cut]) expect(textOf(other)).toBe(textOf(whole));
        for (const other of [each, runs]) {
          expect(postingsOf(other)).toEqual(postingsOf(one));
          expect(other.flatMap(({ awards }) => awards)).toEqual(
            one.flatMap(({ awards }) => awards),
          );
          expect(outputsOf(other).filter(isLasting)).toEqual(outputsOf(one).filter(isLasting));
        }
        // A value is sent only for the last record of a run, but always the same one under the same
        // id.
        const all = new Map(outputsOf(each).map((output) => [output.id, output]));
        expect(all.size).toBe(outputsOf(each).length);
        for (const output of [...outputsOf(one), ...outputsOf(runs)]) {
          expect(output).toEqual(all.get(output.id));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('runs that share a commit have done what one run of all their records does', () => {
  fc.assert(
    fc.property(
      anyRecords,
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.nat(),
      (records, lengths, pick) => {
        const [whole, cut] = [emptyState(), emptyState()];
        const countedFrom = pick % (records.length + 1);
        const one = foldRecords(whole, records, context, countedFrom);
        let folding: Folding | undefined;
        for (const run of runsOf(records, lengths)) {
          folding = foldOn(cut, run, context, countedFrom, folding);
        }
        expect(endFold(cut, folding as Folding)).toEqual(one);
        expect(textOf(cut)).toBe(textOf(whole));
      },
    ),
    { numRuns: 60 },
  );
});

test('the outbox ids of a run’s outputs grow, and each exception and value is as its schema says', () => {
  fc.assert(
    fc.property(anyRecords, (records) => {
      const { outbox, from, to } = foldRecords(emptyState(), records, context);
      let last = [from, 0] as [number, number];
      for (const { outboxId, topic, value } of outbox) {
        const [offset = -1, index = -1] = outboxId.split('-').map(Number);
        expect(offset > last[0] ? index : index - last[1]).toBe(1);
        expect(offset >= last[0] && offset <= to).toBe(true);
        last = [offset, index];
        if (topic === 'exceptions') exceptionSchema.parse(JSON.parse(value));
        if (topic === 'pool-values') valueSchema.parse(JSON.parse(value));
      }
    }),
    { numRuns: 40 },
  );
});

test('the random records hold awards, restarts, duplicates and refusals', () => {
  const seen = new Set<string>();
  for (const records of fc.sample(anyRecords, { numRuns: 40, seed: 1 })) {
    const { awards, counts } = foldRecords(emptyState(), records, context);
    for (const { restart } of awards) seen.add(restart ? 'restart' : 'award');
    if (counts.duplicate > 0) seen.add('duplicate');
    for (const reason of counts.exceptions.keys()) seen.add(reason);
  }
  const wanted = ['award', 'restart', 'duplicate', 'malformed', 'seat-taken'];
  expect(wanted.filter((each) => !seen.has(each))).toEqual([]);
});

type Output = Folded['outbox'][number];
const isLasting = ({ topic }: Omit<Output, 'outboxId'>) => topic !== 'pool-values';

/** Outputs without their index within one record, which depends on the cut. */
function outputsOf(runs: readonly Folded[]): Omit<Output, 'outboxId'>[] {
  return runs.flatMap(({ outbox }) => outbox.map(({ outboxId: _, ...output }) => output));
}

function postingsOf(runs: readonly Folded[]): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { postings } of runs) {
    for (const [jackpot, netted] of postings) {
      for (const [account, micros] of Object.entries(netted)) {
        sums[`${jackpot}/${account}`] = (sums[`${jackpot}/${account}`] ?? 0n) + micros;
      }
    }
  }
  return sums;
}

function textOf(state: PartitionState): string {
  const known = [...state.jackpots.values()].map((jackpot) => [
    serializeJackpot(jackpot),
    jackpot.version,
    jackpot.changedAtMs,
    jackpot.lastWin && Object.values(jackpot.lastWin).join(),
    Object.values(jackpot.accounts).map(String),
  ]);
  return JSON.stringify([
    serializeRefusals(state.refusals),
    serializeAuthority(state.authority),
    known,
    [...state.tables].map(([key, table]) => [key, serializeTable(table)]),
  ]);
}
