import type { ListedTable, ModelEffect, ModelEvent } from './events.js';
import { Model } from './model.js';
import { EXAMPLE } from './spec-words.js';
import { kidToSign, listFaults } from './tables.js';

let model: Model;
let offset: number;

/** The first reason, or the effect. */
function said(
  source: string,
  type: string,
  data: object,
  sequence = '',
  kid: string | null = null,
) {
  offset += 1;
  const event = { type, id: String(offset), source, sequence: sequence || String(offset) };
  const at = { offset, timestampMs: 0 };
  const whole = { ...event, subject: 'fortune', data: { ...data } };
  const effect: ModelEffect = model.apply(whole, at, { kid });
  return effect.reasons.find((reason) => reason !== 'sequence-gap') ?? effect.effect;
}

const configure = (tables: ListedTable[] | null) => {
  return said('ops', 'jackpot.configured', { ...EXAMPLE, tables });
};
const bet = (source: string, round: string, sequence = '') => {
  return said(source, 'bet.placed', { round, seat: 1, stake: 5000, baseBets: ['ante'] }, sequence);
};
const reset = (table: string, sequence: string) => {
  return said('ops', 'table.reset', { table, sequence, reason: 'test' });
};
const block = (table: string, type = 'table.blocked') => {
  return said('ops', type, { table, reason: 'test' });
};

beforeEach(() => {
  [model, offset] = [new Model(), 100];
  configure(null);
});

describe('a list of tables in the model', () => {
  it('leaves other sources out, whose sequence stays', () => {
    expect(bet('T2', 'r1', '7')).toBe('applied');
    configure([{ id: 'T1' }]);
    expect(bet('T2', 'r2', '8')).toBe('unknown-table');
    expect(bet('T1', 'r1')).toBe('applied');
    configure(null);
    expect(bet('T2', 'r2', '8')).toBe('applied');
  });

  it('names a table once, and what it signs only beside its key', () => {
    expect(listFaults([{ id: 'T1', kid: 'a', signs: 'all' }, { id: 'T2' }])).toEqual([]);
    for (const wrong of [
      [{ id: 'T1' }, { id: 'T1' }],
      [{ id: 'T1', signs: 'all' }],
      [{ id: 'T1', key: 'a' }],
      [{ id: 'T1', heartbeatSeconds: 0 }],
      Array.from({ length: 1001 }, (_, index) => ({ id: `T${index}` })),
    ]) {
      expect(listFaults(wrong)).toEqual(['tables']);
    }
  });

  it.each([
    [undefined, [true, true, true, true, true, true, true]],
    ['claims', [false, false, false, false, true, true, true]],
    ['settlements', [false, false, false, true, true, true, true]],
    ['all', [true, true, true, true, true, true, true]],
  ] as const)('with signs %s asks for a signature where the contract does', (signs, expected) => {
    configure([{ id: 'T1', kid: 'table-1', ...(signs ? { signs } : {}) }]);
    const events: [string, object][] = [
      ['table.heartbeat', {}],
      ['bet.placed', {}],
      ['round.dealt', {}],
      ['round.settled', { wins: [] }],
      ['round.settled', { wins: [{ seat: 1, hand: 'flush' }] }],
      ['round.voided', { reason: 'other' }],
      ['bet.withdrawn', {}],
    ];
    const jackpot = model.look('fortune');
    const asked = events.map(([type, data]) => {
      const event = { type, source: 'T1', data: { ...data } } as ModelEvent;
      return jackpot && kidToSign(jackpot, event) === 'table-1';
    });
    expect(asked).toEqual(expected);
  });
});

describe('a blocked table in the model', () => {
  it('takes no bet and settles its rounds, through configurations, until it is unblocked', () => {
    bet('T1', 'r1');
    expect(block('T1')).toBe('applied');
    configure([{ id: 'T1' }]);
    expect(bet('T1', 'r2')).toBe('table-blocked');
    expect(said('T1', 'round.settled', { round: 'r1', wins: [] })).toBe('applied');
    expect(block('T1', 'table.unblocked')).toBe('applied');
    expect(bet('T1', 'r3')).toBe('applied');
    expect(block('T2')).toBe('unknown-table');
  });
});

describe('a reset in the model', () => {
  it('lets the next event be one more, and knows the last contents', () => {
    bet('T1', 'r1', '5');
    said('T1', 'round.dealt', { round: 'r1' }, '9000');
    expect(said('T1', 'round.settled', { round: 'r1', wins: [] }, '6')).toBe('sequence-behind');
    expect(reset('T1', '5')).toBe('applied');
    expect(model.source('fortune', 'T1').sequence).toBe(5n);
    expect(said('T1', 'table.heartbeat', {}, '5')).toBe('sequence-reused');
    expect(said('T1', 'round.settled', { round: 'r1', wins: [] }, '6')).toBe('applied');
  });

  it('stays between what the table has signed and a day ahead', () => {
    bet('T1', 'r1', '5');
    said('T1', 'round.settled', { round: 'r1', wins: [] }, '6', 'table-1');
    said('T1', 'table.heartbeat', {}, '9000');
    const day = 86_400_000_000n;
    expect(reset('T1', '5')).toBe('invalid-command');
    expect(reset('T1', String(day + 1n))).toBe('invalid-command');
    expect(reset('nobody', String(day + 1n))).toBe('invalid-command');
    expect(reset('nobody', '1')).toBe('unknown-table');
    expect([reset('T1', String(day)), reset('T1', '6')]).toEqual(['applied', 'applied']);
  });

  it('is refused for a listed table that has not played', () => {
    configure([{ id: 'T1' }]);
    expect(reset('T1', '5')).toBe('invalid-command');
  });
});
