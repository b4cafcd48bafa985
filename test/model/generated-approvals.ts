import type { Random } from '#pit/random';
import type { ListedTable, Tier } from './events.js';
import { TABLE_KIDS } from './hostile-keys.js';

const SIGNED = ['claims', 'settlements', 'all'] as const;
const ON_AWARDS = ['award.verified', 'award.reversed', 'award.expired', 'award.granted'];
/** Adjustment amounts, and their neighbours. */
const ADJUSTED = [1, 2, 99, 100, 499, 500, 501, 2500, 2501, 20_000];
/** The same for awards. */
const FIXED = [1, 50, 51, 150, 450, 900, 1200, 1500, 2000, 6000];

/**
 * The members of a configuration about tables and approvals; a few are invalid.
 * @param tables the names of those that play for the jackpot
 * @param sums of its awards, in minor units
 */
export function tablesAndApprovals(
  random: Random,
  tables: readonly string[],
  sums: readonly number[],
): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  if (random.chance(0.55)) chosen['tables'] = listed(random, tables);
  else if (random.chance(0.2)) chosen['tables'] = null;
  if (random.chance(0.6)) chosen['approvals'] = approvals(random, sums);
  else if (random.chance(0.2)) chosen['approvals'] = null;
  if (random.chance(0.04)) chosen['tables'] = wrongTables(random);
  if (random.chance(0.04)) chosen['approvals'] = wrongApprovals(random);
  return chosen;
}

function listed(random: Random, tables: readonly string[]): ListedTable[] {
  const visitors = ['V1', 'V2', 'V3', 'V4'].filter(() => random.chance(0.5));
  const playing = random.shuffled(tables).filter(() => random.chance(0.94));
  return [...playing, ...visitors].map((id) => ({
    id,
    ...(random.chance(0.2) ? { heartbeatSeconds: random.pick([1, 10, 3600]) } : {}),
    ...(random.chance(0.65) ? keyed(random) : {}),
    ...(random.chance(0.3) ? { seats: random.pick([5, 6, 7]) } : {}),
    ...(random.chance(0.4) ? { rounds: 'ascending' as const } : {}),
    ...(random.chance(0.2) ? { dealt: 'seats' as const } : {}),
  }));
}

function keyed(random: Random): Pick<ListedTable, 'kid' | 'signs'> {
  const kid = random.chance(0.04) ? 'ops-1' : random.pick(TABLE_KIDS);
  return random.chance(0.75) ? { kid, signs: random.pick(SIGNED) } : { kid };
}

function wrongTables(random: Random): unknown {
  return random.pick<unknown>([
    {},
    'T1',
    [{ id: 'T1' }, { id: 'T2' }, { id: 'T1', kid: 'table-1' }],
    [{ id: 'T1', signs: 'claims' }],
    [{ id: 'T1', kid: 'table-1', signs: random.pick(['none', null, '']) }],
    [{ id: random.pick(['', 'T 1', 'x'.repeat(65), 7]) }],
    [{ kid: 'table-1' }],
    [{ id: 'T1', kid: random.pick(['', 'table:1', null]) }],
    [{ id: 'T1', heartbeatSeconds: random.pick([0, 3601, 1.5, '10']) }],
    [{ id: 'T1', key: 'table-1' }],
    [{ id: 'T1', seats: random.pick([4, 8, 5.5, '6', null]) }],
    [{ id: 'T1', rounds: random.pick(['descending', null, '']) }],
    [{ id: 'T1', dealt: random.pick(['cards', null, true]) }],
    [null],
  ]);
}

function approvals(random: Random, sums: readonly number[]): Record<string, Tier[]> {
  const one = (by: string[]): Tier[] => [{ from: 0, by }];
  const roles = () => {
    return random.pick([
      ...[
        ['approve'],
        ['surveil'],
        ['operate'],
        ['approve', 'surveil'],
        ['surveil', 'approve'],
        [],
      ],
      ...[
        ['approve', 'approve'],
        ['adjust', 'approve', 'surveil'],
      ],
    ]);
  };
  const chosen: Record<string, Tier[]> = {};
  if (random.chance(0.3)) {
    chosen['jackpot.configured'] = one(random.pick([['approve'], ['configure'], ['surveil']]));
  }
  if (random.chance(0.35)) chosen['jackpot.resumed'] = one(roles());
  if (random.chance(0.5)) chosen['table.unblocked'] = one(roles());
  if (random.chance(0.5)) chosen['table.reset'] = one(roles());
  if (random.chance(0.75)) chosen['pool.adjusted'] = tiers(random, roles, ADJUSTED);
  const near = sums.slice(-4).flatMap((sum) => [sum - 1, sum, sum + 1]);
  const steps = [...new Set([...FIXED, ...near])].filter((step) => step > 0);
  for (const type of ON_AWARDS) {
    if (random.chance(0.35)) chosen[type] = tiers(random, roles, steps);
  }
  return chosen;
}

function tiers(random: Random, roles: () => string[], steps: readonly number[]): Tier[] {
  const some = steps.filter(() => random.chance(0.2)).sort((one, other) => one - other);
  return [0, ...some.slice(0, 15)].map((from) => {
    return { from, by: roles(), ...(random.chance(0.1) ? { notice: 'regulator' } : {}) };
  });
}

function wrongApprovals(random: Random): unknown {
  const adjusted = random.pick<unknown>([
    [],
    null,
    [null],
    [{ from: 1, by: [] }],
    [
      { from: 0, by: [] },
      { from: 500, by: ['approve'] },
      { from: 500, by: ['surveil'] },
    ],
    [
      { from: 0, by: ['approve'] },
      { from: 500, by: [] },
      { from: 99, by: [] },
    ],
    [{ from: 0, by: ['dealer'] }],
    [{ from: 0, by: 'approve' }],
    [{ from: 0 }],
    [{ from: 0, by: Array.from({ length: 5 }, () => 'approve') }],
    Array.from({ length: 17 }, (_, from) => ({ from, by: [] })),
    [{ by: [] }],
    [{ from: 0, by: [], note: '' }],
    [
      { from: 0, by: [] },
      { from: 0.5, by: [] },
    ],
  ]);
  return random.pick<unknown>([
    { 'pool.adjusted': adjusted },
    { 'pool.adjusted': adjusted },
    {
      'jackpot.resumed': [
        { from: 0, by: [] },
        { from: 1, by: ['approve'] },
      ],
    },
    { 'jackpot.suspended': [{ from: 0, by: ['approve'] }] },
    { 'keys.set': [{ from: 0, by: ['approve'] }] },
    { 'award.paid': [{ from: 0, by: [] }] },
    [],
    'approve',
  ]);
}
