import type { Role, SigningKey } from './keys.js';
import type { Approvals } from './configuration.js';
import type { ApprovableAct, CommandEvent } from './events.js';
import { foldEvent } from './fold.js';
import { approversOf } from './proposals.js';
import { given, reasonsOf, type LogScript } from './testing/log-script.js';
import { readBack, textOf } from './testing/states.js';

/** Acts that need more than one person (contract 4.5). */

const key = (kid: string, holder: string, ...roles: Role[]): SigningKey => {
  return { kid, holder, roles, x: kid };
};
const alice = key('alice', 'Alice', 'adjust', 'operate', 'configure');
const alice2 = key('alice-2', 'Alice', 'approve', 'surveil', 'adjust');
const bob = key('bob', 'Bob', 'approve');
const carol = key('carol', 'Carol', 'surveil', 'approve');
const dave = key('dave', 'Dave', 'adjust', 'operate');
const everybody = [alice, alice2, bob, carol, dave];

const adjusted = (amount: number): ApprovableAct => {
  return { type: 'pool.adjusted', data: { account: 'pool', amount, reason: 'r' } };
};
const digestOf = (act: ApprovableAct) => JSON.stringify(act);
const dayMs = 86_400_000;
const startMs = Date.UTC(2026, 10, 21);

/** A jackpot whose adjustments need one approver from 50.00 on, and two from 100.00 on. */
const tiers: Approvals = {
  'pool.adjusted': [
    { from: 0, by: [] },
    { from: 5_000, by: ['approve'] },
    { from: 10_000, by: ['approve', 'surveil'] },
  ],
};

function controlled(approvals: Approvals = tiers) {
  const { play } = given({ approvals });
  setKeys(play, everybody);
  return play;
}

let version = 0;
function setKeys(play: LogScript, keys: readonly SigningKey[]): void {
  version += 1;
  const event = {
    type: 'keys.set',
    data: { version, edition: 1, keys },
    root: 'root',
    jackpot: 'ledger',
  };
  play.fold('root', event as never);
}

function propose(play: LogScript, act = adjusted(5_000), by = alice, changes: object = {}) {
  const offset = play.offset;
  const data = { act, digest: digestOf(act), role: 'adjust' as const, note: 'n' };
  const expiresMs = startMs + dayMs;
  const body = { type: 'act.proposed', data: { ...data, expiresMs, ...changes } } as const;
  return { offset, outcome: play.command(body, { by }) };
}

function approve(
  play: LogScript,
  proposal: number,
  by: CommandEvent['by'],
  act = adjusted(5_000),
  atMs?: number,
) {
  const body = { type: 'act.approved', data: { proposal, act, digest: digestOf(act) } } as const;
  return play.command(body, { by, ...(atMs !== undefined && { atMs }) });
}

