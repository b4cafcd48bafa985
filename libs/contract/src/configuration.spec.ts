import { readFileSync } from 'node:fs';
import { contractExample } from '#testing/contract-example';
import { fortune } from '#testing/jackpot';
import { readConfiguration, type WrittenConfiguration } from './configuration.js';
import { decodeRecord } from './decode.js';
import { command, keyInForce, signed } from './testing/record.js';

const written: WrittenConfiguration = {
  id: 'fortune-main',
  currency: 'MOP',
  ruleset: 'fortune-3-card-poker/94-2025',
  rates: { pool: 7_000, reserve: 500 },
  ...fortune,
};

function faultsOf(changes: object): readonly string[] {
  const read = readConfiguration({ ...written, ...changes });
  return 'refused' in read ? read.refused : [];
}

test('a configuration is completed with the default of each member and policy', () => {
  expect(readConfiguration(written)).toEqual({
    exponent: 2,
    configuration: {
      ...written,
      name: { en: 'fortune-main' },
      ceiling: null,
      payoutUnit: 1,
      maxTables: 1_000,
      tables: null,
      approvals: null,
      verifyAbove: null,
      verifyAboveWithCards: null,
      unclaimedTo: 'house',
      unclaimedAfterHours: 24,
      zone: 'UTC',
      policies: {
        sideBetBase: 'any-base-bet',
        jackpotStakeOnWin: 'kept',
        simultaneousStraightFlushBase: 'common',
        royalBase: 'after-straight-flush',
        percentTierDeduction: 'percentage',
        fixedTiersFromPool: false,
        floorAtSeed: false,
        jackpotPayOrder: 'straight-flushes-first',
        carriedJackpotWithoutBase: 'refund',
      },
    },
  });
});

test('every fault is named at once, those of form beside those of sense', () => {
  const faults = faultsOf({
    rates: { pool: 9_000, reserve: 2_000 },
    ceiling: 5,
    ruleset: 'fortune-3-card-poker/1',
    currency: 'MOPS',
    stake: { min: 10, max: 5 },
    prizes: { ...written.prizes, flush: undefined },
    policies: { floorAtSeed: 'yes', tips: true },
    payoutUnit: 0,
    maxTables: 100_001,
    color: 'red',
  });
  const places = [
    'prizes.flush is missing',
    'payoutUnit must be at least 1, was 0',
    'maxTables must be at most 100000, was 100001',
    'the configuration has no member color',
    'currency: "MOPS"',
    'ruleset: fortune-3-card-poker/1',
    'rates: pool 9000 and reserve 2000',
    'seed: 100000000 is over the ceiling of 5',
    'stake: min 10 is over max 5',
    'policies: The policy "floorAtSeed"',
    'policies: There is no policy "tips"',
  ];
  expect(places.filter((place) => !faults.some((fault) => fault.includes(place)))).toEqual([]);
  expect(faults).toHaveLength(places.length);
});

test.each<[string, object, RegExp]>([
  ['a seed below 0', { seed: -1 }, /^seed/],
  ['a seed with a fraction', { seed: 1.5 }, /^seed/],
  ['a seed beyond 10^12', { seed: 1_000_000_000_001 }, /^seed/],
  ['a stake of 0', { stake: { min: 0, max: 5 } }, /^stake\.min/],
  ['a rate over 10,000', { rates: { pool: 10_001, reserve: 0 } }, /^rates\.pool/],
  ['no id', { id: undefined }, /^id/],
  ['an id with a slash', { id: 'a/b' }, /^id/],
  ['a currency of lower case', { currency: 'mop' }, /^currency: "mop"/],
  ['a currency without money in it', { currency: 'XAU' }, /^currency: "XAU"/],
  ['a game without the jackpot', { ruleset: 'fish-prawn-crab/excerpt' }, /no progressive jackpot/],
  ['the rules of 2008', { ruleset: 'fortune-3-card-poker/78-2008' }, /no progressive jackpot/],
  [
    'a share of a prize that has none',
    { prizes: { ...written.prizes, flush: { fixed: 1, share: 1 } } },
    /^prizes\.flush/,
  ],
  [
    'half a pool for a royal flush',
    { prizes: { ...written.prizes, 'royal-flush': { fixed: 1, share: 5_000 } } },
    /^prizes\.royal-flush\.share must be 10000/,
  ],
  [
    'more than half a pool for a straight flush',
    { prizes: { ...written.prizes, 'straight-flush': { fixed: 1, share: 5_001 } } },
    /^prizes\.straight-flush\.share must be at most 5000/,
  ],
  ['policies that are a list', { policies: [] }, /^policies/],
  ['a policy nested 30,000 deep', { policies: { floorAtSeed: nested(30_000) } }, /^policies/],
])('is refused with one fault: %s', (_, changes, fault) => {
  expect(faultsOf(changes)).toEqual([expect.stringMatching(fault)]);
});

test('an award whose cards were judged waits from no lower amount on than another', () => {
  expect(faultsOf({ verifyAbove: 0, verifyAboveWithCards: 0 })).toEqual([]);
  expect(faultsOf({ verifyAbove: 500, verifyAboveWithCards: 500 })).toEqual([]);
  expect(faultsOf({ verifyAboveWithCards: 500 })).toEqual([
    'verifyAboveWithCards: needs verifyAbove',
  ]);
  expect(faultsOf({ verifyAbove: 500, verifyAboveWithCards: 499 })).toEqual([
    'verifyAboveWithCards: 499 is below verifyAbove, 500',
  ]);
});

