import {
  main,
  bet,
  placed,
  withdrawn,
  begun,
  ended,
  blocked,
  suspended,
  type Alone,
  type Pair,
} from './precedence-logs.js';

/** The rows of table events about rounds and bets. */
export const roundRows: readonly (Pair | Alone)[] = [
  {
    first: 'seat-taken',
    second: 'table-blocked',
    write: (log, fixed) => {
      blocked(begun(log).configure(main, { tables: [{ id: 'T1' }] }));
      return placed(log, { seat: fixed ? 2 : 1 });
    },
  },
  {
    first: 'table-blocked',
    second: 'jackpot-suspended',
    write: (log, fixed) => {
      suspended(log.configure(main, { tables: [{ id: 'T1' }] }));
      if (!fixed) blocked(log);
      return log.event(main, 'T1', 'bet.placed', bet);
    },
  },
  {
    first: 'jackpot-suspended',
    second: 'round-already-settled',
    write: (log, fixed) => placed(fixed ? ended(log) : suspended(ended(log)), {}),
  },
  {
    first: 'round-already-settled',
    second: 'unknown-round',
    write: (log, fixed) => withdrawn(ended(log), fixed ? '2' : '1'),
  },
  {
    first: 'unknown-round',
    second: 'no-such-bet',
    write: (log, fixed) => withdrawn(begun(log), fixed ? '1' : '2', 2),
  },
  {
    first: 'no-such-bet',
    second: 'bets-closed',
    write: (log, fixed) => {
      begun(log).event(main, 'T1', 'round.dealt', { round: '1' });
      return withdrawn(log, '1', fixed ? 1 : 2);
    },
  },
  {
    first: 'bets-closed',
    second: 'wrong-currency',
    write: (log, fixed) => {
      begun(log).event(main, 'T1', 'round.dealt', { round: fixed ? '2' : '1' });
      return placed(log, { round: fixed ? '3' : '1', seat: 2, currency: 'HKD' });
    },
  },
  {
    first: 'wrong-currency',
    second: 'stake-out-of-limits',
    write: (log, fixed) =>
      placed(begun(log), { seat: 2, currency: fixed ? 'MOP' : 'HKD', stake: 1 }),
  },
  {
    first: 'stake-out-of-limits',
    second: 'no-such-seat',
    write: (log, fixed) => {
      log.configure(main, { tables: [{ id: 'T1', seats: 5 }] });
      return placed(log, { stake: fixed ? 1_000 : 1, seat: 6 });
    },
  },
  {
    first: 'no-such-seat',
    second: 'no-base-bet',
    write: (log, fixed) => {
      log.configure(main, { tables: [{ id: 'T1', seats: 5 }] });
      return placed(log, { seat: fixed ? 5 : 6, baseBets: [] });
    },
  },
  {
    first: 'no-base-bet',
    skips: 'It is the last reason for bet.placed; those after it are for other types.',
  },
  {
    first: 'seats-disagree',
    skips: 'It is the last reason for round.dealt; those after it are for round.settled.',
  },
  {
    first: 'not-dealt',
    second: 'impossible-wins',
    write: (log, fixed) => {
      begun(log).configure(main, { tables: [{ id: 'T1', dealt: 'seats' }] });
      if (fixed) log.event(main, 'T1', 'round.dealt', { round: '1', seats: [1] });
      return log.settle(main, 'T1', '1', [{ ...royalFlush, seat: 2 }]);
    },
  },
  {
    first: 'impossible-wins',
    second: 'wins-disagree-with-cards',
    write: (log, fixed) =>
      begun(log)
        .bet(main, 'T1', '1', 2)
        .event(main, 'T1', 'round.settled', {
          round: '1',
          wins: (fixed ? [1] : [1, 2]).map((seat) => ({ seat, hand: 'royal-flush' })),
          community: ['2h', '9s'],
        }),
  },
  {
    first: 'wins-disagree-with-cards',
    second: 'ledger-range',
    write: (log, fixed) => {
      log.configure(main, { prizes: largestPrizes });
      // The ledger's range holds exactly this many royal flushes.
      for (let round = 1; round <= 345; round += 1) {
        log.bet(main, 'T1', String(round), 1);
        log.settle(main, 'T1', String(round), [royalFlush]);
      }
      log.bet(main, 'T1', '346', 1);
      const community = fixed ? ['Ah', 'Kh'] : ['2h', '9s'];
      const settled = { round: '346', wins: [royalFlush], community };
      return log.event(main, 'T1', 'round.settled', settled);
    },
  },
  {
    first: 'ledger-range',
    second: 'too-many-claims',
    write: (log, fixed) => {
      log.configure(main, { prizes: largestPrizes, verifyAbove: 0 });
      // At most a hundred awards wait for each table.
      for (let round = 1; round <= 345; round += 1) {
        const table = `T${Math.ceil(round / 100)}`;
        log.bet(main, table, String(round), 1);
        log.settle(main, table, String(round), [royalFlush]);
      }
      log.bet(main, 'T1', '346', 1);
      const hand = fixed ? 'flush' : royalFlush.hand;
      return log.settle(main, 'T1', '346', [{ ...royalFlush, hand }]);
    },
  },
];

const royalFlush = { seat: 1, hand: 'royal-flush' };
const largestPrizes = {
  'royal-flush': { fixed: 1_000_000_000_000, share: 10_000 },
  'straight-flush': { fixed: 5_000, share: 1_000 },
  'four-of-a-kind': { fixed: 1_500 },
  'full-house': { fixed: 500 },
  flush: { fixed: 250 },
};
