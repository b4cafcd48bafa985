import { Ledger, ledgerKeys } from '#ledger';
import { emptyState, type PartitionState } from '#pools';
import { ledgerTexts } from '#testing/ledger-texts';
import { connected, dump, freshPrefix, redisUrl, type RedisConnection } from '#testing/redis';
import { WrittenLog } from '#testing/written-log';
import { foldRecords } from './folding.js';
import { LedgerReader, LedgerUnavailable } from './ledger-reader.js';

describe('the awards of a jackpot that wait for people', () => {
  const prefix = freshPrefix();
  const { partition, context } = WrittenLog;
  const keys = ledgerKeys(prefix, partition);
  let redis: RedisConnection;
  let ledger: Ledger;
  let reader: LedgerReader;

  beforeAll(async () => {
    redis = await connected(redisUrl);
    ledger = new Ledger(redis, prefix);
    reader = new LedgerReader(ledger);
    const log = new WrittenLog().configure('main', { verifyAbove: 400 }).configure('minor');
    for (const [round, hand] of [
      ['1', 'full-house'],
      ['2', 'flush'],
      ['3', 'royal-flush'],
    ]) {
      // prettier-ignore
      log.bet('main', 'T1', round as string, 1);
      log.settle('main', 'T1', round as string, [{ seat: 1, hand }]);
    }
    const state = emptyState();
    foldRecords(state, log.records, context);
    await store(state);
  });
  afterAll(async () => {
    for (const key of (await dump(redis, prefix)).keys()) await redis.del(key);
    redis.disconnect();
  });

  const all = { afterOffset: -1, limit: 1_000 };

  async function store(state: PartitionState): Promise<void> {
    await ledger.describeLog('cluster', context.partitions);
    for (const [kind, entries] of Object.entries(ledgerTexts(state))) {
      const key = keys[kind as keyof ReturnType<typeof ledgerTexts>];
      for (const [field, text] of entries) await redis.hset(key, field, text);
    }
  }

  it('are read with the jackpot, the oldest first, and not those that the players have', async () => {
    const page = await reader.readClaims('main', all);
    expect(page?.claims.map(({ id, states }) => [id, states.map(({ state }) => state)])).toEqual([
      ['main/T1/1/4', ['locked']],
      ['main/T1/3/8', ['locked']],
    ]);
  });

  it('come in pages, each after the one before', async () => {
    const first = await reader.readClaims('main', { ...all, limit: 1 });
    expect(first).toMatchObject({ claims: [{ offset: 4 }], next: 4 });
    const second = await reader.readClaims('main', { afterOffset: 4, limit: 1 });
    expect(second).toMatchObject({ claims: [{ offset: 8 }], next: undefined });
  });

  it('are none of a jackpot without them, and undefined of one that there is not', async () => {
    expect(await reader.readClaims('minor', all)).toMatchObject({ claims: [] });
    expect(await reader.readClaims('other', all)).toBeUndefined();
  });

  it('are not left out where somebody has taken one out of Redis', async () => {
    await redis.hdel(keys.claims, 'main/T1/3/8');
    await expect(reader.readClaims('main', all)).rejects.toThrow(LedgerUnavailable);
    await expect(reader.readClaims('main', all)).rejects.toThrow(
      'The award main/T1/3/8 is missing',
    );
  });
});
