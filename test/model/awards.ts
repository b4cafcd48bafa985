import type { Award, Claim, SeatStateOf } from './award-words.js';
import {
  addClaim,
  changeClaim,
  claimOf,
  isHeld,
  isReversed,
  nothingMoved,
  signaturesOf,
  sumOfSeats,
  whyNotRemembered,
} from './claims.js';
import { affectsOf } from './affects.js';
import type { Evidence, Granted, Paid } from './award-data.js';
import { minorUnit } from './currency.js';
import { countPrize, countWon } from './counting.js';
import { judgeCards } from './declarations.js';
import { Refusal, type Act, type Doing, type Jackpot } from './events.js';
import { inRange, post } from './ledger.js';
import { restart } from './settlement.js';

const lower = (...[first, ...others]: [bigint, ...bigint[]]) => {
  return others.reduce((least, each) => (each < least ? each : least), first);
};

/**
 * contract 4.8: the effect of an act on an award, or its refusal.
 * @param isTable whether a source has sent something that counts
 */
export function actOnAward(
  jackpot: Jackpot,
  { type, data }: Act,
  doing: Doing,
  isTable: (source: string) => boolean,
): Award {
  const done = () => {
    if (type === 'award.granted') return grant(jackpot, data as unknown as Granted, doing, isTable);
    const claim = rememberedClaim(jackpot, String(data['award']));
    const by = [...claim.award.by, ...signaturesOf(type, doing)];
    if (type === 'award.verified') return verify(jackpot, claim, data, { by });
    if (type === 'award.paid') return pay(jackpot, claim, data as unknown as Paid, { by });
    if (type === 'award.reversed') return reverse(jackpot, claim, String(data['cause']), { by });
    return expire(jackpot, claim, Number(data['seat']), { by });
  };
  const award = done();
  if (!inRange(jackpot.accounts)) throw new Refusal('invalid-command');
  return award;
}

function rememberedClaim(jackpot: Jackpot, id: string): Claim {
  const claim = claimOf(jackpot.claims, id);
  if (!claim) throw new Refusal(whyNotRemembered(jackpot, id));
  return claim;
}

/** The states of these seats of an award; it must have each of them. */
function statesOf({ award }: Claim, seats: readonly number[]): SeatStateOf[] {
  return seats.map((seat) => {
    const found = award.states.find((each) => each.seat === seat);
    if (!found) throw new Refusal('unknown-award');
    return found;
  });
}

/** All states of an award, with the changed ones replaced. */
function withStates({ award }: Claim, changed: readonly SeatStateOf[]): SeatStateOf[] {
  return award.states.map((each) => changed.find(({ seat }) => seat === each.seat) ?? each);
}

function verify(
  jackpot: Jackpot,
  claim: Claim,
  data: Record<string, unknown>,
  more: Partial<Award>,
): Award {
  const { seats, evidence } = data as { seats: number[]; evidence: Evidence };
  const { award } = claim;
  const states = statesOf(claim, seats);
  if (states.some(({ state }) => state !== 'locked')) throw new Refusal('award-state');
  const wins = award.payouts.filter(({ seat }) => seats.includes(seat));
  judgeCards(wins, { ...evidence, round: award.round, wins });
  const verified = states.map(({ seat }): SeatStateOf => {
    jackpot.slips += 1;
    return { seat, state: 'verified', slip: jackpot.slips, verified: jackpot.at.offset };
  });
  return changeClaim(jackpot, claim, { ...more, states: withStates(claim, verified) });
}

function pay(jackpot: Jackpot, claim: Claim, paid: Paid, more: Partial<Award>): Award {
  const [state] = statesOf(claim, [paid.seat]);
  if (state?.state !== 'verified' || state.slip !== paid.slip) throw new Refusal('award-state');
  const micros = claim.moved.seats.get(paid.seat) ?? 0n;
  const amount = BigInt(paid.amount) * minorUnit(claim.award.currency);
  if (amount !== micros) throw new Refusal('amount-differs');
  post(jackpot, 'payment', { held: -micros, players: micros });
  countPrize(jackpot, claim.award, paid.seat, 'paidBySlip');
  const states = withStates(claim, [{ ...state, state: 'paid' }]);
  return changeClaim(jackpot, claim, { ...more, states });
}

function expire(jackpot: Jackpot, claim: Claim, seat: number, more: Partial<Award>): Award {
  const [state] = statesOf(claim, [seat]);
  if (!state || !isHeld(state)) throw new Refusal('award-state');
  const { unclaimedAfterHours = 24 } = jackpot.configuration;
  const waitedMs = jackpot.at.timestampMs - Date.parse(claim.award.recordedAt);
  const isFinal = claim.award.states.some((each) => ['paid', 'expired'].includes(each.state));
  if (!isFinal && waitedMs < unclaimedAfterHours * 3_600_000) throw new Refusal('award-state');
  const micros = claim.moved.seats.get(seat) ?? 0n;
  const { unclaimedTo = 'house' } = jackpot.configuration;
  post(jackpot, 'expiry', {
    held: -micros,
    ...(unclaimedTo === 'house' ? {} : { [unclaimedTo]: micros }),
  });
  countPrize(jackpot, claim.award, seat, 'expired');
  if (unclaimedTo !== 'house') jackpot.newest.adjustment = jackpot.at.offset;
  const states = withStates(claim, [{ ...state, state: 'expired' }]);
  return changeClaim(jackpot, claim, { ...more, states });
}

