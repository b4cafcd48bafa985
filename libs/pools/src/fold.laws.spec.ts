import { fc } from '#testing/laws';
import type { PoolEvent } from './events.js';
import { foldEvent, isCommand } from './fold.js';
import type { Claim } from './claims.js';
import { noBets, noPrizes, postedBy, type BetMeter, type PrizeMeter } from './meters.js';
import { foldRefusals, foldRemarks } from './reasons.js';
import { accountNames, emptyState, type TableState } from './state.js';
import { netted } from './testing/log-script.js';
import { acts, anyLog, endings, everyKind } from './testing/random-logs.js';
import { beginnings, logOf, scriptedJackpots } from './testing/scripted-log.js';
import { foldAll, readBack, tablesOf, textOf } from './testing/states.js';

/** A command is valid once by its key's sequence, which is checked before the fold. */
const isTableEvent = (event: PoolEvent) => !isCommand(event);

/** An operator's reset makes a table's events from some sequence on count again. */
const isReset = ({ jackpot, source }: PoolEvent, log: PoolEvent[]) =>
  log.some(
    (event) =>
      event.type === 'table.reset' && event.jackpot === jackpot && event.data.table === source,
  );

/** Every table's first event, by which its jackpot knows it. */
const arrivals = scriptedJackpots.flatMap((jackpot) =>
  ['T1', 'T2', 'T3'].map((source): PoolEvent => {
    const data = { round: 'first' };
    return { id: 'first', jackpot, source, sequence: 1n, content: 1, type: 'round.opened', data };
  }),
);

test('the random logs hold awards, restarts, refusals and remarks of every kind', () => {
  const seen = new Set<string>();
  for (const events of fc.sample(anyLog, { numRuns: 500, seed: 1 })) {
    for (const { effect, award, exceptions } of foldAll(emptyState(), events)) {
      seen.add(effect);
      if (award) seen.add(award.restart ? 'restart' : 'award');
      for (const { reason } of exceptions) seen.add(reason);
    }
  }
  // 32 proposals, 100 awards or 1,001, wrong payments, absurd prizes, ends: they have their own
  // tests.
  const rare = [
    'jackpot-retired',
    'meters-differ',
    'unknown-jackpot',
    'wrong-currency',
    'wins-disagree-with-cards',
    'ledger-range',
    'too-many-claims',
    'too-many-proposals',
    'award-final',
    'amount-differs',
  ];
  const reasons = ['invalid-command', ...foldRefusals, ...foldRemarks];
  const expected = reasons.filter((reason) => !rare.includes(reason));
  const wanted = ['applied', 'refused', 'duplicate', 'award', 'restart', ...expected];
  expect(wanted.filter((each) => !seen.has(each))).toEqual([]);
});

// clause 9
test('each row of the meters sums to zero, and each column to the balance of its account', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = emptyState();
      events.forEach((event, offset) => foldEvent(state, event, { offset, recordedAtMs: offset }));
      for (const { accounts, causes } of state.jackpots.values()) {
        const rows = [...causes.values()];
        for (const row of rows) {
          expect(accountNames.reduce((sum, name) => sum + row[name], 0n)).toBe(0n);
        }
        for (const name of accountNames) {
          expect(rows.reduce((sum, row) => sum + row[name], 0n)).toBe(accounts[name]);
        }
      }
    }),
    { numRuns: 50 },
  );
});

