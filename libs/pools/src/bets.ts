import { hasBaseBet } from '#rules';
import { balanceLimitMicros } from './assertion.js';
import { contribution } from './contribution.js';
import { refuseSeat } from './dealing.js';
import type { BetPlaced } from './events.js';
import { countFlow } from './flows.js';
import { refusal, type EventRefusal } from './outcome.js';
import { post } from './postings.js';
import { refundBet } from './refund.js';
import {
  betOf,
  betsOf,
  findOpen,
  openOrBegin,
  openRoundOf,
  refuseClosed,
  whyNotBegin,
} from './rounds.js';
import type { Jackpot, Round } from './state.js';
import type { Step } from './step.js';
import { termsNamed } from './former-terms.js';
import { dropCarriedBet } from './voiding.js';

/** `bet.placed`: the stake is posted and the pool grows at once (contract 3.3, contract 6). */
export function placeBet(step: Step, bet: BetPlaced): EventRefusal | undefined {
  const { jackpot } = step;
  const stakeMicros = BigInt(bet.stake) * jackpot.inForce.minorUnitMicros;
  const refused = refuseBet(step, bet, stakeMicros);
  if (refused) return refused;

  const { parts, overflowMicros } = contribution(jackpot, stakeMicros);
  const round = openOrBegin(step, bet.round);
  const { generation, terms } = jackpot;
  round.bets.push({
    ...{ seat: bet.seat, ...parts, generation },
    ...{ terms: terms.name, carriedSinceMs: null },
  });
  post(step, 'contribution', {
    players: -stakeMicros,
    pool: parts.poolMicros + overflowMicros,
    reserve: parts.reserveMicros - overflowMicros,
    house: stakeMicros - parts.poolMicros - parts.reserveMicros,
  });
  if (overflowMicros > 0n) {
    post(step, 'overflow', { pool: -overflowMicros, reserve: overflowMicros });
  }
  countFlow(step, { overflowMicros });
  const { betMeter: meter } = step.table;
  step.table.betMeter = {
    ...meter,
    bets: meter.bets + 1,
    stakesMicros: meter.stakesMicros + stakeMicros,
    contributionsMicros: meter.contributionsMicros + parts.poolMicros + parts.reserveMicros,
  };
  return undefined;
}

/** `bet.withdrawn`: undoes a bet before the deal; a carried bet follows policy A24. */
export function withdrawBet(
  step: Step,
  { round: id, seat }: { round: string; seat: number },
): EventRefusal | undefined {
  const round = openRoundOf(step, id);
  if ('reason' in round) return round;
  const bet = betOf(round.bets, seat);
  const isWaiting = betOf(step.table.carried, seat) !== undefined;
  if (!bet && !isWaiting) {
    return refusal('no-such-bet', `Seat ${seat} has no jackpot bet in round ${id}.`);
  }
  const refused = refuseClosed(round);
  if (refused) return refused;
  if (!bet) {
    const detail = `The jackpot bet of seat ${seat} is not in round ${id}: it waits for the next round.`;
    return refusal('bets-closed', detail);
  }

  round.bets = round.bets.filter((other) => other !== bet);
  if (bet.carriedSinceMs === null) refundBet(step, bet);
  else dropCarriedBet(step, round, bet);
  return undefined;
}

/** Checks a bet, in the order of precedence. */
function refuseBet(step: Step, bet: BetPlaced, stakeMicros: bigint): EventRefusal | undefined {
  const { jackpot, table, event } = step;
  const round = findOpen(table, bet.round);
  return (
    refuseSecondBet(step, bet) ??
    refuseBlocked(jackpot, event.source) ??
    refuseSuspended(jackpot) ??
    whyNotBegin(step, bet.round) ??
    refuseClosed(round) ??
    refuseCurrency(jackpot, bet) ??
    refuseStake(jackpot, bet, stakeMicros) ??
    refuseSeat(step, bet.seat) ??
    refuseBaseBets(jackpot, round, bet)
  );
}

function refuseBlocked({ id, blocked }: Jackpot, table: string): EventRefusal | undefined {
  if (!blocked.has(table)) return undefined;
  return refusal('table-blocked', `${table} is blocked and takes no new bets for ${id}.`);
}

function refuseSuspended({ id, suspended }: Jackpot): EventRefusal | undefined {
  if (suspended === null) return undefined;
  return refusal('jackpot-suspended', `${id} is suspended and takes no new bets.`);
}

function refuseCurrency({ id, configuration }: Jackpot, bet: BetPlaced): EventRefusal | undefined {
  const { currency } = configuration;
  if (bet.currency === undefined || bet.currency === currency) return undefined;
  return refusal('wrong-currency', `${id} is played in ${currency}, not ${bet.currency}.`);
}

function refuseStake(
  jackpot: Jackpot,
  bet: BetPlaced,
  stakeMicros: bigint,
): EventRefusal | undefined {
  const { minStakeMicros, maxStakeMicros } = jackpot.inForce;
  const isPosted = stakeMicros >= minStakeMicros && stakeMicros <= maxStakeMicros;
  if (isPosted && fitsLedger(jackpot, stakeMicros)) return undefined;
  const { stake, currency } = jackpot.configuration;
  const why = isPosted
    ? `would take the accounts of ${jackpot.id} out of the ledger's range`
    : `is outside of ${stake.min} to ${stake.max} (minor units of ${currency})`;
  return refusal('stake-out-of-limits', `A stake of ${bet.stake} ${why}.`);
}

/** No account changes by more than the stake: the players' falls, the others grow. */
function fitsLedger({ accounts }: Jackpot, stakeMicros: bigint): boolean {
  const room = balanceLimitMicros - stakeMicros;
  return (
    accounts.players >= -room &&
    accounts.pool <= room &&
    accounts.reserve <= room &&
    accounts.house <= room
  );
}

function refuseBaseBets(
  jackpot: Jackpot,
  round: Round | undefined,
  bet: BetPlaced,
): EventRefusal | undefined {
  const { policies } = round ? termsNamed(jackpot, round) : jackpot.terms;
  if (hasBaseBet(bet.baseBets, policies)) return undefined;
  return refusal(
    'no-base-bet',
    `Seat ${bet.seat} has no base bet that a jackpot bet may stand on (Art. 4(3), policy sideBetBase ${policies.sideBetBase}).`,
  );
}

/**
 * It comes first, so that no other reason says of a bet that counts that it is not in the pool. A
 * round that is not open yet would inherit the carried bets, so their seats are taken too.
 */
function refuseSecondBet(step: Step, { seat, round }: BetPlaced): EventRefusal | undefined {
  if (!betOf(betsOf(step.table, round), seat) || whyNotBegin(step, round)) return undefined;
  const detail = `Seat ${seat} already has a jackpot bet in round ${round} (Art. 10(2)).`;
  return refusal('seat-taken', detail);
}
