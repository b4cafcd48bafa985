import { instantOf, isHeld, isOpen } from './claims.js';
import { minorUnit } from './currency.js';
import {
  HANDS,
  Refusal,
  type Accounts,
  type Counted,
  type Day,
  type Doing,
  type Jackpot,
  type Transfer,
} from './events.js';
import { newTable } from './rounds.js';
import { stateOf } from './values.js';

const CAUSES = [
  ...[
    'opening',
    'seed',
    'seed-returned',
    'contribution',
    'overflow',
    'refund',
    'award',
    'stake-returned',
  ],
  ...[
    'remainder',
    'top-up',
    'payment',
    'expiry',
    'reversal',
    'adjustment',
    'transfer-in',
    'transfer-out',
  ],
];
const ACCOUNTS = ['players', 'pool', 'reserve', 'house', 'held'] as const;
const PRIZES = 'seats,awarded,paidAtTable,paidBySlip,expired,reversed,returned'.split(',');
const BETS = 'bets,stakes,contributions,refunds,refunded'.split(',');
/** Meters that are counts, not money. */
const NUMBERS = ['seats', 'bets', 'refunds'];
const DAY_MS = 86_400_000;
const PART = 500;

/** contract 6.2: a date. */
export function isDay(value: unknown): value is string {
  return typeof value === 'string' && new Date(`${value}T00:00Z`).toJSON()?.slice(0, 10) === value;
}

/**
 * contract 6.2: ends a gaming day.
 * @param sources the tables of the jackpot, by name
 */
export function closeDay(
  jackpot: Jackpot,
  { day, funds = null }: { day: string; funds?: number | null },
  { at, by: [signer] }: Doing,
  sources: readonly string[],
): void {
  const { closed: before } = jackpot;
  const today = Date.parse(instantOf(at.timestampMs).slice(0, 10));
  if (Date.parse(day) - today > DAY_MS) throw new Refusal('invalid-command');
  if (before && day <= before.day) throw new Refusal('day-closed');
  const { meters, hands } = jackpot;
  const copy = new Map([...hands].map(([hand, counted]) => [hand, { ...counted }]));
  const closed = { day, offset: at.offset, meters: new Map(meters), hands: copy };
  const own = {
    ...{ jackpot: jackpot.id, day, after: before?.day ?? null },
    days: before ? (Date.parse(day) - Date.parse(before.day)) / DAY_MS : null,
    ...{ from: before ? before.offset + 1 : 0, offset: at.offset, at: instantOf(at.timestampMs) },
    by: signer ? { kid: signer.kid, holder: signer.holder } : null,
    ...{ funds, generation: jackpot.generation, state: stateOf(jackpot) },
    retired: jackpot.retired && { to: jackpot.retired.with, ...amountsOf(jackpot.retired) },
    received: [...jackpot.received.values()].map((each) => {
      return { from: each.with, ...amountsOf(each) };
    }),
    ...named(jackpot),
    opening: texts(sumOf(before)),
    closing: texts(jackpot.accounts),
    causes: CAUSES.flatMap((cause) => {
      const now = meters.get(cause);
      if (!now) return [];
      const { times, sums } = before?.meters.get(cause) ?? { times: 0, sums: nothing };
      const added = { times: now.times - times, ...texts(less(now.sums, sums)) };
      return [{ cause, times: now.times, ...texts(now.sums), day: added }];
    }),
    hands: HANDS.flatMap((hand) => {
      const now = hands.get(hand);
      if (!now) return [];
      const then = before?.hands.get(hand) ?? {};
      return [{ hand, ...counts(PRIZES, now), day: counts(PRIZES, now, then) }];
    }),
    proposals: jackpot.proposals
      .filter(({ expiresMs }) => expiresMs > at.timestampMs)
      .map(({ offset, type, proposer: { holder }, expiresMs }) => {
        return { proposal: offset, type, holder, expires: instantOf(expiresMs) };
      }),
  };
  const [claims, tables] = [claimsOf(jackpot), tablesOf(jackpot, sources)];
  const parts = Math.max(1, Math.ceil(claims.length / PART), Math.ceil(tables.length / PART));
  const statements = Array.from({ length: parts }, (_, index) => {
    const [from, to] = [index * PART, (index + 1) * PART];
    const lists = { claims: claims.slice(from, to), tables: tables.slice(from, to) };
    return { ...own, part: index + 1, parts, ...lists };
  });
  jackpot.closed = { ...closed, statements };
}

function amountsOf({ offset, pool, reserve }: Transfer) {
  return { offset, pool: String(pool), reserve: String(reserve) };
}

const nothing: Accounts = { players: 0n, pool: 0n, reserve: 0n, house: 0n, held: 0n };

function named({ configuration: { currency } }: Jackpot) {
  return { currency, exponent: String(1_000_000n / minorUnit(currency)).length - 1 };
}

/** The balances at the end of a day: the sum of the postings of all causes so far. */
function sumOf(day: Day | null): Accounts {
  const sums = { ...nothing };
  for (const { sums: posted } of day?.meters.values() ?? []) {
    for (const account of ACCOUNTS) sums[account] += posted[account];
  }
  return sums;
}

function less(one: Accounts, other: Accounts): Accounts {
  const left = { ...nothing };
  for (const account of ACCOUNTS) left[account] = one[account] - other[account];
  return left;
}

function texts(accounts: Accounts): Record<string, string> {
  return Object.fromEntries(ACCOUNTS.map((account) => [account, String(accounts[account])]));
}

function counts(names: readonly string[], now: Counted, then: Counted = {}) {
  const added = names.map((name) => {
    const more = (now[name] ?? 0n) - (then[name] ?? 0n);
    return [name, NUMBERS.includes(name) ? Number(more) : String(more)] as const;
  });
  return Object.fromEntries(added);
}

function claimsOf({ claims }: Jackpot) {
  return claims.filter(isOpen).map(({ award, moved }) => {
    const sum = (wanted: string) => {
      const seats = award.states.filter(({ state }) => state === wanted);
      return String(seats.reduce((all, { seat }) => all + (moved.seats.get(seat) ?? 0n), 0n));
    };
    if (!award.states.some(isHeld)) throw new Error(`Nobody holds money of ${award.id}.`);
    const { id, table, recordedAt } = award;
    return { award: id, table, recordedAt, locked: sum('locked'), verified: sum('verified') };
  });
}

function tablesOf({ tables }: Jackpot, sources: readonly string[]) {
  return sources.toSorted().map((table) => {
    const { counted, open, carried } = tables.get(table) ?? newTable();
    const openBets = open.reduce((all, { bets }) => all + bets.length, 0);
    const down = { openRounds: open.length, openBets, carriedBets: carried.length };
    return { table, ...counts(BETS, counted), ...counts(PRIZES, counted), ...down };
  });
}
