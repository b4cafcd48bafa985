import { fc } from '#testing/laws';
import { parseJackpot, serializeJackpot } from './codec.js';
import { given, policies, reasonsOf, smallConfiguration } from './testing/log-script.js';

const flush = (seat: number) => ({ seat, hand: 'flush' as const });
const amounts = ({ award }: ReturnType<ReturnType<typeof given>['table']['settle']>) =>
  award?.payouts.map(({ seat, amountMicros }) => [seat, amountMicros]);
const posted = (fixed: number) => ({
  prizes: { ...smallConfiguration.prizes, flush: { fixed } },
});

describe('a bet', () => {
  // clause 14
  test('is paid what was posted when it was placed, beside one that was placed later', () => {
    const { play, table } = given();
    table.bet('1', 1);
    play.configure(posted(1));
    table.bet('1', 2);
    expect(amounts(table.settle('1', [flush(1), flush(2)]))).toEqual([
      [1, 2_500_000n],
      [2, 10_000n],
    ]);
  });

  test('keeps the share that was posted', () => {
    const { play, table } = given();
    table.bet('1', 1);
    const prizes = {
      ...smallConfiguration.prizes,
      'straight-flush': { fixed: 1, share: 5_000 },
    };
    play.configure({ prizes });
    table.bet('1', 2);
    const wins = [1, 2].map((seat) => ({ seat, hand: 'straight-flush' as const }));
    const { award } = table.settle('1', wins);
    // 10 % and 50 % of the same 1,014.00, each rounded down to the payout unit.
    expect(award?.payouts.map(({ amountMicros }) => amountMicros)).toEqual([
      101_000_000n,
      507_000_000n,
    ]);
  });

  test('keeps it where another table’s royal flush brings another configuration', () => {
    const { play, table } = given();
    const other = play.table('T2');
    table.bet('1', 1);
    other.bet('1', 1);
    play.configure({ ...posted(1), seed: 50_000 }, 'next-restart');
    const { award } = other.settle('1', [{ seat: 1, hand: 'royal-flush' }]);
    expect(award?.restart?.seedMicros).toBe(500_000_000n);
    expect(amounts(table.settle('1', [flush(1)]))).toEqual([[1, 2_500_000n]]);
  });

  test('keeps it while it is carried from round to round', () => {
    const { play, table } = given();
    table.bet('1', 1);
    table.void('1', 'shuffler-fault');
    play.configure(posted(1));
    table.open('2');
    table.void('2', 'shuffler-fault');
    table.bet('3', 2);
    expect(amounts(table.settle('3', [flush(1), flush(2)]))).toEqual([
      [1, 2_500_000n],
      [2, 10_000n],
    ]);
  });
});

describe('a round', () => {
  test('keeps the policies and the payout unit with which it began', () => {
    const { play, table } = given();
    table.open('1');
    const readings = { sideBetBase: 'both-base-bets', jackpotStakeOnWin: 'returned' } as const;
    play.configure({ ...policies(readings), payoutUnit: 1 });
    expect(table.bet('1', 1).effect).toBe('applied');
    const { award } = table.settle('1', [{ seat: 1, hand: 'straight-flush' }]);
    expect(award?.payouts).toMatchObject([{ amountMicros: 100_000_000n }]);
    expect(award?.payouts[0]?.stakeReturnedMicros).toBeUndefined();
    expect(reasonsOf(table.bet('2', 1))).toEqual(['no-base-bet']);
  });

  test('is locked by what is in force when it is settled', () => {
    const { play, table } = given();
    table.bet('1', 1);
    play.configure({ verifyAbove: 100 });
    expect(table.settle('1', [flush(1)]).award?.seats).toMatchObject([{ state: 'locked' }]);
  });
});