/** contract 4.8: the exact inverse, by its letters. */
function reverse(jackpot: Jackpot, claim: Claim, cause: string, more: Partial<Award>): Award {
  const { award, moved } = claim;
  if (isReversed(award)) throw new Refusal('award-state');
  const isFinal = award.states.some(({ state }) => state === 'paid' || state === 'expired');
  if (isFinal) throw new Refusal('award-final');
  const { fromPool: F, remainder: R, seed: S, reserveOfSeed: Q } = moved;
  const H = sumOfSeats(moved);
  const r = lower(R, jackpot.accounts.reserve + lower(Q, S, F + R));
  const back = lower(S, F + r);
  const q = lower(Q, back);
  const risen = F + r - back;
  const isWaiting = award.states.every(isHeld);
  const from = isWaiting ? { held: -H } : { players: -H };
  post(jackpot, 'reversal', { ...from, pool: risen, reserve: q - r });
  for (const { seat } of award.states) {
    countPrize(jackpot, award, seat, isWaiting ? 'reversed' : 'returned');
  }
  const poolAfterStep2 = jackpot.accounts.pool;
  const { ceiling: posted = null, currency } = jackpot.configuration;
  const ceiling = posted === null ? null : BigInt(posted) * minorUnit(currency);
  if (ceiling !== null) {
    const most = moved.poolBefore > ceiling ? moved.poolBefore : ceiling;
    const over = lower(poolAfterStep2 - most, risen);
    if (over > 0n) post(jackpot, 'reversal', { pool: -over, reserve: over }, 0);
  }
  const { pooledBefore } = moved;
  if (pooledBefore !== null) {
    jackpot.pooled = [...new Set([...jackpot.pooled, ...pooledBefore])];
    jackpot.seedOfHouse += moved.seedOfHouseBefore - (back - q);
  }
  jackpot.pooled.sort((one, other) => one - other);
  const missing = { missing: S - back, missingOfReserve: Q - q };
  const affects = affectsOf(jackpot, claim, { ...missing, poolAfterStep2, ceiling });
  const states = award.states.map((each): SeatStateOf => ({ ...each, state: 'reversed' }));
  return changeClaim(jackpot, claim, { ...more, states, cause, affects });
}

function grant(
  jackpot: Jackpot,
  granted: Granted,
  doing: Doing,
  isTable: (source: string) => boolean,
): Award {
  const { table, round, cause, replaces = null } = granted;
  const { currency } = jackpot.configuration;
  const unit = minorUnit(currency);
  if (replaces !== null) judgeReplaced(jackpot, replaces);
  if (!isTable(table)) throw new Refusal('unknown-table');
  const poolBefore = jackpot.accounts.pool;
  const moved = nothingMoved(jackpot);
  for (const { seat, amount, fromPool } of granted.payouts) {
    moved.fromPool += BigInt(fromPool) * unit;
    moved.seats.set(seat, BigInt(amount) * unit);
  }
  moved.isOfHouseAlone = moved.fromPool === 0n;
  if (moved.fromPool > poolBefore) throw new Refusal('invalid-command');
  for (const { amount, fromPool } of granted.payouts) {
    post(jackpot, 'award', { pool: -BigInt(fromPool) * unit, held: BigInt(amount) * unit });
  }
  const isPaidOut = moved.fromPool > 0n && jackpot.accounts.pool < unit;
  // contract 7: a policy is read when a round is settled, so no floor applies here.
  const stays = isPaidOut ? 0n : jackpot.accounts.pool;
  if (granted.restarts && isAboveCeiling(jackpot, stays)) throw new Refusal('invalid-command');
  const anew = isPaidOut || granted.restarts ? restart(jackpot, moved, stays) : null;
  const minor = (micros: bigint) => Number(micros / unit);
  const poolAfter = minor(jackpot.accounts.pool);
  const payouts = granted.payouts.map(({ seat, hand, amount, fromPool }, index) => {
    const fromHouse = amount - fromPool;
    const basis = 'granted' as const;
    return { order: index + 1, seat, hand, basis, amount, fromPool, fromHouse };
  });
  const words = { currency, poolBefore: minor(poolBefore), poolAfter, payouts, restart: anew };
  const by = signaturesOf('award.granted', doing);
  const made = { table, round, state: 'locked' as const, words, moved };
  const award = addClaim(jackpot, made, doing, { by, cause, replaces });
  countWon(jackpot, award);
  return award;
}

/**
 * contract 4.8: whether the seed would raise the remaining amount above the ceiling in force then.
 */
function isAboveCeiling(jackpot: Jackpot, stays: bigint): boolean {
  const { seed, ceiling = null, currency } = jackpot.pending ?? jackpot.configuration;
  if (ceiling === null) return false;
  return stays + BigInt(seed) * minorUnit(currency) > BigInt(ceiling) * minorUnit(currency);
}

/** contract 4.8: checks that it is reversed, and that nothing has replaced it yet. */
function judgeReplaced(jackpot: Jackpot, id: string): void {
  const { award } = rememberedClaim(jackpot, id);
  const isTaken = jackpot.claims.some(({ award: other }) => {
    return other.replaces === id && !isReversed(other);
  });
  if (!isReversed(award) || isTaken) throw new Refusal('award-state');
}