describe('an act', () => {
  test('below the first row that asks for somebody is done by one signature', () => {
    const play = controlled();
    expect(play.adjust('pool', 4_999).effect).toBe('applied');
    expect(reasonsOf(propose(play, adjusted(-4_999)).outcome)).toEqual(['invalid-command']);
  });

  test.each([5_000, -5_000, 10_000])('of %i is not done by one signature', (amount) => {
    const play = controlled();
    const before = textOf(play.state);
    const outcome = play.adjust('pool', amount);
    expect(outcome.exceptions[0]?.reason).toBe('needs-approval');
    expect(textOf(play.state)).toBe(before);
  });

  test('of many small ones by one person on one day is as one large', () => {
    const play = controlled();
    const reason = 'needs-approval';
    expect(play.adjust('pool', 4_000).effect).toBe('applied');
    const second = play.adjust('pool', -1_000);
    expect(second.exceptions).toEqual([
      {
        reason,
        detail:
          'pool.adjusted of main needs more than one person, with the 4000 minor units of MOP that you have done alone today: propose it, and let others approve it (approve).',
      },
    ]);
    // A refused act does not count, and one person's acts do not count for another.
    expect(play.adjust('pool', 999).effect).toBe('applied');
    expect(reasonsOf(play.adjust('pool', 1))).toEqual([reason]);
    expect(play.command(adjusted(4_999), { by: dave }).effect).toBe('applied');
    const ownLedger = readBack(play.state).jackpots.get('main')?.alone.sums;
    expect([...(ownLedger ?? [])]).toEqual([
      ['pool.adjusted ops1', 4_999],
      ['pool.adjusted dave', 4_999],
    ]);
    // It can be proposed: together with the others it needs approval.
    expect(propose(play, adjusted(1), dave).outcome.effect).toBe('applied');
    const nextDay = { atMs: startMs + dayMs };
    expect(play.command(adjusted(4_999), { by: dave, ...nextDay }).effect).toBe('applied');
  });

  // clause 34
  test('is done by the record of the last who must approve it, and once', () => {
    const play = controlled();
    const { offset, outcome } = propose(play, adjusted(10_000));
    expect([outcome.effect, outcome.postings]).toEqual(['applied', []]);
    const before = play.ledger.pool;
    expect(approve(play, offset, bob, adjusted(10_000)).postings).toEqual([]);
    expect(play.ledger.pool).toBe(before);
    expect(approve(play, offset, carol, adjusted(10_000)).effect).toBe('applied');
    expect(play.ledger.pool).toBe(before + 10_000);
    expect(reasonsOf(approve(play, offset, bob, adjusted(10_000)))).toEqual(['unknown-proposal']);
    expect(play.ledger.pool).toBe(before + 10_000);
  });

  test('takes the approvers in any order and shares out their roles', () => {
    const play = controlled();
    const { offset } = propose(play, adjusted(10_000));
    // Carol could fill either role; Bob can fill one only if she fills surveil.
    approve(play, offset, carol, adjusted(10_000));
    expect(approve(play, offset, bob, adjusted(10_000)).effect).toBe('applied');
    expect(play.jackpot.proposals).toEqual([]);
  });

  test('that only stops something needs one person, whatever the rows say', () => {
    const play = controlled({ 'jackpot.resumed': [{ from: 0, by: ['approve'] }] });
    expect(play.command({ type: 'jackpot.suspended', data: { reason: 'r' } }).effect).toBe(
      'applied',
    );
    expect(reasonsOf(play.command({ type: 'jackpot.resumed', data: { reason: 'r' } }))).toEqual([
      'needs-approval',
    ]);
  });
});

describe('an approval is refused', () => {
  test.each<[string, SigningKey, string]>([
    ['of the proposer', alice, 'same-person'],
    ['of the proposer’s holder by another key', alice2, 'same-person'],
    ['of a key without a role of the row', dave, 'not-permitted'],
  ])('%s', (_, by, reason) => {
    const play = controlled();
    const { offset } = propose(play);
    const before = textOf(play.state);
    expect(reasonsOf(approve(play, offset, by))).toEqual([reason]);
    expect(textOf(play.state)).toBe(before);
    expect(approve(play, offset, bob).effect).toBe('applied');
  });

  test('by the same approver twice, and by one more of a role that is filled', () => {
    const play = controlled();
    const { offset } = propose(play, adjusted(10_000));
    approve(play, offset, bob, adjusted(10_000));
    expect(reasonsOf(approve(play, offset, bob, adjusted(10_000)))).toEqual(['same-person']);
    const bert = key('bert', 'Bert', 'approve');
    setKeys(play, [...everybody, bert]);
    expect(reasonsOf(approve(play, offset, bert, adjusted(10_000)))).toEqual(['not-permitted']);
  });

  test('of another act, of another proposal, and before the proposal', () => {
    const play = controlled();
    expect(reasonsOf(approve(play, play.offset + 1, bob))).toEqual(['unknown-proposal']);
    const { offset } = propose(play);
    expect(reasonsOf(approve(play, offset, bob, adjusted(5_001)))).toEqual(['proposal-differs']);
    expect(reasonsOf(approve(play, offset + 1, bob))).toEqual(['unknown-proposal']);
  });

  test('for another jackpot’s proposal', () => {
    const play = controlled();
    const { offset } = propose(play);
    const configuration = { ...play.jackpot.configuration, id: 'other' };
    const data = { configuration, exponent: 2, effective: 'now', replacesPending: false } as const;
    play.command({ type: 'jackpot.configured', data }, { jackpot: 'other' });
    const act = adjusted(5_000);
    const approved = { proposal: offset, act, digest: digestOf(act) };
    const outcome = play.command(
      { type: 'act.approved', data: approved },
      { jackpot: 'other', by: bob },
    );
    expect(reasonsOf(outcome)).toEqual(['unknown-proposal']);
  });

  test('from the millisecond at which the proposal expires', () => {
    const play = controlled();
    const { offset } = propose(play, adjusted(5_000), alice, { expiresMs: startMs + 5_000 });
    const late = approve(play, offset, bob, adjusted(5_000), startMs + 5_000);
    expect(reasonsOf(late)).toEqual(['proposal-expired']);
    expect(approve(play, offset, bob, adjusted(5_000), startMs + 4_999).effect).toBe('applied');
  });

  test('where the act itself is refused by then; the proposal stays', () => {
    const play = controlled();
    const { offset } = propose(play, adjusted(-100_000));
    play.adjust('pool', -1);
    const before = textOf(play.state);
    approve(play, offset, bob, adjusted(-100_000));
    const last = approve(play, offset, carol, adjusted(-100_000));
    expect(reasonsOf(last)).toEqual(['invalid-command']);
    expect(play.jackpot.proposals[0]?.approvals).toMatchObject([{ kid: 'bob', holder: 'Bob' }]);
    expect(textOf(play.state)).not.toBe(before);
    play.adjust('pool', 1);
    expect(approve(play, offset, carol, adjusted(-100_000)).effect).toBe('applied');
  });
});

