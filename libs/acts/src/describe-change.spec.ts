import { readConfiguration, type CheckedConfiguration } from '#contract';
import { jackpot } from '#testing/jackpot';
import { changesBetween } from './configuration-change.js';
import { describeChange } from './describe-change.js';

const checked = (changes: Parameters<typeof jackpot>[1] = {}): CheckedConfiguration => {
  const read = readConfiguration(jackpot('main', changes));
  if ('refused' in read) throw new Error(read.refused.join());
  return read.configuration;
};

test('what is the same is no change, also where a default is written out', () => {
  expect(changesBetween(checked(), checked({ ceiling: null, name: { en: 'main' } }))).toEqual([]);
});

test('each member is named with both values, as money or as a share', () => {
  const wanted = checked({
    seed: 2_000_000,
    rates: { pool: 7_000, reserve: 750 },
    ceiling: 5_000_000,
    policies: { floorAtSeed: true },
  });
  const changes = changesBetween(checked(), wanted);
  expect(changes.map((change) => describeChange(change, 'MOP'))).toEqual([
    'seed: MOP 10,000.00 -> MOP 20,000.00',
    'rates.reserve: 5 % -> 7.5 %',
    'ceiling: none -> MOP 50,000.00',
    'policies.floorAtSeed: false -> true',
  ]);
});

test('a name on the signs and the number of tables are shown as they are written', () => {
  const name = { en: 'Main', pt: 'Principal' };
  const changes = changesBetween(checked(), checked({ name, maxTables: 2_000 }));
  expect(changes.map((change) => describeChange(change, 'MOP'))).toEqual([
    'name.en: main -> Main',
    'name.pt: none -> Principal',
    'maxTables: 1000 -> 2000',
  ]);
  const hours = changesBetween(checked(), checked({ unclaimedAfterHours: 0 }));
  expect(hours.map((change) => describeChange(change, 'MOP'))).toEqual([
    'unclaimedAfterHours: 24 h -> 0 h',
  ]);
});

test.each([
  [null, [], 'tables: any -> none may play'],
  [[], null, 'tables: none may play -> any'],
  [
    null,
    [
      { id: 'T1', kid: 'table-1' },
      { id: 'T2', heartbeatSeconds: 30 },
    ],
    'tables: any -> T1 (signs all with table-1), T2 (signs nothing, heartbeat 30 s)',
  ],
  [[{ id: 'T1' }], null, 'tables: T1 (signs nothing) -> any'],
  [
    [{ id: 'T1' }],
    [{ id: 'T1', seats: 6, rounds: 'ascending' as const, dealt: 'seats' as const }],
    'tables.T1: signs nothing -> signs nothing, 6 seats, rounds ascending, says the seats that were dealt in',
  ],
  [[{ id: 'T1' }, { id: 'T2' }], [{ id: 'T2' }], 'tables.T1: signs nothing -> not listed'],
  [
    [{ id: 'T1', kid: 'table-1' }],
    [{ id: 'T1', kid: 'table-1', signs: 'claims' as const }],
    'tables.T1: signs all with table-1 -> signs claims with table-1',
  ],
  [[{ id: 'T1' }, { id: 'T2' }], [{ id: 'T2' }, { id: 'T1' }], undefined],
])('tables from %j to %j are shown truthfully', (from, to, line) => {
  const changes = changesBetween(checked({ tables: from }), checked({ tables: to }));
  expect(changes.map((change) => describeChange(change, 'MOP'))).toEqual(line ? [line] : []);
});

test.each([
  [
    null,
    {
      'pool.adjusted': [
        { from: 0, by: [] },
        { from: 100_000, by: ['approve', 'surveil'] },
      ],
    },
    [
      'approvals: of no act -> of some acts',
      'approvals.pool.adjusted: nobody else -> nobody else; from MOP 1,000.00 approve and surveil',
    ],
  ],
  [
    { 'table.reset': [{ from: 0, by: ['approve'] }] },
    { 'table.reset': [{ from: 0, by: ['approve', 'approve'] }] },
    ['approvals.table.reset: approve -> approve and approve'],
  ],
  [
    { 'table.reset': [{ from: 0, by: ['approve'] }] },
    null,
    ['approvals: of some acts -> of no act', 'approvals.table.reset: approve -> nobody else'],
  ],
] as const)('approvals from %j to %j are shown with their rows', (from, to, lines) => {
  const [before, after] = [from, to].map((approvals) => checked({ approvals } as never));
  const changes = changesBetween(before as CheckedConfiguration, after as CheckedConfiguration);
  expect(changes.map((change) => describeChange(change, 'MOP'))).toEqual(lines);
});

test('a value cannot write lines of its own', () => {
  const change = { member: 'name.en', from: 'Main', to: 'a\n  seed: none -> \u001b[8m\u202e' };
  expect(describeChange(change, 'MOP')).toBe(
    'name.en: Main -> a\\u000a  seed: none -> \\u001b[8m\\u202e',
  );
});

test('who is no longer informed is shown to who approves it', () => {
  const rows = (notice?: string) => [
    { from: 0, by: ['approve' as const], ...(notice && { notice }) },
  ];
  const before = checked({ approvals: { 'pool.adjusted': rows('regulator') } });
  const after = checked({ approvals: { 'pool.adjusted': rows() } });
  expect(changesBetween(before, after).map((change) => describeChange(change, 'MOP'))).toEqual([
    'approvals.pool.adjusted: approve (regulator is informed) -> approve',
  ]);
});

test('what differs in words that nobody has written is shown as it stands', () => {
  const change = {
    member: 'approvals.pool.adjusted',
    from: [{ from: 0, by: [], x: 1 }],
    to: [{ from: 0, by: [] }],
  };
  expect(describeChange(change, 'MOP')).toBe(
    'approvals.pool.adjusted: [{"from":0,"by":[],"x":1}] -> [{"from":0,"by":[]}]',
  );
});
