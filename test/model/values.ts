import { instantOf, isHeld, isOpen, isReversed } from './claims.js';
import { minorUnit } from './currency.js';
import { HANDS, type Act, type At, type Jackpot } from './events.js';
import type { Award, Hit, LastWin, SeatStateOf, Value, Winner } from './award-words.js';

const MOST_PENDING = 8;

/**
 * contract 8.2: the message about a jackpot after a record has changed it; null if nothing that
 * signs show has changed. Notes on the jackpot the time since when its value holds.
 * @param before the jackpot before the record; null if the record has created it
 * @param award the award that the record made or changed
 * @param act the act that it carried out; null for a table's event
 */
export function shownAfter(
  before: Jackpot | null,
  jackpot: Jackpot,
  { award, act, at }: { award: Award | null; act: Act | null; at: At },
): Value | null {
  const isMoved = before?.accounts.pool !== jackpot.accounts.pool;
  const isChanged = isMoved || award !== null || isSteered(act);
  if (!isChanged) return null;
  jackpot.version = at.offset + 1;
  jackpot.changedMs = at.timestampMs;
  const hit = award === null ? null : hitOf(award, act, at.offset);
  if (award !== null) jackpot.last = lastAfter(jackpot, award, hit);
  return valueOf(jackpot, hit);
}

/** Whether an act counts as a change even if it sets the same values. */
function isSteered(act: Act | null): boolean {
  const { type = '' } = act ?? {};
  return type.startsWith('jackpot.') || ['table.blocked', 'table.unblocked'].includes(type);
}

/** Null for a record that neither made or reversed an award nor verified seats of one. */
function hitOf(award: Award, act: Act | null, offset: number): Hit | null {
  const { id, table } = award;
  const isMade = award.offset === offset;
  if (!isMade && act?.type !== 'award.verified' && act?.type !== 'award.reversed') return null;
  const { seats } = (act?.data ?? {}) as { seats?: number[] };
  const isAll = isMade || act?.type === 'award.reversed';
  const about = award.states.filter(({ seat }) => isAll || seats?.includes(seat));
  const state = about[0]?.state as Hit['state'];
  return { award: id, offset, table, state, winners: winnersOf(award, about) };
}

/** In the order of payment. */
function winnersOf({ payouts }: Award, states: readonly SeatStateOf[]): Winner[] {
  const paid = payouts.filter((payout) => states.some(({ seat }) => seat === payout.seat));
  return paid.map(({ seat, hand, amount }) => ({ seat, hand, amount }));
}

function lastAfter({ claims, last }: Jackpot, award: Award, hit: Hit | null): LastWin | null {
  if (hit?.state === 'awarded' || hit?.state === 'verified') return lastOf(award, hit.winners);
  if (!isReversed(award) || last?.award !== award.id) return last;
  for (const { award: other } of claims.toReversed()) {
    if (isReversed(other)) continue;
    const beyondDoubt = other.states.filter(({ state, verified }) => {
      return state === 'awarded' || verified !== null;
    });
    if (beyondDoubt.length > 0) return lastOf(other, winnersOf(other, beyondDoubt));
  }
  return null;
}

function lastOf({ id, table, recordedAt }: Award, winners: readonly Winner[]): LastWin | null {
  const hand = HANDS.find((each) => winners.some((winner) => winner.hand === each));
  const first = winners.find((winner) => winner.hand === hand);
  return first
    ? { award: id, table, hand: first.hand, amount: first.amount, at: recordedAt }
    : null;
}

function valueOf(jackpot: Jackpot, hit: Hit | null): Value {
  const { currency } = jackpot.configuration;
  const unit = minorUnit(currency);
  const value = Number(jackpot.accounts.pool / unit);
  const exponent = 6 - Math.round(Math.log10(Number(unit)));
  const open = jackpot.claims.filter(isOpen).map(({ award }) => {
    const winners = winnersOf(award, award.states.filter(isHeld));
    return { award, winners, sum: winners.reduce((sum, { amount }) => sum + amount, 0) };
  });
  // For equal sums the newest: a sort keeps their order.
  const largest = open.toReversed().sort((one, other) => other.sum - one.sum);
  return {
    ...{ jackpot: jackpot.id, currency, exponent, value },
    text: `${currency} ${decimal(value, exponent)}`,
    ...{ version: jackpot.version, at: instantOf(jackpot.changedMs) },
    state: stateOf(jackpot),
    hit,
    pending: largest.slice(0, MOST_PENDING).map(({ award, winners }) => ({
      ...{ award: award.id, table: award.table, at: award.recordedAt },
      winners: winners.map((winner) => {
        const state = award.states.find(({ seat }) => seat === winner.seat)?.state;
        return { ...winner, state: state as 'locked' | 'verified' };
      }),
    })),
    pendingMore: Math.max(0, open.length - MOST_PENDING),
    last: jackpot.last,
  };
}

/** contract 8.2, in the words of a sign. */
export function stateOf({ retired, suspended }: Jackpot): 'running' | 'suspended' | 'retired' {
  if (retired) return 'retired';
  return suspended ? 'suspended' : 'running';
}

/** 123456789 with two digits is 1,234,567.89. */
function decimal(minor: number, exponent: number): string {
  const digits = String(minor).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=(\d{3})+$)/g, ',');
  return exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
}