describe('a proposal', () => {
  test('is refused for what its act would be refused for, and changes nothing then', () => {
    const play = controlled();
    const before = textOf(play.state);
    expect(reasonsOf(propose(play, adjusted(-100_001)).outcome)).toEqual(['invalid-command']);
    expect(textOf(play.state)).toBe(before);
  });

  test.each([0, -1, 7 * dayMs + 1_000])('that expires in %i ms is refused', (inMs) => {
    const play = controlled();
    const { outcome } = propose(play, adjusted(5_000), alice, {
      expiresMs: startMs + play.offset + inMs,
    });
    expect(reasonsOf(outcome)).toEqual(['invalid-command']);
  });

  test('is the 33rd, and refused, until one is withdrawn or has expired', () => {
    const play = controlled();
    const offsets = Array.from({ length: 32 }, (_, each) => propose(play, adjusted(5_000 + each)));
    expect(reasonsOf(propose(play).outcome)).toEqual(['too-many-proposals']);
    const data = { proposal: offsets[3]?.offset ?? 0, reason: 'r' };
    expect(play.command({ type: 'act.withdrawn', data }, { by: alice }).effect).toBe('applied');
    expect(propose(play).outcome.effect).toBe('applied');
    expect(play.jackpot.proposals).toHaveLength(32);
  });

  test.each<[string, SigningKey, string[]]>([
    ['by another key of its proposer', { ...alice2, roles: [] }, []],
    ['by somebody who may approve', bob, []],
    ['but by nobody else', dave, ['not-permitted']],
  ])('is withdrawn %s', (_, by, reasons) => {
    const play = controlled();
    const data = { proposal: propose(play).offset, reason: 'r' };
    expect(reasonsOf(play.command({ type: 'act.withdrawn', data }, { by }))).toEqual(reasons);
    expect(play.jackpot.proposals).toHaveLength(reasons.length);
  });

  test('ends with a configuration that comes into force', () => {
    const play = controlled();
    const { offset } = propose(play);
    play.configure({ seed: 200_000, approvals: tiers });
    expect(reasonsOf(approve(play, offset, bob))).toEqual(['unknown-proposal']);
  });

  test.each<[string, SigningKey[]]>([
    ['is revoked', [bob, carol]],
    ['goes to another holder', [{ ...alice, holder: 'Mallory' }, bob]],
    ['loses the role of the act', [{ ...alice, roles: ['operate'] }, bob]],
  ])('ends when the proposer’s key %s', (_, keys) => {
    const play = controlled();
    const { offset } = propose(play);
    setKeys(play, keys);
    setKeys(play, everybody);
    expect(reasonsOf(approve(play, offset, bob))).toEqual(['unknown-proposal']);
  });

  test.each<[string, SigningKey[]]>([
    ['is revoked', [alice, carol]],
    ['goes to another holder', [alice, { ...bob, holder: 'Mallory' }]],
    ['loses its role, which comes back', [alice, { ...bob, roles: ['operate'] }]],
  ])('loses the approval of a key that %s', (_, keys) => {
    const play = controlled();
    const { offset } = propose(play, adjusted(10_000));
    approve(play, offset, bob, adjusted(10_000));
    setKeys(play, keys);
    setKeys(play, everybody);
    expect(approve(play, offset, carol, adjusted(10_000)).postings).toEqual([]);
    expect(approve(play, offset, bob, adjusted(10_000)).effect).toBe('applied');
    expect(play.jackpot.proposals).toEqual([]);
  });

  test('is in the ledger, with its approvals', () => {
    const play = controlled();
    const { offset } = propose(play, adjusted(10_000));
    approve(play, offset, bob, adjusted(10_000));
    const again = readBack(play.state);
    expect(textOf(again)).toBe(textOf(play.state));
    expect(again.jackpots.get('main')?.proposals).toEqual(play.jackpot.proposals);
  });
});

