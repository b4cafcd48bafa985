import { readConfiguration } from '#contract';
import { jackpot } from '#testing/jackpot';
import { authorityOf, newKey, rootOf, signingKey } from '#testing/test-keys';
import { warningsOf, warningsOfChanges, warningsOfNew } from './apply-warnings.js';

const { root } = rootOf(newKey('root'));
const alice = signingKey(newKey('alice'), { roles: ['adjust', 'approve', 'configure'] });
const bob = signingKey(newKey('bob'), { roles: ['approve'] });
const table = signingKey(newKey('table-1'), { roles: ['table'] });

const dealt = { id: 'T1', dealt: 'seats' as const };

function warned(changes: Parameters<typeof jackpot>[1], ...keys: (typeof alice)[]): string[] {
  const read = readConfiguration(
    jackpot('main', { zone: 'Asia/Macau', verifyAbove: 10 ** 9, tables: [dealt], ...changes }),
  );
  if ('refused' in read) throw new Error(read.refused.join());
  return warningsOf(read.configuration, authorityOf(root, ...keys));
}

test('a table whose key is not in force with the role table is named', () => {
  const listed = [{ id: 'T1', kid: 'table-1' }, { id: 'T2', kid: 'alice' }, { id: 'T3' }];
  const tables = listed.map((each) => ({ ...each, dealt: 'seats' as const }));
  expect(warned({ tables }, alice, table)).toEqual([
    expect.stringMatching(/^the key alice of table T2 is not in force with the role table: /),
  ]);
  expect(warned({ tables }, alice)).toHaveLength(2);
});

test('a row of approvals that needs more people than have keys is named', () => {
  const approvals = {
    'jackpot.configured': [{ from: 0, by: ['approve' as const] }],
    'pool.adjusted': [
      { from: 0, by: ['approve' as const] },
      { from: 100_000, by: ['approve' as const, 'approve' as const] },
    ],
  };
  expect(warned({ approvals }, alice, bob)).toEqual([
    expect.stringMatching(
      /^pool.adjusted from MOP 1,000.00 needs one person with the role adjust /,
    ),
  ]);
  const carol = signingKey(newKey('carol'), { roles: ['approve'] });
  expect(warned({ approvals }, alice, bob, carol)).toEqual([]);
  expect(warned({ approvals }, alice)).toHaveLength(3);
});

test('approvals that one person can take away are named', () => {
  const adjusted = { 'pool.adjusted': [{ from: 0, by: ['approve' as const] }] };
  const named = [expect.stringMatching(/^one person with the role configure can remove these /)];
  expect(warned({ approvals: adjusted }, alice, bob)).toEqual(named);
  const nobody = { ...adjusted, 'jackpot.configured': [{ from: 0, by: [] }] };
  expect(warned({ approvals: nobody }, alice, bob)).toEqual(named);
  expect(warned({ approvals: null }, alice, bob)).toEqual([]);
});

test('rows that ask fewer people for more money are named, and a win that may expire at once', () => {
  const two = ['approve' as const];
  const approvals = {
    'jackpot.configured': [{ from: 0, by: two }],
    'pool.adjusted': [
      { from: 0, by: two },
      { from: 900_000, by: [] },
    ],
  };
  expect(warned({ approvals, unclaimedAfterHours: 0 }, alice, bob)).toEqual([
    'pool.adjusted: fewer people are needed from MOP 9,000.00 on than below it',
    'unclaimedAfterHours is 0: a win may be given up as soon as it is made',
  ]);
});

