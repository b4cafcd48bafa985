import { fc } from '#testing/laws';
import { signRecord } from '#contract';
import { foldRecords } from '#engine';
import type { LogRecord } from '#log';
import {
  emptyState,
  parseAuthority,
  serializeAuthority,
  serializeJackpot,
  serializeRefusals,
  serializeTable,
  type PartitionState,
} from '#pools';
import {
  dayAfter,
  keysRecord,
  newKey,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import { context, hostileRecords, placed } from './hostile-log.js';
import { EXAMPLE } from './spec-words.js';

const RECORDS = 120;

/** The whole content of a partition: the text of its keys, of each jackpot and of each table. */
function contentOf({ jackpots, tables, authority }: PartitionState): string[] {
  const texts = [...jackpots.values()].map((jackpot) => {
    return `${serializeJackpot(jackpot)} ${Object.values(jackpot.accounts).join()}`;
  });
  const ofTables = [...tables].map(([key, table]) => `${key} ${serializeTable(table)}`);
  return [serializeAuthority(authority), ...texts, ...ofTables];
}

/**
 * The content and the messages of a partition at the end of a log that is read in runs.
 * @param isCut whether another process takes over after each run, by number
 */
function readInRuns(runs: readonly (readonly LogRecord[])[], isCut: (run: number) => boolean) {
  let state = emptyState();
  const said: string[] = [];
  for (const [index, run] of runs.entries()) {
    const outbox = run.length === 0 ? [] : foldRecords(state, run, context).outbox;
    for (const { topic, key, id, value } of outbox) {
      // A value message describes the end of its commit.
      if (topic !== 'pool-values') said.push([topic, key, id, value].join(' '));
    }
    if (!isCut(index)) continue;
    state = { ...state, authority: parseAuthority(serializeAuthority(state.authority)) };
  }
  return { said, refusals: serializeRefusals(state.refusals), content: contentOf(state) };
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const cuts = fc.array(fc.record({ at: fc.nat(RECORDS), isCut: fc.boolean() }));

test('a log gives the same bytes in whatever runs and by however many processes it is read', () => {
  fc.assert(
    fc.property(seeds, cuts, (seed, places) => {
      const log = [...hostileRecords(seed, RECORDS)].map(placed);
      const sorted = [...places].sort((one, other) => one.at - other.at);
      const ends = sorted.map(({ at }) => at);
      const runs = [...ends, RECORDS].map((end, index) => log.slice(ends[index - 1] ?? 0, end));
      const singly = readInRuns([log], () => false);
      expect(readInRuns(runs, (run) => sorted[run]?.isCut === true)).toEqual(singly);
    }),
    // In the first example, keys of the root have signed sets that were refused before one was
    // accepted.
    { numRuns: 40, examples: [[42490, [{ at: 1, isCut: true }]]] },
  );
});

const rootKey = newKey('root');
const { root } = rootOf(rootKey);
const [keeper, dropped, other] = ['keys-1', 'ops-1', 'ops-2'].map((kid) => newKey(kid)) as [
  TestKey,
  TestKey,
  TestKey,
];
const writtenAt = Date.parse('2026-11-21T04:00:00.000Z');

interface Signed {
  value: Buffer;
  signature: string;
}

/** A separate partition, which gets its records one by one. */
class Sent {
  private readonly state = emptyState();
  private offset = 0;
  private sequence = 0;

  keys(names: readonly TestKey[], signer: TestKey, version: number) {
    const sequence = this.next();
    const set = keysRecord(
      names.map((each) => signingKey(each)),
      signer,
      { version, sequence, atMs: this.newestMs },
    );
    return { value: set.value, signature: set.headers.signature };
  }

  command(signer: TestKey, type: string, data: object, subject = 'fortune') {
    const sequence = String(this.next());
    const event = { specversion: '1.0', type, id: 'a', source: 'a', sequence, subject };
    const expires = dayAfter(this.newestMs);
    const value = Buffer.from(JSON.stringify({ ...event, expires, data }));
    return { value, signature: signRecord(testLedger, value, signer.kid, signer.privateKey) };
  }

  take({ value, signature }: Signed, recordedAtMs = writtenAt) {
    const headers = { signature: Buffer.from(signature) };
    const place = { partition: 0, offset: this.offset, recordedAtMs, key: null };
    this.offset += 1;
    const records = [{ ...place, value, headers }];
    const { counts, outbox } = foldRecords(this.state, records, { partitions: 1, root });
    return {
      isRefused: counts.refused === 1,
      reasons: [...counts.exceptions.keys()],
      topics: outbox.map(({ topic }) => topic),
      content: contentOf(this.state),
    };
  }

  private get newestMs(): number {
    return Math.max(writtenAt, this.state.newestMs);
  }

  private next(): number {
    this.sequence += 1;
    return this.sequence;
  }
}

test('a root that was replaced signs nothing, and what it signed before counts no more when it is back', () => {
  const sent = new Sent();
  const later = newKey('root-2');
  const another = (signer: TestKey, { jwk }: TestKey) =>
    sent.command(signer, 'root.set', { root: { keys: [jwk] } }, testLedger);
  const set = (signer: TestKey, version: number) => sent.keys([keeper, other], signer, version);
  const [first, second] = [set(rootKey, 1), another(rootKey, later)];
  expect([first, second].map((record) => sent.take(record).reasons)).toEqual([[], []]);
  const held = set(rootKey, 2);
  expect(sent.take(held).reasons).toEqual(['bad-signature']);
  expect(sent.take(another(later, rootKey)).reasons).toEqual([]);
  for (const before of [first, second]) {
    expect(sent.take(before).reasons).toEqual(['command-repeated']);
  }
  expect(sent.take(set(later, 3)).reasons).toEqual(['bad-signature']);
  // Like records that an operator's key signs while it is not in force: until their `expires`.
  expect(sent.take(held).reasons).toEqual([]);
});

const acts: ((sent: Sent) => Signed)[] = [
  (sent) => sent.command(dropped, 'jackpot.configured', EXAMPLE),
  (sent) => sent.command(dropped, 'jackpot.suspended', { reason: 'test' }),
  (sent) => sent.command(dropped, 'jackpot.resumed', { reason: 'test' }),
  (sent) => sent.command(dropped, 'pool.adjusted', { amount: 1, account: 'pool', reason: 'test' }),
  (sent) => sent.keys([keeper, dropped, other], dropped, 100),
];

test('after a set that leaves a key out, nothing that it alone has signed has any effect', () => {
  const times = fc.oneof(
    fc.constant(0),
    fc.integer({ min: writtenAt - 86_400_000, max: writtenAt + 86_400_000 }),
    fc.constant(Date.parse('2099-01-01T00:00:00Z')),
  );
  const act = fc.record({ which: fc.nat(acts.length - 1), atMs: times });
  fc.assert(
    fc.property(fc.array(act), fc.array(act, { minLength: 1 }), (before, after) => {
      const sent = new Sent();
      sent.take(sent.keys([keeper, dropped, other], rootKey, 1));
      sent.take(sent.command(other, 'jackpot.configured', EXAMPLE));
      const replays = before.map(({ which, atMs }) => {
        const record = acts[which]?.(sent) as Signed;
        const wasRefused = sent.take(record, atMs).reasons.includes('bad-signature');
        expect(wasRefused).toBe(false);
        return { record, atMs };
      });
      const { content } = sent.take(sent.keys([keeper, other], keeper, 200));
      const fresh = after.map(({ which, atMs }) => {
        return { record: acts[which]?.(sent) as Signed, atMs };
      });
      for (const { record, atMs } of [...replays, ...fresh]) {
        expect(sent.take(record, atMs)).toEqual({
          ...{ isRefused: true, reasons: ['bad-signature'], topics: ['exceptions'] },
          content,
        });
      }
    }),
    { numRuns: 60 },
  );
});
