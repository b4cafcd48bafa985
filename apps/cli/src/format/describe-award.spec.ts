import { type Command, type GrantDoubt, isChange } from '#acts';
import { foldRecords } from '#engine';
import { emptyState, roles, tableKey, type Jackpot, type PartitionState } from '#pools';
import { WrittenLog } from '#testing/written-log';
import { actFacts } from '../../../../libs/acts/src/act-facts.js';
import { foldCommand } from '../../../../libs/acts/src/fold-command.js';
import { describeAct } from './describe-act.js';
import { describeDoubt, describeSaid } from './describe-award.js';

/**
 * A pool of MOP 1,000.00, to which each bet of MOP 10.00 adds 7.00; the reserve gets 0.50. A royal
 * flush at seat 3 takes all of it, and waits.
 */
const royal = 'main/T1/1/3';
const signatory = { kid: 'ops-1', holder: 'J.Wong', roles };
let state: PartitionState;
let offset: number;

beforeEach(() => {
  const log = new WrittenLog().configure('main', { verifyAbove: 400 });
  log.bet('main', 'T1', '1', 3).settle('main', 'T1', '1', [{ seat: 3, hand: 'royal-flush' }]);
  state = emptyState();
  foldRecords(state, log.records, WrittenLog.context);
  offset = log.records.length;
});

function main(): Jackpot {
  const own = state.jackpots.get('main') as Jackpot;
  const { accounts, blocked, claims } = own;
  return {
    ...own,
    accounts: { ...accounts },
    blocked: new Set(blocked),
    claims: new Map(claims),
    open: new Set(own.open),
  };
}

/** The lines that people see for an act. */
function shown(type: Command['type'], data: object): string[] {
  const { table: name = '' } = data as { table?: string };
  const table = state.tables.get(tableKey('main', name));
  const before = { jackpot: main(), table, openRounds: new Map<number, number>() };
  const command = { type, subject: 'main', data };
  const place = { partition: WrittenLog.partition, partitions: 3, offset };
  offset += 1;
  expect(foldCommand(state, command, place, { source: 'test', signatory })).toBeUndefined();
  const after = { jackpot: main(), table, openRounds: new Map<number, number>() };
  const facts = actFacts(
    before.jackpot,
    command,
    { before, after, authority: state.authority },
    type,
  );
  expect(isChange(facts)).toBe(true);
  return describeAct(facts).trimEnd().split('\n');
}

const granted = {
  ...{ table: 'T1', round: '1', cause: 'missed-win', reason: 'a test' },
  payouts: [{ seat: 3, hand: 'flush', amount: 250, fromPool: 0 }],
};
const verified = { award: royal, seats: [3], evidence: { deck: 'counted', note: 'file 1' } };
const reversed = { award: royal, cause: 'misread', reason: 'a test' };

