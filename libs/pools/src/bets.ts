import { hasBaseBet } from '#rules';
import { balanceLimitMicros } from './assertion.js';
import { contribution } from './contribution.js';
import type { BetPlaced } from './events.js';
import { refusal, type Outcome, type Refusal } from './outcome.js';
import { post } from './postings.js';
import { refundBet } from './refund.js';
import { carryBet } from './voiding.js';
import { beginRound, betOf, betsClosed, hasEnded, openRound, roundEnded } from './rounds.js';
import type { Jackpot, TableState } from './state.js';

/** `bet.placed`: the stake is taken and the pool grows at once (contract 3.3, contract 6). */
export function placeBet(
  jackpot: Jackpot,
  table: TableState,
  bet: BetPlaced,
  outcome: Outcome,
): Refusal | null {
  const stakeMicros = BigInt(bet.stake) * jackpot.terms.minorUnitMicros;
  const refused = whyRefused(jackpot, table, bet, stakeMicros);
  if (refused) return refused;

  const parts = contribution(jackpot, stakeMicros);
  const round = openRound(table, bet.round) ?? beginRound(table, bet.round, outcome);
  round.bets.push({ seat: bet.seat, ...parts, generation: jackpot.generation, carried: false });
  post(jackpot, outcome, {
    players: -parts.stakeMicros,
    pool: parts.poolMicros,
    reserve: parts.reserveMicros,
    house: parts.stakeMicros - parts.poolMicros - parts.reserveMicros,
  });
  return null;
}

function whyRefused(
  jackpot: Jackpot,
  table: TableState,
  bet: BetPlaced,
  stakeMicros: bigint,
): Refusal | null {
  const { currency, stake, policies } = jackpot.configuration;
  const { minStakeMicros, maxStakeMicros } = jackpot.terms;
  const round = openRound(table, bet.round);
  if (jackpot.suspended) {
    return refusal('jackpot-suspended', `${jackpot.id} is suspended and takes no new bets.`);
  }
  if (hasEnded(table, bet.round)) return roundEnded(bet.round);
  if (round && betsClosed(round)) return closed(bet.round);
  if (bet.currency !== undefined && bet.currency !== currency) {
    return refusal(
      'wrong-currency',
      `${jackpot.id} is played in ${currency}, not ${bet.currency}.`,
    );
  }
  if (stakeMicros < minStakeMicros || stakeMicros > maxStakeMicros) {
    return refusal(
      'stake-out-of-limits',
      `A stake of ${bet.stake} is outside of ${stake.min} to ${stake.max} (minor units of ${currency}).`,
    );
  }
  if (!fitsLedger(jackpot, stakeMicros)) {
    return refusal(
      'stake-out-of-limits',
      `A stake of ${bet.stake} would take the accounts of ${jackpot.id} out of the ledger's range.`,
    );
  }
  if (!hasBaseBet(bet.baseBets, policies)) {
    return refusal(
      'no-base-bet',
      `Seat ${bet.seat} has no base bet that a jackpot bet may stand on (Art. 4(3), policy sideBetBase ${policies.sideBetBase}).`,
    );
  }
  // A round that is not open yet would take over the carried bets, so those seats are taken too.
  const bets = round ? round.bets : table.carried;
  const taken = bets.some(({ seat }) => seat === bet.seat);
  if (taken) {
    return refusal(
      'seat-taken',
      `Seat ${bet.seat} already has a jackpot bet in round ${bet.round} (Art. 10(2)).`,
    );
  }
  return null;
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

/** `bet.withdrawn`: undoes a bet before the deal; for a carried bet, what policy A24 says. */
export function withdrawBet(
  jackpot: Jackpot,
  table: TableState,
  { round: id, seat }: { round: string; seat: number },
  outcome: Outcome,
): Refusal | null {
  if (hasEnded(table, id)) return roundEnded(id);
  const round = openRound(table, id);
  if (!round) {
    const waiting =
      table.carried.length > 0
        ? ' Bets of a void round wait for the next one: send round.opened before their withdrawal.'
        : '';
    return refusal('unknown-round', `Round ${id} is not open at this table.${waiting}`);
  }
  if (betsClosed(round)) return closed(id);
  const bet = betOf(round, seat);
  if (!bet) return refusal('no-such-bet', `Seat ${seat} has no jackpot bet in round ${id}.`);

  round.bets = round.bets.filter((other) => other !== bet);
  const reading = bet.carried
    ? jackpot.configuration.policies.carriedJackpotWithoutBase
    : ('refund' as const);
  switch (reading) {
    case 'refund':
      refundBet(jackpot, bet, outcome);
      break;
    case 'hold':
      carryBet(jackpot, table, bet, outcome);
      break;
    case 'forfeit':
      break;
    default:
      return reading satisfies never;
  }
  return null;
}

function closed(id: string): Refusal {
  return refusal(
    'bets-closed',
    `Round ${id} takes no more bets and gives none back: its first card is out (Art. 10(3)) or a later round has begun.`,
  );
}
