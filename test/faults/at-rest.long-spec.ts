import { parseTable, serializeTable } from '#pools';
import { newKey, signingKey } from '#testing/test-keys';
import { until } from '#testing/until';
import { mainPartition, miniPartition, HaltScenario } from './halting.js';

const only = ['--partition', String(mainPartition)];
const diverged = [{ partition: mainPartition, reason: 'ledger-diverged' }];

/** Of a ledger whose service has stopped; it may leave it running. */
type Case = readonly [name: string, play: (scenario: HaltScenario) => Promise<void>];

const inWhatItHolds: readonly Case[] = [
  [
    'an invented bet and a value with a huge version are found',
    async (scenario) => {
      const { tables, values } = scenario.keys();
      const table = (await scenario.redis.hget(tables, 'main/T1')) ?? '';
      const amounts = {
        stakeMicros: 50_000_000n,
        poolMicros: 35_000_000n,
        reserveMicros: 2_500_000n,
      };
      const invented = parseTable(table);
      const [round] = invented.rounds;
      const placed = { generation: 1, terms: round?.terms ?? 0, carriedSinceMs: null };
      round?.bets.push({ seat: 7, ...amounts, ...placed });
      await scenario.redis.hset(tables, { 'main/T1': serializeTable(invented) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.rebuild(...only);
      await scenario.stop();
      const value = (await scenario.redis.hget(values, 'main')) ?? '';
      const forged = value.replace(/"version":\d+/, '"version":4000000000');
      await scenario.redis.hset(values, { main: forged });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.rebuild(...only);
    },
  ],
  [
    'a configuration with another seed is found',
    async (scenario) => {
      const { jackpots } = scenario.keys();
      const text = (await scenario.redis.hget(jackpots, 'main')) ?? '';
      const forged = text.replace(/"seed":\d+/, '"seed":900000000');
      expect(forged).not.toBe(text);
      await scenario.redis.hset(jackpots, { main: forged });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await scenario.rebuild(...only);
    },
  ],
  [
    'a key that nobody has put in force is found, and signs nothing',
    async (scenario) => {
      const { position } = scenario.keys();
      const text = (await scenario.position())['authority'] ?? '';
      const authority = JSON.parse(text) as { keys: object[] };
      const thief = newKey('thief');
      const keys = [...authority.keys, signingKey(thief)];
      await scenario.redis.hset(position, { authority: JSON.stringify({ ...authority, keys }) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.expectMiniGoesOn();
      await scenario.rebuild(...only);
      expect((await scenario.position())['authority']).toBe(text);
    },
  ],
];

const whatBecomes = 'it is found, and an act brings the ledger back';
const inOneField = (
  [
    ['offset', 'x'],
    ['offset', '9999999999999999'],
    ['head', '\u{fffd}'],
    ['block', 'x'],
    ['newestMs', '0'],
    ['authority', 'not JSON'],
    ['authority', '{"edition":99}'],
  ] as const
).map(([field, edited]): Case => [
  `${field} is ${edited}: ${whatBecomes}`,
  async (scenario) => {
    const { position } = scenario.keys();
    const text = (await scenario.position())['authority'] ?? '';
    const more = edited.startsWith('{') ? { ...(JSON.parse(text) as object), edition: 99 } : null;
    await scenario.redis.hset(position, { [field]: more ? JSON.stringify(more) : edited });
    await scenario.start();
    await scenario.expectHalted(diverged);
    await scenario.expectMiniGoesOn();
    await scenario.rebuild(...only);
    expect((await scenario.position())['authority']).toBe(text);
  },
]);

const asAWhole: readonly Case[] = [
  [
    'a ledger that was moved back, or names a block that never was, is found',
    async (scenario) => {
      const { position } = scenario.keys();
      const before = await scenario.position();
      await scenario.redis.hset(position, { offset: '4' });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.stop();
      await scenario.redis.del(position);
      await scenario.redis.hset(position, { ...before, head: 'f'.repeat(64) });
      await scenario.start();
      await scenario.expectHalted(diverged);
      await scenario.rebuild(...only);
      await scenario.expectProven(['the ledger was emptied and folded again']);
    },
  ],
  [
    'an emptied ledger begins anew by a signed act alone, which the journal keeps',
    async (scenario) => {
      const head = (await scenario.position())['head'];
      for (const partition of [mainPartition, miniPartition]) {
        for (const key of (await scenario.ledgerOf(partition)).keys())
          await scenario.redis.del(key);
      }
      await scenario.start();
      const lost = [mainPartition, miniPartition].map((partition) => ({
        partition,
        reason: 'ledger-lost',
      }));
      await scenario.expectHalted(lost);
      const shown = await scenario.expectDryRun('--act', 'rebuild');
      expect(shown).toContain('its first 6 records give');
      await scenario.rebuild();
      const act = await until('the act in the chain', async () => {
        const chain = await scenario.chain();
        return chain.find(({ recovery }) => recovery?.act === 'rebuild');
      });
      expect(act).toMatchObject({ previous: head, recovery: { reason: 'ledger-lost' } });
      await scenario.expectProven([
        'the ledger was emptied and folded again from the first record (ledger-lost)',
        'the ledger was emptied and folded again from the first record (ledger-lost)',
      ]);
    },
  ],
  [
    'a ledger that was not edited goes on within a second of being opened',
    async (scenario) => {
      await scenario.start();
      await scenario.expectWell();
      await scenario.bet(1);
      await scenario.untilBets(5);
      await scenario.expectProven([]);
    },
  ],
];

/**
 * Other edits than those of at-rest.e2e-spec.ts. A halted service looks again after ten seconds, so
 * several ledgers are edited at the same time, and each test waits for what becomes of its own.
 */
describe('a ledger that was edited at rest', () => {
  const played = new Map<Case, Promise<void>>();
  const closed: Promise<void>[] = [];

  /** Each case in the ledger that the rebuild of the one before has left. */
  const begin = (cases: readonly Case[], after: Promise<void> = Promise.resolve()) => {
    const opened = after.then(() => HaltScenario.openStopped());
    let before: Promise<unknown> = opened;
    for (const one of cases) {
      const playing = before.then(async () => {
        const scenario = await opened;
        await one[1](scenario).finally(() => scenario.stop());
      });
      played.set(one, playing);
      before = playing.catch(() => undefined);
    }
    const closing = before.then(async () => (await opened).close());
    // The test that waits for it, and `afterAll`, have it fail.
    closing.catch(() => undefined);
    closed.push(closing);
    return closing;
  };

  beforeAll(() => {
    void begin(inWhatItHolds);
    void begin(inOneField.slice(0, 4));
    void begin(inOneField.slice(4));
    // Each of these in a ledger of its own.
    let before: Promise<void> | undefined;
    for (const one of asAWhole) before = begin([one], before);
  });
  afterAll(async () => {
    await Promise.all(closed);
  });

  describe.each([
    ['in what it holds', inWhatItHolds],
    ['in one field of its position', inOneField],
    ['in where it stands, or as a whole', asAWhole],
  ])('%s', (_, cases) => {
    for (const one of cases) {
      it(one[0], async () => {
        expect(played.has(one)).toBe(true);
        await played.get(one);
      });
    }
  });
});