describe('terms', () => {
  test('are remembered while a round or a bet names them, and forgotten with the last of these', () => {
    const { play, table } = given();
    const { jackpot } = play;
    const other = play.table('T2');
    table.bet('1', 1);
    other.open('1');
    play.configure(posted(1));
    expect([...jackpot.former.keys()]).toEqual([0]);
    table.void('1', 'shuffler-fault');
    other.settle('1');
    table.open('2');
    expect(jackpot.former.size).toBe(1);
    const outcome = table.settle('2');
    expect([jackpot.former.size, outcome.stored]).toEqual([0, ['main']]);
  });

  test('that nothing names are not remembered, and none that no open bet keeps', () => {
    const { play, table } = given();
    play.configure(posted(1));
    expect(play.jackpot.former.size).toBe(0);
    table.bet('1', 1);
    play.configure(posted(2));
    play.configure(posted(3));
    expect([...play.jackpot.former.keys()]).toEqual([1]);
  });

  test('are not changed by an act that is only proposed', () => {
    const approvals = { 'award.granted': [{ from: 0, by: ['approve' as const] }] };
    const { play, table } = given({ approvals });
    table.bet('1', 1);
    play.configure({ ...posted(1), approvals }, 'next-restart');
    const data = {
      ...{ table: 'T1', round: '1', cause: 'ruling' as const, reason: 'r' },
      payouts: [{ seat: 1, hand: 'royal-flush' as const, amount: 100_700, fromPool: 100_700 }],
    };
    const outcome = play.command({
      type: 'act.proposed',
      data: {
        act: { type: 'award.granted', data },
        ...{ digest: 'a', role: 'adjust', expiresMs: Date.UTC(2026, 10, 22), note: 'n' },
      },
    });
    expect([outcome.effect, play.jackpot.former.size]).toEqual(['applied', 0]);
  });

  test('stay as they are where prizes, payout unit and policies are the same', () => {
    const { play } = given();
    play.configure({ seed: 5, stake: { min: 1, max: 2 }, tables: [{ id: 'T1' }], verifyAbove: 9 });
    expect([play.jackpot.terms.name, play.jackpot.former.size]).toEqual([0, 0]);
    play.configure(posted(1));
    expect(play.jackpot.terms.name).toBe(2);
  });

  test('are read back as they were written', () => {
    const { play, table } = given();
    table.bet('1', 1);
    play.configure(posted(1));
    const { jackpot } = play;
    const { accounts, causes, hands, closed, version, changedAtMs, lastWin, claims } = jackpot;
    const money = { accounts, causes, hands, closed };
    const elsewhere = { ...money, version, changedAtMs, lastWin, claims };
    const read = parseJackpot('main', serializeJackpot(jackpot), elsewhere);
    const [terms] = [...jackpot.former.values()];
    expect([...read.former]).toEqual([[0, { ...terms, named: 0 }]]);
    expect(read.terms).toEqual(jackpot.terms);
  });
});

test('what a bet is paid for a hand depends on no configuration after it', () => {
  const hands = ['straight-flush', 'four-of-a-kind', 'full-house', 'flush'] as const;
  const fixed = fc.integer({ min: 0, max: 5_000 });
  const change = fc.record({ fixed, share: fc.constantFrom(333, 1_000, 5_000) });
  fc.assert(
    fc.property(fc.constantFrom(...hands), fc.array(change, { maxLength: 4 }), (hand, changes) => {
      const paid = (later: typeof changes) => {
        const { play, table } = given();
        table.bet('1', 1);
        for (const each of later) {
          const prizes = Object.fromEntries(
            Object.keys(smallConfiguration.prizes).map((name) => {
              const share = { 'royal-flush': 10_000, 'straight-flush': each.share }[name];
              return [name, { fixed: each.fixed, ...(share && { share }) }];
            }),
          ) as typeof smallConfiguration.prizes;
          play.configure({ prizes });
        }
        return table.settle('1', [{ seat: 1, hand }]).award?.payouts;
      };
      expect(paid(changes)).toEqual(paid([]));
    }),
  );
});