describe('what an act does to an award is shown whole', () => {
  it('where one is granted: another of the seat in this round, unless it is reversed', () => {
    const look = `  LOOK: seat 3 of this round has an award already, ${royal}, locked`;
    expect(shown('award.granted', granted)).toContain(look);
    shown('award.reversed', reversed);
    const again = shown('award.granted', granted).filter((line) => line.startsWith('  LOOK'));
    expect(again).toEqual([look.replace(royal, 'main/T1/1/4')]);
  });

  it.each<[GrantDoubt, string]>([
    [{ is: 'unknown-round', since: 0 }, 'the log has no round 1 of table T1'],
    [
      { is: 'unknown-round', since: 8 },
      'the log has no round 1 of table T1 since the checkpoint, which ends at offset 7; use an older checkpoint, or none',
    ],
    [
      { is: 'open-round' },
      'round 1 of table T1 is still open: the table itself can declare the win',
    ],
    [
      { is: 'voided-round' },
      'round 1 of table T1 was void: its bets were given back, or carried over',
    ],
    [{ is: 'no-bet', seat: 5 }, 'seat 5 has no jackpot bet in round 1 of table T1'],
    [
      { is: 'won-already', seat: 4, hand: 'flush' },
      'seat 4 has won a flush in that round already, declared or granted',
    ],
    [
      { is: 'other-cards', seat: 2, cards: ['Tc', 'Ac', '6s'], combination: 'pair' },
      'the table declared Tc Ac 6s for seat 2, which is: pair',
    ],
    [{ is: 'impossible', why: 'No deal of one deck.' }, 'No deal of one deck'],
    [
      {
        is: 'restarted-since',
        awards: ['main/T2/9/25'],
        hands: [{ seat: 3, hand: 'royal-flush', amount: 91_374_200 }],
      },
      'the pool has restarted since that round, after main/T2/9/25: this takes the seed of now and restarts it again. With nothing of the pool, as 3:royal-flush:913742.00:0.00 with --amount-differs and --despite, the house pays and the pool stays',
    ],
    [
      { is: 'expired-there', award: 'main/T1/1/9', seat: 4, amount: 250_000 },
      'main/T1/1/9 of seat 4 has expired, and an account has its MOP 2,500.00 (`explain` says which). This takes the win from pool and house again: put the accounts right after it with `adjust`',
    ],
    [{ is: 'other-pool', seat: 4, fromPool: 0 }, 'the pool would have given seat 4 MOP 0.00'],
    [
      { is: 'other-seat', seat: 5, hand: 'royal-flush', paid: 101_400, due: 91_260 },
      'seat 5, royal-flush, was paid MOP 1,014.00; with this win its prize is MOP 912.60 by the law',
    ],
    [
      { is: 'other-amount', seat: 4, hand: 'flush', prize: 250 },
      'seat 4 gets another amount than the prize of a flush in that round, which was MOP 2.50',
    ],
  ])('where one is granted with the doubt %j, in a sentence', (doubt, sentence) => {
    const of = { table: 'T1', round: '1', currency: 'MOP' };
    expect(describeDoubt(doubt, of)).toBe(sentence);
  });

  it('where it is verified: the slip and the evidence, and that no account moves', () => {
    expect(shown('award.verified', verified)).toEqual([
      royal,
      '  seat 3, royal-flush, MOP 1,007.00: locked -> verified, slip 1',
      '  says: deck counted; no cards; note: file 1',
      '  pool: stays MOP 1,000.00',
      '  reserve: stays MOP 0.00',
      '  house: stays MOP -1,997.00',
      '  players: stays MOP -10.00',
      '  held: stays MOP 1,007.00',
      '  the signs keep showing MOP 1,000.00',
    ]);
  });

  it('where it is paid: what leaves `held`, and how', () => {
    shown('award.verified', verified);
    const paid = {
      award: royal,
      seat: 3,
      slip: 1,
      amount: 100_700,
      method: 'chips',
      withheld: 700,
    };
    expect(shown('award.paid', paid)).toEqual([
      royal,
      '  seat 3, royal-flush, MOP 1,007.00: verified -> paid',
      '  says: slip 1; by chips; of which MOP 7.00 is withheld, so hand over MOP 1,000.00',
      '  pool: stays MOP 1,000.00',
      '  reserve: stays MOP 0.00',
      '  house: stays MOP -1,997.00',
      '  players: MOP -10.00 -> MOP 997.00',
      '  held: MOP 1,007.00 -> MOP 0.00',
      '  the signs keep showing MOP 1,000.00',
    ]);
  });

  it('where it is reversed: the accounts of the log without it, and the value on the sign', () => {
    expect(shown('award.reversed', reversed)).toEqual([
      royal,
      '  seat 3, royal-flush, MOP 1,007.00: locked -> reversed',
      '  leaves the accounts as they would be without the award',
      '  says: cause misread',
      '  pool: MOP 1,000.00 -> MOP 1,007.00',
      '  reserve: MOP 0.00 -> MOP 0.50',
      '  house: MOP -1,997.00 -> MOP -997.50',
      '  players: stays MOP -10.00',
      '  held: MOP 1,007.00 -> MOP 0.00',
      '  the signs: MOP 1,000.00 -> MOP 1,007.00',
    ]);
  });

  it('where something came since that the reversal does not undo: in words, by offset', () => {
    shown('pool.adjusted', { amount: 500, account: 'pool', reason: 'a test' });
    const granted = { seat: 1, hand: 'flush', amount: 250, fromPool: 50 };
    const why = { cause: 'ruling', reason: 'a test' };
    shown('award.granted', { table: 'T1', round: '2', payouts: [granted], ...why });
    expect(shown('award.reversed', reversed).slice(2, 6)).toEqual([
      '  does not leave the accounts as they would be without the award:',
      '    an adjustment, or an award that expired to pool or reserve, by the record at 4',
      '    another award, which was made, reversed or forgotten since, by the record at 5',
      '    the amounts of the others cannot be computed: compare the awards, and decide',
    ]);
  });

  it('where the pool was below the seed: what stays in it, and the command that puts it right', () => {
    shown('award.reversed', reversed);
    shown('pool.adjusted', { amount: -50_055, account: 'pool', reason: 'a test' });
    const payout = { seat: 2, hand: 'royal-flush', amount: 50_645, fromPool: 50_645 };
    const why = { cause: 'ruling', reason: 'a test' };
    shown('award.granted', { table: 'T1', round: '2', payouts: [payout], ...why });
    const false2 = { ...reversed, award: 'main/T1/2/6' };
    expect(shown('award.reversed', false2).slice(2, 6)).toEqual([
      '  does not leave the accounts as they would be without the award:',
      '    the restart put more into the pool than the award took, and a reversal does not lower it: pool has MOP 493.55 too much, house has MOP 493.55 too little',
      '  to put that right, once this is done and before anything else:',
      "    jackpot adjust main --account pool --amount -493.55 --reason 'left by the reversal of main/T1/2/6' --not-an-award",
    ]);
  });

  it('where it expires: to whom its money goes', () => {
    const expired = { award: royal, seat: 3, reason: '30 days' };
    expect(shown('award.expired', expired)).toEqual(
      expect.arrayContaining([
        '  seat 3, royal-flush, MOP 1,007.00: locked -> expired',
        expect.stringMatching(/^  won \d+ d \d+ h ago$/),
        '  house: MOP -1,997.00 -> MOP -990.00',
        '  held: MOP 1,007.00 -> MOP 0.00',
      ]),
    );
  });

  it('where it is granted in the place of a reversed one: who pays, and the restart', () => {
    shown('award.reversed', reversed);
    const granted = { seat: 2, hand: 'royal-flush', amount: 100_700, fromPool: 100_700 };
    const why = { cause: 'wrong-seat', reason: 'a test', replaces: royal };
    expect(shown('award.granted', { table: 'T1', round: '1', payouts: [granted], ...why })).toEqual(
      [
        'main, table T1',
        '  seat 2, royal-flush, MOP 1,007.00: MOP 1,007.00 of the pool, MOP 0.00 of the house; locked',
        '  the pool restarts: seed MOP 1,000.00, of which MOP 0.50 from the reserve and MOP 999.50 from the house',
        `  replaces ${royal}, which was reversed`,
        '  says: cause wrong-seat',
        '  pool: MOP 1,007.00 -> MOP 1,000.00',
        '  reserve: MOP 0.50 -> MOP 0.00',
        '  house: MOP -997.50 -> MOP -1,997.00',
        '  players: stays MOP -10.00',
        '  held: MOP 0.00 -> MOP 1,007.00',
        '  the signs: MOP 1,007.00 -> MOP 1,000.00',
      ],
    );
  });
});

describe('what a person says with an act', () => {
  const evidence = { deck: 'short', note: 'two cards are missing' };
  const short = { award: royal, seats: [3], evidence };

  test.each([
    { opening: { amount: 1, on: '2026-11-30', from: 'the other desk' } },
    { opening: true },
    { withheld: 100, slip: 7, method: 'cash' },
    { cause: 'misread', receipt: 'R-1', note: 'all is well' },
  ])('is not hidden, nor added to, by members that the act does not have: %j', (more) => {
    const plain = describeSaid('award.verified', short, 'MOP');
    expect(plain.join('')).toContain('deck short');
    expect(describeSaid('award.verified', { ...short, ...more }, 'MOP')).toEqual(plain);
  });

  test('of an adjustment is the running amount that it takes over', () => {
    const opening = { amount: 348_021_750, on: '2026-11-30', from: 'the old system' };
    const data = { amount: 1, account: 'pool', reason: 'r', opening };
    expect(describeSaid('pool.adjusted', data, 'MOP')).toEqual([
      '  takes over MOP 3,480,217.50 of the old system, as of 2026-11-30\n',
    ]);
    expect(describeSaid('pool.adjusted', { ...data, opening: undefined }, 'MOP')).toEqual([]);
  });
});
