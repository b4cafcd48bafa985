import { parseJackpot, parseTable, serializeJackpot, serializeTable } from './codec.js';
import { given, overOf } from './testing/log-script.js';

test('a table is read back as it was written', () => {
  const { table } = given();
  table.bet('1', 1);
  table.void('1', 'shuffler-fault');
  table.bet('2', 2);
  table.bet('3', 3);
  table.void('2', 'dealing-procedure');
  table.deal('3');
  const { state } = table;
  expect(state).toMatchObject({
    over: overOf('1', '2'),
    carried: [{ seat: 1 }, { seat: 2 }],
    rounds: [{ id: '3', dealt: true, unsettled: false }],
  });
  expect(parseTable(serializeTable(state))).toEqual(state);
});

test('a bet that is carried since the first moment of 1970 stays carried', () => {
  const { play, table } = given();
  table.bet('1', 1);
  const [bet] = table.state.rounds[0]?.bets ?? [];
  const carried = bet ? [{ ...bet, carriedSinceMs: 0 }] : [];
  const state = { ...play.tableState('T1'), carried };
  expect(parseTable(serializeTable(state)).carried).toEqual(carried);
  expect(carried).toHaveLength(1);
});

test('unsettled rounds stay unsettled', () => {
  const { table } = given();
  table.bet('1', 1);
  table.bet('2', 1);
  const read = parseTable(serializeTable(table.state));
  expect(read.rounds.map(({ unsettled }) => unsettled)).toEqual([true, false]);
});

test.each(['{}', '{"sequence":"1"}', '[]', '["1",null,"",0,[],"",[]]', 'null', '"text of 8"'])(
  'what is no text of a table is refused: %s',
  (text) => {
    expect(() => parseTable(text)).toThrow('it is no text of a table');
  },
);

test('a round that is dealt and unsettled is both', () => {
  const { table } = given();
  table.bet('1', 1);
  table.deal('1');
  table.bet('2', 1);
  const read = parseTable(serializeTable(table.state));
  expect(read.rounds[0]).toMatchObject({ id: '1', dealt: true, unsettled: true });
  expect(read.rounds[1]).toMatchObject({ id: '2', dealt: false, unsettled: false });
});

test('big numbers and strange names come back exactly', () => {
  const { table } = given();
  table.bet('\u{1F0CF}"\\\n\ud800', 1);
  table.state.sequence = 2n ** 63n - 1n;
  table.state.over = '__proto__';
  expect(parseTable(serializeTable(table.state))).toEqual(table.state);
});

test('a jackpot is read back as it was written, with the balances it is given', () => {
  const { play } = given();
  play.configure({ seed: 5 }, 'next-restart');
  play.command({ type: 'jackpot.suspended', data: { reason: 'r' } });
  const { jackpot } = play;
  const { accounts, causes, hands, closed, version, changedAtMs, lastWin, claims } = jackpot;
  const money = { accounts, causes, hands, closed };
  const keptElsewhere = { ...money, version, changedAtMs, lastWin, claims };
  const read = parseJackpot('main', serializeJackpot(jackpot), keptElsewhere);
  expect(read).toEqual(jackpot);
});

test('a jackpot’s amounts in micro-units are no part of the text, and are derived when it is read', () => {
  const { play } = given({ ceiling: 200_000 });
  const { jackpot } = play;
  const text = serializeJackpot(jackpot);
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    'configuration',
    'terms',
    'former',
    'pending',
    'exponent',
    'suspended',
    'blocked',
    'proposals',
    'alone',
    'generation',
    'pooled',
    'open',
    'forgotten',
    'lastForgotten',
    'slips',
    'disturbed',
    'configuredAt',
    'flows',
    'houseSeed',
    'retired',
    'received',
  ]);
  const read = parseJackpot('main', text, jackpot);
  expect(read.inForce).toMatchObject({ seedMicros: 1_000_000_000n, ceilingMicros: 2_000_000_000n });
});

test('equal states give equal texts, whatever events led to them', () => {
  const one = given();
  one.table.bet('1', 1);
  one.table.bet('1', 2);
  one.table.withdraw('1', 2);
  const other = given();
  other.table.bet('1', 2);
  other.table.withdraw('1', 2);
  other.table.bet('1', 1);
  other.table.state.contents = one.table.state.contents;
  expect(serializeTable(other.table.state)).toBe(serializeTable(one.table.state));
});