// clause 10
test('the meters of tables and hands agree with those of the causes, and with what is held', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = emptyState();
      events.forEach((event, offset) => foldEvent(state, event, { offset, recordedAtMs: offset }));
      for (const { id, causes, hands, claims } of state.jackpots.values()) {
        const tables = [...state.tables].flatMap(([key, table]) => {
          return key.startsWith(`${id}/`) ? [table] : [];
        });
        const bet = postedBy(causes, 'contribution');
        const back = postedBy(causes, 'refund');
        const award = postedBy(causes, 'award');
        expect(
          totals(
            noBets,
            tables.map(({ betMeter }) => betMeter),
          ),
        ).toEqual({
          bets: BigInt(bet.times),
          stakesMicros: -bet.players,
          contributionsMicros: bet.pool + bet.reserve,
          refunds: BigInt(back.times),
          refundedMicros: back.players,
        });
        const won = totals(noPrizes, [...hands.values()]);
        expect(
          totals(
            noPrizes,
            tables.map(({ prizeMeter }) => prizeMeter),
          ),
        ).toEqual(won);
        expect(won['awardedMicros']).toBe(award.players + award.held);
        const { awardedMicros = 0n, paidAtTableMicros = 0n, paidBySlipMicros = 0n } = won;
        const { expiredMicros = 0n, reversedMicros = 0n } = won;
        const gone = paidAtTableMicros + paidBySlipMicros + expiredMicros + reversedMicros;
        expect(awardedMicros - gone).toBe([...claims.values()].reduce(plusHeld, 0n));
      }
    }),
    { numRuns: 50 },
  );
});

test('after every event the accounts sum to zero, pool and reserve are not negative, and the postings are what changed', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = emptyState();
      events.forEach((event, offset) => {
        const before = { ...state.jackpots.get(event.jackpot)?.accounts };
        const outcome = foldEvent(state, event, { offset, recordedAtMs: offset });
        const accounts = state.jackpots.get(event.jackpot)?.accounts;
        if (!accounts) return expect(event.type).toBe('keys.set');
        const moved = netted(outcome);
        const wrong = accountNames.filter(
          (name) => accounts[name] - (before[name] ?? 0n) !== (moved[name] ?? 0n),
        );
        const sum = accountNames.reduce((total, name) => total + accounts[name], 0n);
        const isNegative = accounts.pool < 0n || accounts.reserve < 0n;
        expect([sum, isNegative, wrong]).toEqual([0n, false, []]);
        if (outcome.effect !== 'applied') expect(outcome.postings).toEqual([]);
      });
    }),
    { numRuns: 150 },
  );
});

test('an award pays what its postings pay, in whole minor units', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      for (const { award, postings } of foldAll(emptyState(), events)) {
        // Acts of people on an award move other money.
        if (!award || award.by.length > 0) continue;
        const paid = award.payouts.reduce(
          (sum, { amountMicros, stakeReturnedMicros = 0n }) =>
            sum + amountMicros + stakeReturnedMicros,
          0n,
        );
        const { state } = award.seats[0] as (typeof award.seats)[number];
        const to = state === 'locked' ? 'held' : 'players';
        const micros = postings.reduce((sum, deltas) => sum + (deltas[to] ?? 0n), 0n);
        expect(micros).toBe(paid);
        for (const { amountMicros, fromPoolMicros } of award.payouts) {
          expect(amountMicros % 10_000n).toBe(0n);
          expect(fromPoolMicros >= 0n && fromPoolMicros <= amountMicros).toBe(true);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('where no award falls, the tables’ events in any order among each other give the same ledger', () => {
  const quiet = acts([...everyKind, ...endings], 0);
  const choices = fc.array(fc.nat(), { minLength: 150, maxLength: 150, size: 'max' });
  fc.assert(
    fc.property(quiet, choices, (script, choice) => {
      const events = logOf(script);
      const queues = [
        ...Map.groupBy(events, (event) => `${event.jackpot}/${event.source}`).values(),
      ];
      const mixed: PoolEvent[] = [];
      while (mixed.length < events.length) {
        const waiting = queues.filter(({ length }) => length > 0);
        const queue = waiting[(choice[mixed.length] ?? 0) % waiting.length];
        mixed.push(queue?.shift() as PoolEvent);
      }
      const [one, other] = [emptyState(), emptyState()];
      foldAll(one, [...beginnings, ...events]);
      foldAll(other, [...beginnings, ...mixed]);
      for (const id of scriptedJackpots) {
        expect(other.jackpots.get(id)?.accounts).toEqual(one.jackpots.get(id)?.accounts);
      }
      expect(tablesOf(other)).toEqual(tablesOf(one));
    }),
    { numRuns: 100 },
  );
});

test('redelivery at the end of a log of what tables sent that were never reset, from any event on, changes nothing', () => {
  fc.assert(
    fc.property(anyLog, fc.nat(), (log, from) => {
      // An event of an unknown source, or one that is not listed at that time, leaves no trace that
      // a repeat could find: it counts once the table is known.
      const events = log.toSpliced(beginnings.length, 0, ...arrivals);
      const state = emptyState();
      const first = foldAll(state, events);
      const before = textOf(state);
      const isTraceless = (index: number) =>
        first[index]?.exceptions.some(({ reason }) => reason === 'unknown-table');
      const redelivered = events.filter((event, index) => {
        if (index < from % events.length || isTraceless(index)) return false;
        return isTableEvent(event) && !isReset(event, log);
      });
      const again = foldAll(state, redelivered, events.length);
      expect(textOf(state)).toBe(before);
      for (const { effect, postings, award } of again) {
        expect(effect === 'applied').toBe(false);
        expect([postings, award]).toEqual([[], undefined]);
      }
    }),
    { numRuns: 150 },
  );
});

test('each table event delivered twice in a row gives the ledger of the log without repeats', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const [once, twice] = [emptyState(), emptyState()];
      events.forEach((event, offset) => {
        const position = { offset, recordedAtMs: offset };
        foldEvent(once, event, position);
        foldEvent(twice, event, position);
        if (!isTableEvent(event)) return;
        foldEvent(twice, event, { offset: offset + 1, recordedAtMs: offset });
      });
      expect(textOf(twice)).toBe(textOf(once));
    }),
    { numRuns: 100 },
  );
});

