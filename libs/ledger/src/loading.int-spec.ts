import type { Ledger } from './ledger.js';
import { LedgerMoves } from './loading.js';
import type { RedisConnection } from './redis.js';
import { logKey } from './redis-keys.js';
import { commitFrom, once } from './testing/commits.js';
import { giveEachTestALedger } from './testing/own-ledger.js';

let redis: RedisConnection;
let ledger: Ledger;

let prefix: string;

giveEachTestALedger((own) => ({ redis, ledger, prefix } = own));

/** Writes tables to Redis as a service would. */
async function store(tables: number, piece = 5_000): Promise<void> {
  for (let from = 0; from < tables; from += piece) {
    const entries = Array.from({ length: Math.min(piece, tables - from) }, (_, index) => {
      return [`main/T${from + index}`, `{"at":${from + index}}`] as const;
    });
    await redis.hset(ledger.keys(7).tables, Object.fromEntries(entries));
  }
}

/** Receives tables as a service would while they are read. */
class Sink {
  begun = 0;
  taken = new Map<string, string>();
  onTake: () => void = () => undefined;

  begin(): void {
    this.begun += 1;
    this.taken = new Map();
  }

  take(field: string, text: string): void {
    this.taken.set(field, text);
    this.onTake();
  }
}

test.each([100, 20_000])(
  'a ledger of %d tables is read whole, with and without a sink',
  async (n) => {
    await ledger.commit(7, commitFrom(0), once);
    await store(n);
    const sink = new Sink();
    const [whole, part] = [await ledger.load(7), await ledger.load(7, sink)];
    expect(Object.keys(whole.tables)).toHaveLength(n);
    expect(part).toEqual({ ...whole, tables: {} });
    expect(Object.fromEntries(sink.taken)).toEqual(whole.tables);
    expect(sink.begun).toBe(1);
  },
);

test.each([0, 20_000])(
  'a jackpot named __proto__ is read like any other, beside %d tables',
  async (n) => {
    await ledger.commit(7, commitFrom(0), once);
    await store(n);
    for (const hash of ['jackpots', 'values'] as const) {
      await redis.hset(ledger.keys(7)[hash], '__proto__', '{}');
    }
    const { jackpots, values } = await ledger.load(7);
    for (const fields of [jackpots, values]) {
      expect(Object.entries(fields)).toContainEqual(['__proto__', '{}']);
    }
  },
);

test('a ledger that moves while it is read in pieces is read again', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await store(20_000);
  const sink = new Sink();
  let commit: Promise<unknown> | undefined;
  sink.onTake = () => (commit ??= ledger.commit(7, commitFrom(10), once));
  const { position, tables } = await ledger.load(7, sink);
  await commit;
  expect([position, sink.begun, tables]).toEqual([20, 2, {}]);
  expect(sink.taken.get('main/T1')).toBe('{"at":19}');
});

test('a ledger of which a part was out of sight is read again, as where a slot moves', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await store(20_000);
  const { tables } = ledger.keys(7);
  const sink = new Sink();
  let away: Promise<unknown> | undefined;
  sink.onTake = () => (away ??= redis.rename(tables, `${tables}:away`));
  const begin = sink.begin.bind(sink);
  let back: Promise<unknown> | undefined;
  sink.begin = () => {
    begin();
    if (sink.begun === 2) back = redis.rename(`${tables}:away`, tables);
  };
  await ledger.load(7, sink);
  await Promise.all([away, back]);
  expect([sink.begun, sink.taken.size]).toEqual([2, 20_000]);
});

test('a ledger that never rests is not taken for one that does', async () => {
  await ledger.commit(7, commitFrom(0), once);
  await store(6_000);
  const sink = new Sink();
  let from = 10;
  let last: Promise<unknown> = Promise.resolve();
  let seen = 0;
  sink.onTake = () => {
    if (seen === sink.begun) return;
    seen = sink.begun;
    last = ledger.commit(7, commitFrom(from), once);
    from += 10;
  };
  await expect(ledger.load(7, sink)).rejects.toBeInstanceOf(LedgerMoves);
  await last;
});

test.each(['3000000', '-1', 'x', ''])(
  'a number of partitions that Kafka cannot have counts as missing: %j',
  async (written) => {
    await ledger.describeLog('cluster', 12);
    expect(await ledger.countPartitions()).toBe(12);
    await redis.hset(logKey(prefix), 'partitions', written);
    expect(await ledger.countPartitions()).toBeUndefined();
  },
);
