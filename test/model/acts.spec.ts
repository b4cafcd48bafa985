import { afterKeys, canonical, isOpenTo, rolesToApprove } from './approvals.js';
import type { Act, Jackpot, ModelEffect, Person, Proposal, Signature, Tier } from './events.js';
import { Model } from './model.js';
import { EXAMPLE } from './spec-words.js';

const person = (holder: string, ...roles: string[]): Person => {
  return { kid: holder, holder, roles, x: holder };
};
const ann = person('ann', 'adjust', 'operate', 'configure');
const ben = person('ben', 'approve');
const cay = person('cay', 'surveil', 'approve');

const ADJUSTED: Tier[] = [
  { from: 0, by: [] },
  { from: 500, by: ['approve'] },
  { from: 1000, by: ['approve', 'surveil'] },
];
const adjusted = (amount: number): Act => {
  return { type: 'pool.adjusted', data: { amount, account: 'pool', reason: 'test' } };
};

let model: Model;
let offset: number;

/** The model's result for a command: the reason for its refusal, or its effect. */
function said(signer: Person, type: string, data: object, timestampMs = 0): string {
  offset += 1;
  const event = { type, id: String(offset), source: 'ops', sequence: '1', subject: 'fortune' };
  const at = { offset, timestampMs };
  const effect: ModelEffect = model.apply({ ...event, data: { ...data } }, at, { signer });
  return effect.reasons[0] ?? effect.act?.type ?? 'applied';
}

const propose = (act: Act, expires = '1970-01-02T00:00:00Z') => {
  return said(ann, 'act.proposed', { act, expires, note: 'test' });
};
const approve = (signer: Person, proposal: number, act: Act, atMs = 0) => {
  return said(signer, 'act.approved', { proposal, act }, atMs);
};
const jackpot = () => model.look('fortune') as Jackpot;
const pool = () => model.accounts('fortune').pool / 10_000n;

beforeEach(() => {
  [model, offset] = [new Model(), 0];
  const approvals = { 'pool.adjusted': ADJUSTED };
  said(ann, 'jackpot.configured', { ...EXAMPLE, approvals });
});