test('who has the role keys and another is named, and a zone that nobody knows', () => {
  const approvals = { 'jackpot.configured': [{ from: 0, by: ['approve' as const] }] };
  const holder = 'L.Ho';
  const own = [
    signingKey(newKey('keys-1'), { holder, roles: ['keys'] }),
    signingKey(newKey('ops-1'), { holder: 'l-ho', roles: ['configure'] }),
  ];
  expect(warned({ approvals }, ...own, bob)).toEqual([
    expect.stringMatching(/^L.Ho has the role keys and others, so this person alone can put a key/),
  ]);
  expect(warned({ approvals: null }, ...own, bob)).toEqual([]);
  expect(warned({ zone: 'UTC' })).toEqual([expect.stringMatching(/^zone is UTC: days end/)]);
  expect(warned({ zone: 'Asia/Macao2' })).toEqual([
    expect.stringMatching(/^zone Asia\/Macao2 is not known here: times are shown in UTC/),
  ]);
});

test.each<[string, unknown, unknown, string]>([
  ['seed', 1_000_000, 100_000, 'seed becomes 10 times smaller: is a digit wrong?'],
  [
    'prizes.flush.fixed',
    600_000,
    70_000,
    'prizes.flush.fixed becomes 8.6 times smaller: is a digit wrong?',
  ],
  [
    'rates.pool',
    12,
    1_200,
    'rates.pool becomes 100 times as large: are the rates in the right places?',
  ],
  [
    'rates.pool',
    1_200,
    400,
    'rates.pool becomes 3 times smaller: are the rates in the right places?',
  ],
  [
    'approvals.pool.adjusted',
    [
      { from: 0, by: [] },
      { from: 500_000, by: [] },
    ],
    [
      { from: 0, by: [] },
      { from: 50_000_000, by: [] },
    ],
    'approvals.pool.adjusted becomes 100 times as large: is a digit wrong?',
  ],
  [
    'approvals.award.verified',
    [{ from: 0, by: ['approve'] }],
    undefined,
    'approvals.award.verified: one person alone can do it, where more were needed until now',
  ],
  [
    'approvals.pool.adjusted',
    [{ from: 100, by: ['approve', 'surveil'] }],
    [{ from: 200, by: ['approve', 'surveil'] }],
    'approvals.pool.adjusted: one person alone can do it',
  ],
  [
    'approvals.pool.adjusted',
    [{ from: 0, by: ['approve', 'surveil'] }],
    [{ from: 0, by: ['approve'] }],
    'approvals.pool.adjusted: fewer people are needed, where more were needed until now',
  ],
  ['zone', 'UTC', 'Asia/Macau', 'another zone changes when days begin'],
])('a change of %s that looks like a slip is warned of', (member, from, to, said) => {
  expect(warningsOfChanges([{ member, from, to }])).toEqual([expect.stringContaining(said)]);
});

test.each<[string, unknown, unknown]>([
  ['seed', 1_000_000, 2_000_000],
  ['ceiling', null, 5_000_000],
  ['name.en', 'One', 'Two'],
  ['approvals.award.verified', undefined, [{ from: 0, by: ['approve'] }]],
])('a change of %s is not', (member, from, to) => {
  expect(warningsOfChanges([{ member, from, to }])).toEqual([]);
});

test('a table that is listed with fewer rules than before is named, rule by rule', () => {
  const strict = { id: 'T1', kid: 'table-1', rounds: 'ascending', dealt: 'seats' };
  const asked = (from: unknown, to: unknown) =>
    warningsOfChanges([{ member: 'tables.T1', from, to }]);
  expect(asked(strict, { id: 'T1' })).toEqual([
    expect.stringMatching(/^T1 signs no more/),
    expect.stringMatching(/^T1 may use the number of a round again/),
    expect.stringMatching(/^T1 need not name the seats of a deal/),
  ]);
  expect(asked({ id: 'T1' }, strict)).toEqual([]);
  expect(asked(strict, { ...strict, kid: 'table-2' })).toEqual([]);
  expect(asked(strict, undefined)).toEqual([]);
});