test('a payout unit is at most what a straight flush takes of a pool at its seed', () => {
  expect(faultsOf({ payoutUnit: 10_000_000 })).toEqual([]);
  expect(faultsOf({ payoutUnit: 10_000_001 })).toEqual([
    'payoutUnit: 10000001 is over 10000000, what a straight flush takes of a pool at its seed',
  ]);
  expect(faultsOf({ payoutUnit: 1_000_000_000_000 })).toHaveLength(1);
  const prizes = { ...written.prizes, 'straight-flush': { fixed: 1, share: 0 } };
  expect(faultsOf({ payoutUnit: 1_000_000_000_000, prizes })).toEqual([]);
  expect(faultsOf({ seed: 0 })).toEqual([]);
});

test('no amount is over ten thousand million whole units, whatever the digits of its currency', () => {
  const prizes = { ...written.prizes, flush: { fixed: 10_000_000_001 } };
  expect(faultsOf({ prizes })).toEqual([]);
  expect(faultsOf({ prizes, currency: 'JPY' })).toEqual([
    'prizes.flush.fixed: 10000000001 is over 10000000000',
  ]);
  const ceiling = 1_000_000_000_001;
  expect(faultsOf({ ceiling, currency: 'KWD' })).toEqual([expect.stringMatching(/^ceiling/)]);
});

test.each([null, undefined, 5, 'text', []])('%p is no configuration', (value) => {
  expect(readConfiguration(value)).toHaveProperty('refused');
});

describe('jackpot.configured', () => {
  const key = keyInForce();
  const decode = (data: object) =>
    decodeRecord(signed({ ...command, type: 'jackpot.configured', data }, key), key.context);

  test('takes the configuration flat beside effective, or under configuration', () => {
    const flat = decode({ ...written, effective: 'next-restart' });
    const nestedOne = decode({ configuration: written, effective: 'next-restart' });
    expect(flat).toMatchObject({ event: { data: { effective: 'next-restart', exponent: 2 } } });
    expect(nestedOne).toEqual(flat);
  });

  test('is refused in both places: nobody knows which of the two was meant', () => {
    const both = decode({ configuration: written, seed: 5, effective: 'now' });
    expect(both).toMatchObject({
      refused: {
        reason: 'invalid-command',
        detail: 'seed stands beside configuration: write the members in one of the two places.',
      },
    });
  });

  test('holds now where it does not say when, and drops none that waits', () => {
    const data = { effective: 'now', replacesPending: false };
    expect(decode(written)).toMatchObject({ event: { data } });
  });

  test('names a wrong time and another jackpot’s id beside the faults of the configuration', () => {
    const decoded = decode({
      ...written,
      id: 'other',
      seed: -1,
      effective: 'tomorrow',
      replacesPending: 'yes',
    });
    expect(decoded).toMatchObject({ refused: { reason: 'invalid-command' } });
    const { detail } = (decoded as { refused: { detail: string } }).refused;
    expect(detail).toMatch(
      /seed must .*; effective must .*; replacesPending must .*; id: other is not the subject fortune-main/,
    );
  });
});

test('the configuration of the contract’s page is that of the sample', () => {
  const { tables, approvals, verifyAbove, verifyAboveWithCards, ...shared } = contractExample();
  expect([tables, approvals, verifyAbove, verifyAboveWithCards]).not.toContain(undefined);
  const { maxTables, unclaimedTo, unclaimedAfterHours, zone, policies, ...posted } = shared;
  expect({ maxTables, unclaimedTo, unclaimedAfterHours, zone, policies }).toEqual({
    ...{ maxTables: 1_000, unclaimedTo: 'house', policies: {} },
    ...{ unclaimedAfterHours: 24, zone: 'Asia/Macau' },
  });
  const sample = new URL('../samples/jackpot.configured.json', import.meta.url);
  const { data } = JSON.parse(readFileSync(sample, 'utf8')) as { data: WrittenConfiguration };
  expect(data).toMatchObject(posted);
  expect(readConfiguration(contractExample())).not.toHaveProperty('refused');
});

function nested(depth: number): unknown {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth));
}

test('a table with a key signs all, unless the list says otherwise', () => {
  const tables = [{ id: 'T1' }, { id: 'T2', kid: 't2' }, { id: 'T3', kid: 't3', signs: 'claims' }];
  expect(readConfiguration({ ...written, tables })).toHaveProperty('configuration.tables', [
    { id: 'T1' },
    { id: 'T2', kid: 't2', signs: 'all' },
    { id: 'T3', kid: 't3', signs: 'claims' },
  ]);
});

test.each<[string, object[], string]>([
  ['a table twice', [{ id: 'T1' }, { id: 'T1', kid: 't' }], 'tables: T1 is listed twice'],
  [
    'a table that signs without a key',
    [{ id: 'T1', signs: 'all' }],
    'tables: T1 signs all without a key: name its kid',
  ],
  ['an unknown member', [{ id: 'T1', color: 'red' }], 'tables.0 has no member color'],
  [
    'a heartbeat of no time',
    [{ id: 'T1', heartbeatSeconds: 0 }],
    'tables.0.heartbeatSeconds must be at least 1, was 0',
  ],
])('%s in the list of tables is refused', (_, tables, sentence) => {
  expect(readConfiguration({ ...written, tables })).toEqual({ refused: [sentence] });
});