describe('an act in the model', () => {
  it('needs one person more where the deck of a win was not counted', () => {
    const verified = (deck: string) => {
      const evidence = { deck, note: 'test' };
      return rolesToApprove(jackpot(), {
        type: 'award.verified',
        data: { award: 'x', seats: [1], evidence },
      });
    };
    expect([verified('counted'), verified('short')]).toEqual([[], ['approve']]);
    said(ann, 'jackpot.configured', EXAMPLE);
    expect(verified('not-counted')).toEqual([]);
  });

  it('is one person’s below the first row that asks for another, whatever its sign', () => {
    expect(said(ann, 'pool.adjusted', adjusted(499).data)).toBe('pool.adjusted');
    const dayMs = 86_400_000;
    expect(said(ann, 'pool.adjusted', adjusted(-499).data, dayMs)).toBe('pool.adjusted');
    expect(said(ann, 'pool.adjusted', adjusted(500).data, 2 * dayMs)).toBe('needs-approval');
    expect(said(ann, 'pool.adjusted', adjusted(-1000).data, 2 * dayMs)).toBe('needs-approval');
    const act = adjusted(499);
    const proposed = { act, expires: '1970-01-04T00:00:00Z', note: 'test' };
    expect(said(ann, 'act.proposed', proposed, 2 * dayMs)).toBe('invalid-command');
  });

  it('counts with what the same person has done alone on the day, by Kafka time', () => {
    expect(said(ann, 'pool.adjusted', adjusted(300).data)).toBe('pool.adjusted');
    expect(said(ann, 'pool.adjusted', adjusted(-200).data)).toBe('needs-approval');
    expect(said(ann, 'pool.adjusted', adjusted(-199).data)).toBe('pool.adjusted');
    expect(propose(adjusted(1))).toBe('applied');
    expect(said(ann, 'pool.adjusted', adjusted(499).data, 86_400_000)).toBe('pool.adjusted');
  });

  it('is done by the record that completes its row, and once', () => {
    expect(propose(adjusted(1000))).toBe('applied');
    expect(approve(cay, 2, adjusted(1000))).toBe('applied');
    expect(pool()).toBe(100_000_000n);
    expect(approve(ben, 2, adjusted(1000))).toBe('pool.adjusted');
    expect(pool()).toBe(100_001_000n);
    expect(approve(ben, 2, adjusted(1000))).toBe('unknown-proposal');
  });

  it('is another one by one character, and the same in another order', () => {
    propose(adjusted(500));
    const { amount, account } = adjusted(500).data;
    const other = { type: 'pool.adjusted', data: { reason: 'tesu', account, amount } };
    expect(approve(ben, 2, other)).toBe('proposal-differs');
    const same = { type: 'pool.adjusted', data: { reason: 'test', account, amount: 5e2 } };
    expect(approve(ben, 2, same)).toBe('pool.adjusted');
  });

  it('is refused to one holder with two keys, and to a role that another fills', () => {
    propose(adjusted(1000));
    for (const holder of ['ann', 'Ann', 'a.nn', '_ANN-']) {
      const second = { ...person(holder, 'approve', 'surveil'), kid: 'ann-2', x: 'ann-2' };
      expect(approve(second, 2, adjusted(1000))).toBe('same-person');
    }
    expect(approve(ben, 2, adjusted(1000))).toBe('applied');
    expect(approve(person('dan', 'approve'), 2, adjusted(1000))).toBe('not-permitted');
    expect(approve(ben, 2, adjusted(1000))).toBe('same-person');
  });

  it('is too late at the millisecond at which its proposal expires', () => {
    propose(adjusted(500), '1970-01-01T00:00:01Z');
    propose(adjusted(500), '1970-01-01T00:00:01Z');
    expect(approve(ben, 2, adjusted(500), 999)).toBe('pool.adjusted');
    expect(approve(ben, 3, adjusted(500), 1000)).toBe('proposal-expired');
    const week = 7 * 86_400_000;
    expect(propose(adjusted(500), new Date(1000 + week).toISOString())).toBe('applied');
    expect(propose(adjusted(500), new Date(1001 + week).toISOString())).toBe('invalid-command');
    expect(propose(adjusted(500), '1970-01-01T00:00:01Z')).toBe('invalid-command');
    expect(approve(ben, 3, adjusted(500))).toBe('unknown-proposal');
  });

  it('is refused as things are when it would be done, and its proposal stays', () => {
    propose(adjusted(-100_000_000));
    said(ann, 'pool.adjusted', adjusted(-1).data);
    approve(cay, 2, adjusted(-100_000_000));
    expect(approve(ben, 2, adjusted(-100_000_000))).toBe('invalid-command');
    said(ann, 'pool.adjusted', adjusted(1).data);
    expect(approve(ben, 2, adjusted(-100_000_000))).toBe('pool.adjusted');
  });

  it('ends with a configuration that comes into force, not with one that waits', () => {
    propose(adjusted(500));
    said(ann, 'jackpot.configured', { ...EXAMPLE, effective: 'next-restart' });
    expect(jackpot().proposals).toHaveLength(1);
    said(ann, 'jackpot.configured', { ...EXAMPLE, replacesPending: true });
    expect(approve(ben, 2, adjusted(500))).toBe('unknown-proposal');
  });

  it('is the 33rd until one is withdrawn, by its proposer or who may approve', () => {
    for (let count = 0; count < 32; count += 1) expect(propose(adjusted(500))).toBe('applied');
    expect(propose(adjusted(500))).toBe('too-many-proposals');
    const withdraw = (signer: Person, proposal: number) => {
      return said(signer, 'act.withdrawn', { proposal, reason: 'test' });
    };
    expect(withdraw(person('dan', 'adjust'), 2)).toBe('not-permitted');
    expect([withdraw(ann, 2), withdraw(ben, 3), withdraw(ben, 3)]).toEqual([
      ...['applied', 'applied', 'unknown-proposal'],
    ]);
    expect(propose(adjusted(500))).toBe('applied');
  });
});

describe('a proposal in the model, after a set of keys', () => {
  const signed = (one: Person): Signature => ({ ...one, offset: 1, atMs: 0 });
  const proposal: Proposal = {
    ...{ offset: 1, type: 'pool.adjusted', digest: '', proposer: signed(ann), expiresMs: 1 },
    ...{ by: ['approve', 'surveil'], approvers: [signed(cay)] },
  };

  it('ends where its proposer no longer has the key, the name or the role of the act', () => {
    expect(afterKeys(proposal, [ann, cay])).toEqual(proposal);
    expect(afterKeys(proposal, [cay])).toBeNull();
    expect(afterKeys(proposal, [{ ...ann, holder: 'dan' }, cay])).toBeNull();
    expect(afterKeys(proposal, [{ ...ann, roles: ['operate'] }, cay])).toBeNull();
  });

  it('loses the approvals of those who fill no role any more', () => {
    expect(afterKeys(proposal, [ann])?.approvers).toEqual([]);
    expect(afterKeys(proposal, [ann, { ...cay, roles: ['operate'] }])?.approvers).toEqual([]);
    const less = { ...cay, roles: ['surveil'] };
    expect(afterKeys(proposal, [ann, less])?.approvers).toEqual([signed(less)]);
  });

  it('shares the roles out in whichever way lets one more person approve', () => {
    expect(isOpenTo(proposal, ben)).toBe(true);
    expect(isOpenTo(proposal, person('dan', 'surveil'))).toBe(true);
    const filled = { ...proposal, approvers: [signed({ ...cay, roles: ['approve'] })] };
    expect(isOpenTo(filled, ben)).toBe(false);
  });
});

it('writes JSON as RFC 8785 does', () => {
  // The examples of the RFC itself.
  const numbers = [333333333.33333329, 1e30, 4.5, 2e-3, 1e-27, -0];
  expect(canonical({ numbers, literals: [null, true, false] })).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0]}',
  );
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
  const written = canonical(Object.fromEntries(names.map((name) => [name, 0])));
  expect(written).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join()}}`);
});