test('who can verify a win and pay it alone is named, where nobody else is asked', () => {
  const cashier = signingKey(newKey('lei-1'), { holder: 'K.Lei', roles: ['pay', 'operate'] });
  const approve = { by: ['approve' as const] };
  const of = (from: number) => ({
    'jackpot.configured': [{ from: 0, ...approve }],
    'award.verified': [...(from > 0 ? [{ from: 0, by: [] }] : []), { from, ...approve }],
  });
  expect(warned({ approvals: of(2_500_000), verifyAbove: 1_000_000 }, alice, bob, cashier)).toEqual(
    [expect.stringMatching(/^K.Lei has the roles operate and pay, .* below MOP 25,000.00 and pay/)],
  );
  for (const verifyAbove of [null, 2_500_000]) {
    const alone = warned({ approvals: of(2_500_000), verifyAbove }, alice, bob, cashier);
    expect(alone.filter((each) => each.includes('operate and pay'))).toEqual([]);
  }
  const floor = signingKey(newKey('ho-1'), { holder: 'L.Ho', roles: ['operate'] });
  const cage = signingKey(newKey('lei-1'), { holder: 'K.Lei', roles: ['pay'] });
  expect(
    warned({ approvals: of(2_500_000), verifyAbove: 1_000_000 }, alice, bob, floor, cage),
  ).toEqual([]);
});

test('a new jackpot that is almost one that is there, or has its tables, is asked about', () => {
  const of = (id: string, ...tables: string[]) => {
    const read = readConfiguration(jackpot(id, { tables: tables.map((each) => ({ id: each })) }));
    if ('refused' in read) throw new Error(read.refused.join());
    return read.configuration;
  };
  const others = [of('annex', 'T1', 'T2')];
  const seed = 'the house pays MOP 10,000.00 for the seed of this one';
  expect(warningsOfNew(of('Annex', 'T9'), others)).toEqual([expect.stringContaining(seed)]);
  expect(warningsOfNew(of('harbour', 'T2', 'T1'), others)).toEqual([
    expect.stringMatching(/^annex exists already and has the same tables\. /),
  ]);
  expect(warningsOfNew(of('harbour', 'T1'), others)).toEqual([]);
  expect(warningsOfNew(of('harbour'), [of('mini')])).toEqual([]);
});

test('a new jackpot whose days end at another hour than those of all others is asked about', () => {
  const of = (id: string, zone: string) =>
    ({ ...{ id, tables: null, seed: 100, currency: 'MOP', approvals: null }, zone }) as const;
  const others = [of('main', 'Asia/Macau'), of('test', 'UTC')];
  expect(warningsOfNew(of('annex', 'Asia/Tokyo'), others)).toEqual([
    expect.stringContaining('its zone is Asia/Tokyo'),
  ]);
  expect(warningsOfNew(of('annex', 'Asia/Macau'), others)).toEqual([]);
  expect(warningsOfNew(of('annex', 'Asia/Tokyo'), [])).toEqual([]);
});

test('a new jackpot without the rules of two people of another one is named', () => {
  const rows = [{ from: 0, by: ['approve' as const] }];
  const of = (id: string, approvals: Parameters<typeof warningsOfNew>[0]['approvals']) =>
    ({ ...{ id, tables: null, seed: 100, currency: 'MOP', zone: 'UTC' }, approvals }) as const;
  const strict = of('main', { 'pool.adjusted': rows, 'award.granted': [{ from: 0, by: [] }] });
  const late = [
    { from: 0, by: [] },
    { from: 10 ** 12, by: ['approve' as const] },
  ];
  for (const lax of [null, { 'pool.adjusted': [{ from: 0, by: [] }] }, { 'pool.adjusted': late }]) {
    expect(warningsOfNew(of('annex', lax), [strict])).toEqual([
      'main asks more people for pool.adjusted than this one',
    ]);
  }
  expect(warningsOfNew(of('annex', { 'pool.adjusted': rows }), [strict])).toEqual([]);
});

test('tables that need send no deal are named', () => {
  expect(warned({ tables: [dealt] })).toEqual([]);
  for (const tables of [[dealt, { id: 'T2' }], null]) {
    expect(warned({ tables })).toEqual([
      expect.stringMatching(/^tables without dealt: seats may send a result and no deal/),
    ]);
  }
});
