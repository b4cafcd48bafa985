import { readPulse, readValue } from './wire.js';

const sound = {
  ...{ jackpot: 'a', currency: 'MOP', exponent: 2, value: 100, version: 7, text: 'MOP 1.00' },
  ...{
    at: '2026-11-21T04:01:00Z',
    state: 'running',
    fault: null,
    hit: null,
    pending: [],
    pendingMore: 0,
    last: null,
  },
  ...{ asOf: '2026-11-21T04:02:10.120Z', ageMs: 35 },
};
const read = {
  ...{ jackpot: 'a', currency: 'MOP', exponent: 2, value: 100n, version: 7, hit: null, last: null },
  ...{ state: 'running', fault: null, asOf: '2026-11-21T04:02:10.120Z', ageMs: 35, pending: [] },
  ...{ pendingMore: 0, held: -1 },
};
const hit = {
  award: 'a/F3-07/9/6',
  offset: 6,
  table: 'F3-07',
  state: 'awarded',
  winners: [{ seat: 1, hand: 'flush', amount: 250_000 }],
};
const last = { table: 'F3-07', hand: 'flush', amount: 250_000, at: '2026-11-21T04:01:00Z' };
const waiting = {
  ...{ award: 'a/F3-07/9/6', table: 'F3-07', at: '2026-11-21T04:01:00Z' },
  winners: [
    { seat: 1, hand: 'flush', amount: 250_000, state: 'locked' },
    { seat: 4, hand: 'full-house', amount: 500_000, state: 'verified' },
  ],
};
const valueOf = (more: object) => readValue(JSON.stringify({ ...sound, ...more }));

describe('a value message', () => {
  it('is read with its hit and the last win', () => {
    expect(valueOf({})).toEqual(read);
    expect(valueOf({ held: 5 })?.held).toBe(5);
    expect(valueOf({ held: '5' })?.held).toBe(-1);
    const winners = [{ seat: 1, hand: 'flush', amount: 250_000n }];
    expect(valueOf({ hit })?.hit).toEqual({ ...hit, winners });
    expect(valueOf({ last })?.last).toEqual({ ...last, amount: 250_000n });
  });

  it('is read with the awards that wait, without those of them that cannot be read', () => {
    const broken = [
      { ...waiting, table: 7 },
      { ...waiting, winners: [{ seat: 1, hand: 'flush', amount: 5, state: 'paid' }] },
      null,
    ];
    const { award, table } = waiting;
    const winners = waiting.winners.map((each) => ({ ...each, amount: BigInt(each.amount) }));
    expect(valueOf({ pending: [...broken, waiting] })?.pending).toEqual([
      { award, table, winners },
    ]);
    expect(valueOf({ pending: undefined })?.pending).toEqual([]);
  });

  it.each([
    ['a negative amount', { hit: { ...hit, winners: [{ seat: 1, hand: 'flush', amount: -1 }] } }],
    ['no winner', { hit: { ...hit, winners: [] } }],
    ['no award', { hit: { ...hit, award: undefined } }],
    ['no offset', { hit: { ...hit, offset: undefined } }],
    ['a state that this sign does not know', { hit: { ...hit, state: 'shown' } }],
    ['no table', { last: { ...last, table: 7 } }],
    ['no time', { last: { ...last, at: 'yesterday' } }],
  ])('keeps its value where a hit or a last win has %s', (_, more) => {
    expect(valueOf(more)).toEqual(read);
  });

  it.each([
    ['a negative value', { value: -1 }],
    ['a broken value', { value: 1.5 }],
    ['a value in words', { value: '100' }],
    ['a value beyond what JSON carries', { value: 2 ** 53 }],
    ['no version', { version: undefined }],
    ['no currency', { currency: undefined }],
    ['an exponent that no currency has', { exponent: -1 }],
    ['no jackpot', { jackpot: 7 }],
  ])('is refused with %s', (_, more) => {
    expect(valueOf(more)).toBeNull();
  });

  it.each([['{'], ['null'], [''], ['[]']])('is not %j', (text) => {
    expect(readValue(text)).toBeNull();
  });

  it('is at fault in a state that this sign does not know', () => {
    expect(valueOf({ state: 'closing' })).toMatchObject({ state: 'fault', fault: 'silent' });
    expect(valueOf({ state: 'fault', fault: 'halted' })).toMatchObject({ fault: 'halted' });
  });

  it('has no age where the age is none', () => {
    for (const ageMs of [undefined, null, -1, '3', NaN]) {
      expect(valueOf({ ageMs })).toMatchObject({ ageMs: null });
    }
  });
});

describe('a pulse', () => {
  it('says how each pool stands', () => {
    const pools = [sound, { ...sound, jackpot: 'b', state: 'suspended' }];
    const standings = readPulse(JSON.stringify({ pools }));
    expect([...standings.keys()]).toEqual(['a', 'b']);
    expect(standings.get('b')).toEqual({
      ...{ version: 7, state: 'suspended', fault: null },
      ...{ asOf: '2026-11-21T04:02:10.120Z', ageMs: 35 },
    });
  });

  it.each([['{'], ['{}'], ['{"pools":[{}]}'], ['{"pools":[null]}']])('is not %j', (text) => {
    expect(readPulse(text).size).toBe(0);
  });
});
