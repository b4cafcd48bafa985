import type { Act, Accounts, ModelEffect, Person } from './events.js';
import { Model } from './model.js';
import { personOf, Sayer } from './spec-words.js';

/** The worked case of the life of an award; its figures were calculated without the model. */
const APPROVALS = {
  'award.verified': [
    { from: 0, by: [] },
    { from: 500_000, by: ['approve'] },
    { from: 10_000_000, by: ['approve', 'surveil'], notice: 'regulator' },
  ],
  'award.reversed': [{ from: 0, by: ['approve'] }],
  'award.granted': [{ from: 0, by: ['approve', 'surveil'] }],
};

const ann = personOf('ann', 'adjust', 'operate', 'pay', 'configure');
const annAgain = { ...personOf('ann', 'approve', 'surveil'), kid: 'ann-2', x: 'ann-2' };
const ben = personOf('ben', 'approve');
const cay = personOf('cay', 'surveil');

const sayer = new Sayer(new Model());
const { model } = sayer;
let award = '';

/** In major units, as the figures are written. */
function accounts() {
  const inMajor = (micros: bigint) => Number(micros) / 1e6;
  const { pool, reserve, house, players, held }: Accounts = model.accounts('fortune');
  return [pool, reserve, house, players, held].map(inMajor);
}

/** Plays this number of bets of 50.00, one per round, at one table. */
function bets(count: number, prefix: string, table: string): void {
  for (let made = 1; made <= count; made += 1) {
    sayer.bet(`${prefix}${made}`, 3, 5000, table);
    if (made < count) sayer.settle(`${prefix}${made}`, [], {}, table);
  }
}

/** Gives each of these signatures in turn, the first as a proposal. */
function together(act: Act, [first, ...others]: [Person, ...Person[]]): ModelEffect[] {
  const expires = '1970-01-02T00:00:00Z';
  const proposed = sayer.act(first, 'act.proposed', { act, expires, note: 'test' });
  const proposal = sayer.newest;
  const approved = others.map((each) => sayer.act(each, 'act.approved', { proposal, act }));
  return [proposed, ...approved];
}

beforeAll(() => {
  const data = { verifyAbove: 1_000_000, approvals: APPROVALS };
  expect(sayer.configure(data).effect).toBe('applied');
});

describe('the worked case, in the model', () => {
  it('1: has what 100 bets make', () => {
    bets(100, 'r', 'T1');
    expect(accounts()).toEqual([1_003_500, 250, -998_750, -5000, 0]);
  });

  it('2: locks a royal flush, begins again, and shows it as pending', () => {
    const { award: made, value } = sayer.settle('r100', [[3, 'royal-flush']]);
    award = made?.id ?? '';
    expect(made?.states).toEqual([{ seat: 3, state: 'locked', slip: null, verified: null }]);
    expect(accounts()).toEqual([1_000_000, 0, -1_998_500, -5000, 1_003_500]);
    const winner = { seat: 3, hand: 'royal-flush', amount: 100_350_000 };
    expect(value).toMatchObject({
      text: 'MOP 1,000,000.00',
      hit: { award, table: 'T1', state: 'locked', winners: [winner] },
      pending: [{ award, table: 'T1', winners: [{ ...winner, state: 'locked' }] }],
      last: null,
    });
  });

  it('3: takes the bets of another table meanwhile', () => {
    bets(10, 'r', 'T2');
    expect(accounts()).toEqual([1_000_350, 25, -1_998_375, -5500, 1_003_500]);
  });

  it('4: pays nothing that was not verified', () => {
    const paid = { award, seat: 3, slip: 1, amount: 100_350_000, method: 'cheque' };
    const before = accounts();
    expect(sayer.act(ann, 'award.paid', paid).reasons).toEqual(['award-state']);
    expect(accounts()).toEqual(before);
  });

  it('5: gives the ledger without a win once two people have reversed it', () => {
    const data = { award, cause: 'false-claim', reason: 'The camera shows other cards.' };
    const act = { type: 'award.reversed', data };
    expect(sayer.act(ann, act.type, data).reasons).toEqual(['needs-approval']);
    const [, same, done] = together(act, [ann, annAgain, ben]);
    expect([same?.reasons, done?.effect]).toEqual([['same-person'], 'applied']);
    expect(accounts()).toEqual([1_003_850, 275, -998_625, -5500, 0]);
    expect(done?.award).toMatchObject({ cause: 'false-claim', affects: [] });
    expect(done?.award?.by.map(({ holder }) => holder)).toEqual(['ann', 'ben']);
    expect(done?.value).toMatchObject({ hit: { state: 'reversed' }, pending: [], last: null });
  });

  it('6: verifies the next by three people and pays it once, by slip 1', () => {
    sayer.bet('again', 3);
    const { award: made } = sayer.settle('again', [[3, 'royal-flush']]);
    const { id = '', payouts = [] } = made ?? {};
    expect([payouts[0]?.amount, made?.states[0]?.state]).toEqual([100_388_500, 'locked']);
    const evidence = { deck: 'counted' };
    const act = { type: 'award.verified', data: { award: id, seats: [3], evidence } };
    const [, , verified] = together(act, [ann, ben, cay]);
    const state = { seat: 3, state: 'verified', slip: 1, verified: verified?.value?.hit?.offset };
    expect(verified?.award?.states).toEqual([state]);
    expect(verified?.value).toMatchObject({ hit: { state: 'verified' }, last: { award: id } });
    const before = accounts();
    const paid = { award: id, seat: 3, slip: 1, amount: 100_388_500, method: 'cheque' };
    expect(sayer.act(ann, 'award.paid', paid).award?.states[0]?.state).toBe('paid');
    const [, , , players = 0, held] = accounts();
    expect([players - (before[3] ?? 0), held]).toEqual([1_003_885, 0]);
    expect(sayer.act(ann, 'award.paid', paid).reasons).toEqual(['award-state']);
  });
});