test('one person is one, however the name of the holder is written', () => {
  const play = controlled();
  const { offset } = propose(play);
  for (const holder of ['Alice', 'alice', 'A.Lice', '_alice-']) {
    const same = key('alice-3', holder, 'approve', 'adjust');
    const refused = approve(play, offset, same).exceptions[0];
    expect(refused?.detail).toBe(
      `Alice has already signed proposal ${offset}: another person must sign it.`,
    );
  }
  play.command(adjusted(4_000), { by: alice });
  const alike = play.command(adjusted(1_000), { by: { ...alice, holder: 'a-lice' } });
  expect(reasonsOf(alike)).toEqual(['needs-approval']);
});

test('a win whose deck was not counted needs one person more', () => {
  const verified = (deck: 'counted' | 'short' | 'not-counted') => {
    const evidence = { deck, note: 'n' };
    return { type: 'award.verified', data: { award: 'x', seats: [1], evidence } } as const;
  };
  const { jackpot } = controlled({ 'award.verified': [{ from: 0, by: ['surveil'] }] });
  expect(approversOf(jackpot, verified('counted'))).toEqual(['surveil']);
  expect(approversOf(jackpot, verified('short'))).toEqual(['surveil', 'approve']);
  const others = controlled({}).jackpot;
  expect(approversOf(others, verified('not-counted'))).toEqual(['approve']);
  const alone = given({ approvals: null }).play.jackpot;
  expect(approversOf(alone, verified('not-counted'))).toEqual([]);
});

test('a proposal that would expire too late is wrong by itself, also of a jackpot that is not known', () => {
  const play = controlled();
  const act = adjusted(5_000);
  const data = { act, digest: digestOf(act), role: 'adjust' as const, note: 'n' };
  const expiresMs = startMs + 8 * dayMs;
  const body = { type: 'act.proposed', data: { ...data, expiresMs } } as const;
  const event = { ...body, id: 'x', jackpot: 'nobody', source: 'ops', sequence: 1n, by: alice };
  const position = { offset: 900, recordedAtMs: startMs };
  expect(reasonsOf(foldEvent(play.state, event, position))).toEqual(['invalid-command']);
});

test('the rows in force decide about their own change', () => {
  const play = controlled({ 'jackpot.configured': [{ from: 0, by: ['approve'] }] });
  expect(reasonsOf(play.configure({ approvals: null }))).toEqual(['needs-approval']);
  const configuration = { ...play.jackpot.configuration, approvals: null };
  const data = { configuration, exponent: 2, effective: 'now', replacesPending: false } as const;
  const act = { type: 'jackpot.configured', data } as const;
  const { offset } = propose(play, act, alice, { role: 'configure' });
  expect(approve(play, offset, bob, act).effect).toBe('applied');
  expect(play.configure({ approvals: null }).effect).toBe('applied');
});
