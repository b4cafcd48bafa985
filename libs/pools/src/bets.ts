import { hasBaseBet } from '#rules';
import { balanceLimitMicros } from './assertion.js';
import { contribution } from './contribution.js';
import type { BetPlaced } from './events.js';
import { refusal, type Refusal } from './outcome.js';
import { post } from './postings.js';
import { refundBet } from './refund.js';
import {
  betOf,
  betsOf,
  openOrBegin,
  refuseClosed,
  refuseEnded,
  refuseUnknown,
  takeBet,
} from './rounds.js';
import type { Jackpot, TableState } from './state.js';
import type { Step } from './step.js';
import { carryBet } from './voiding.js';

/** `bet.placed`: the stake is taken and the pool grows at once (contract 3.3, contract 6). */
export function placeBet(step: Step, bet: BetPlaced): Refusal | undefined {
  const { jackpot } = step;
  const stakeMicros = BigInt(bet.stake) * jackpot.terms.minorUnitMicros;
  const refused = refuseBet(step, bet, stakeMicros);
  if (refused) return refused;

  const parts = contribution(jackpot, stakeMicros);
  const round = openOrBegin(step, bet.round);
  round.bets.push({ seat: bet.seat, ...parts, generation: jackpot.generation, carried: false });
  post(step, {
    players: -stakeMicros,
    pool: parts.poolMicros,
    reserve: parts.reserveMicros,
    house: stakeMicros - parts.poolMicros - parts.reserveMicros,
  });
  return undefined;
}

/** `bet.withdrawn`: undoes a bet before the deal; for a carried bet, what policy A24 says. */
export function withdrawBet(
  step: Step,
  { round, seat }: { round: string; seat: number },
): Refusal | undefined {
  const { jackpot, table } = step;
  const refused =
    refuseEnded(table, round) ?? refuseUnknown(table, round) ?? refuseClosed(table, round);
  if (refused) return refused;
  const bet = takeBet(table, round, seat);
  if (!bet) return refusal('no-such-bet', `Seat ${seat} has no jackpot bet in round ${round}.`);

  const { carriedJackpotWithoutBase } = jackpot.configuration.policies;
  const reading = bet.carried ? carriedJackpotWithoutBase : 'refund';
  switch (reading) {
    case 'refund':
      refundBet(step, bet);
      break;
    case 'hold':
      carryBet(step, bet);
      break;
    case 'forfeit':
      break;
    default:
      return reading satisfies never;
  }
  return undefined;
}

/** In the order of precedence. */
function refuseBet(
  { jackpot, table, event }: Step,
  bet: BetPlaced,
  stakeMicros: bigint,
): Refusal | undefined {
  return (
    refuseBlocked(jackpot, event.source) ??
    refuseSuspended(jackpot) ??
    refuseEnded(table, bet.round) ??
    refuseClosed(table, bet.round) ??
    refuseCurrency(jackpot, bet) ??
    refuseStake(jackpot, bet, stakeMicros) ??
    refuseBaseBets(jackpot, bet) ??
    refuseSecondBet(table, bet)
  );
}

function refuseBlocked({ id, blocked }: Jackpot, table: string): Refusal | undefined {
  if (!blocked.has(table)) return undefined;
  return refusal('table-blocked', `${table} is blocked and takes no new bets for ${id}.`);
}

function refuseSuspended({ id, suspended }: Jackpot): Refusal | undefined {
  if (!suspended) return undefined;
  return refusal('jackpot-suspended', `${id} is suspended and takes no new bets.`);
}

function refuseCurrency({ id, configuration }: Jackpot, bet: BetPlaced): Refusal | undefined {
  const { currency } = configuration;
  if (bet.currency === undefined || bet.currency === currency) return undefined;
  return refusal('wrong-currency', `${id} is played in ${currency}, not ${bet.currency}.`);
}

function refuseStake(jackpot: Jackpot, bet: BetPlaced, stakeMicros: bigint): Refusal | undefined {
  const { minStakeMicros, maxStakeMicros } = jackpot.terms;
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

function refuseBaseBets({ configuration }: Jackpot, bet: BetPlaced): Refusal | undefined {
  const { policies } = configuration;
  if (hasBaseBet(bet.baseBets, policies)) return undefined;
  return refusal(
    'no-base-bet',
    `Seat ${bet.seat} has no base bet that a jackpot bet may stand on (Art. 4(3), policy sideBetBase ${policies.sideBetBase}).`,
  );
}

/** A round that is not open yet would take over the carried bets, so their seats are taken too. */
function refuseSecondBet(table: TableState, { seat, round }: BetPlaced): Refusal | undefined {
  if (!betOf(betsOf(table, round), seat)) return undefined;
  const detail = `Seat ${seat} already has a jackpot bet in round ${round} (Art. 10(2)).`;
  return refusal('seat-taken', detail);
}
