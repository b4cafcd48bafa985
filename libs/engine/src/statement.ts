import { canonicalJson, type StatementMessage } from '#contract';
import { sha256 } from '#ledger';
import {
  accountNames,
  causes,
  handedOver,
  noPrizes,
  postedBy,
  type Accounts,
  type CauseMeter,
  type Claim,
  type ClosedDay,
  type Configuration,
  daysBetween,
  type DayEnd,
  type Jackpot,
  ownTables,
  type PartitionState,
  type PrizeMeter,
} from '#pools';
import { jackpotHands } from '#rules';
import { signState } from './values.js';
import { accountFacts, betFacts, endFacts, postedFacts, prizeFacts } from './table-facts.js';

/** Most tables, and most claims, in a part of a statement. */
const listedInPart = 500;

/**
 * The statement of the gaming day that a record closed (contract 8.10), in parts.
 * @param state after the record
 * @param recordedAtMs Kafka time of the record
 */
export function statementsOf(
  state: PartitionState,
  jackpot: Jackpot,
  { closed, before, funds, by }: DayEnd,
  recordedAtMs: number,
): StatementMessage[] {
  const { configuration, pending, exponent, generation } = jackpot;
  const { day, offset } = closed;
  const whole = {
    ...{ jackpot: jackpot.id, day, after: before?.day ?? null },
    days: before && daysBetween(before.day, day),
    from: before ? before.offset + 1 : 0,
    ...{ offset, at: instant(recordedAtMs), by },
    ...{ currency: configuration.currency, exponent, funds },
    configuration: configurationDigest(configuration),
    pending: pending && configurationDigest(pending),
    ...{ generation, state: signState(jackpot), ...endFacts(jackpot) },
  };
  const figures = {
    opening: accountFacts(balancesAfter(before)),
    closing: accountFacts(jackpot.accounts),
    causes: causeFacts(closed, before),
    hands: handFacts(closed, before),
    proposals: jackpot.proposals
      .filter(({ expiresMs }) => expiresMs > recordedAtMs)
      .map(({ offset: proposal, type, holder, expiresMs }) => {
        return { proposal, type, holder, expires: instant(expiresMs) };
      }),
  };
  const claims = [...jackpot.open].map((id) => claimFacts(jackpot.claims.get(id) as Claim));
  const tables = tableRows(state, jackpot);
  const parts = Math.max(1, Math.ceil(Math.max(claims.length, tables.length) / listedInPart));
  return Array.from({ length: parts }, (_, index) => {
    const [from, to] = [index * listedInPart, (index + 1) * listedInPart];
    const lists = { claims: claims.slice(from, to), tables: tables.slice(from, to) };
    return { ...whole, part: index + 1, parts, ...figures, ...lists };
  });
}

/** The balance of each account at the end of a day; zero before the first day. */
function balancesAfter(day: ClosedDay | null): Accounts {
  const sums = { pool: 0n, reserve: 0n, house: 0n, players: 0n, held: 0n };
  for (const meter of day?.causes.values() ?? []) {
    for (const account of accountNames) sums[account] += meter[account];
  }
  return sums;
}

function causeFacts({ causes: now }: ClosedDay, before: ClosedDay | null) {
  return causes.flatMap((cause) => {
    const meter = now.get(cause);
    if (!meter) return [];
    const added = less<CauseMeter>(meter, postedBy(before?.causes ?? new Map(), cause));
    return [{ cause, ...postedFacts(meter), day: postedFacts(added) }];
  });
}

function handFacts({ hands: now }: ClosedDay, before: ClosedDay | null) {
  return jackpotHands.flatMap((hand) => {
    const meter = now.get(hand);
    if (!meter) return [];
    const added = less<PrizeMeter>(meter, before?.hands.get(hand) ?? noPrizes);
    return [{ hand, ...prizeFacts(meter), day: prizeFacts(added) }];
  });
}

/** The difference of a meter's members from its earlier members. */
function less<M extends object>(now: M, before: M): M {
  const members = Object.entries(now).map(([name, sum]) => {
    const then = before[name as keyof M] as unknown;
    return [name, typeof sum === 'bigint' ? sum - (then as bigint) : sum - (then as number)];
  });
  return Object.fromEntries(members) as M;
}

function claimFacts({ id, table, recordedAtMs, payouts, seats }: Claim) {
  const held = (wanted: 'locked' | 'verified'): string => {
    const own = payouts.filter((_, index) => seats[index]?.state === wanted);
    return own.reduce((sum, payout) => sum + handedOver(payout), 0n).toString();
  };
  const recordedAt = instant(recordedAtMs);
  return { award: id, table, recordedAt, locked: held('locked'), verified: held('verified') };
}

function tableRows({ tables }: PartitionState, { id }: Jackpot) {
  const own = ownTables(id, tables).sort(([one], [other]) => (one < other ? -1 : 1));
  return own.map(([table, { betMeter, prizeMeter, rounds, carried }]) => ({
    table,
    ...betFacts(betMeter),
    ...prizeFacts(prizeMeter),
    openRounds: rounds.length,
    openBets: rounds.reduce((sum, { bets }) => sum + bets.length, 0),
    carriedBets: carried.length,
  }));
}

/**
 * SHA-256 of a configuration, hex (contract 8.10). A member without a value is not shown, so the
 * digest does not cover it.
 */
export function configurationDigest(configuration: Configuration): string {
  const shown: unknown = JSON.parse(JSON.stringify(configuration));
  return sha256(canonicalJson(shown));
}

function instant(timestampMs: number): string {
  return new Date(timestampMs).toISOString();
}