test('a state that is written and read back after every event folds on exactly as one that is kept', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const kept = emptyState();
      let loaded = emptyState();
      events.forEach((event, offset) => {
        const position = { offset, recordedAtMs: offset };
        expect(foldEvent(loaded, event, position)).toEqual(foldEvent(kept, event, position));
        loaded = readBack(loaded);
        expect(textOf(loaded)).toBe(textOf(kept));
      });
    }),
    { numRuns: 60 },
  );
});

test('a table keeps at most eight unsettled rounds, eight ended ones, and one bet for each seat', () => {
  fc.assert(
    fc.property(anyLog, (events) => {
      const state = emptyState();
      return events.every((event, offset) => {
        foldEvent(state, event, { offset, recordedAtMs: offset });
        const table = state.tables.get(`${event.jackpot}/${event.source}`);
        expect(state.tableCounts).toEqual(readBack(state).tableCounts);
        return !table || isInOrder(table);
      });
    }),
    { numRuns: 150 },
  );
});

function isInOrder({ rounds, over, carried }: TableState): boolean {
  return (
    rounds.slice(0, -1).every(({ unsettled }) => unsettled) &&
    rounds.filter(({ unsettled }) => unsettled).length <= 8 &&
    over.length <= 64 * 8 &&
    new Set(rounds.map(({ id }) => id)).size === rounds.length &&
    [carried, ...rounds.map(({ bets }) => bets)].every(
      (bets) => new Set(bets.map(({ seat }) => seat)).size === bets.length,
    )
  );
}

/** The sums of some meters of one kind, by their members. */
function totals<M extends BetMeter | PrizeMeter>(none: M, meters: readonly M[]) {
  const numbers = (meter: M) => Object.values(meter).map((each: number | bigint) => BigInt(each));
  const sums = meters.map(numbers).reduce((one, other) => {
    return one.map((sum, index) => sum + (other[index] ?? 0n));
  }, numbers(none));
  return Object.fromEntries(Object.keys(none).map((name, index) => [name, sums[index] ?? 0n]));
}

/** The held prizes of an award, without the stakes that are returned with them. */
function plusHeld(sum: bigint, { seats, payouts }: Claim): bigint {
  const held = seats.filter(({ state }) => state === 'locked' || state === 'verified');
  return held.reduce((more, { seat }) => {
    return more + (payouts.find((own) => own.seat === seat)?.amountMicros ?? 0n);
  }, sum);
}
