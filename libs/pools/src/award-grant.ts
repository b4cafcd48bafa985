import { isLeftToTables } from './assertion.js';
import { changed, findClaim, wrongState } from './award-change.js';
import type { Payout } from './award.js';
import { beforeAward, isClaimReversed, newClaim, paidByPool, totalMicros } from './claims.js';
import type { AwardGranted } from './events.js';
import { hitOf } from './hits.js';
import { invalidCommand, refusal, type EventRefusal } from './outcome.js';
import { post } from './postings.js';
import { restart } from './restart.js';
import { tableKey, type Jackpot } from './state.js';
import type { Acted } from './step.js';

/** `award.granted`: an award by people, which is locked (contract 4.8). */
export function grant(step: Acted, granted: AwardGranted): EventRefusal | undefined {
  const { jackpot, outcome, position, tables } = step;
  const { table, round, cause, replaces = null, restarts = false } = granted;
  const refused = replaces === null ? undefined : whyNotReplaced(jackpot, replaces);
  if (refused) return refused;
  if (!tables.has(tableKey(jackpot.id, table))) {
    const detail = `The ledger has applied no event of ${table} yet, so nothing was won there.`;
    return refusal('unknown-table', detail);
  }
  const { minorUnitMicros } = jackpot.inForce;
  const payouts = granted.payouts.map((payout, index): Payout => {
    const { seat, hand, amount, fromPool } = payout;
    const amountMicros = BigInt(amount) * minorUnitMicros;
    const fromPoolMicros = BigInt(fromPool) * minorUnitMicros;
    return { order: index + 1, seat, hand, basis: 'granted', amountMicros, fromPoolMicros };
  });
  const sum = totalMicros(payouts);
  const fromPool = paidByPool(payouts);
  const before = beforeAward(jackpot);
  const { poolBeforeMicros } = before;
  if (fromPool > poolBeforeMicros) {
    return invalidCommand(
      `The pool of ${jackpot.id} has ${poolBeforeMicros / minorUnitMicros} minor units, so it cannot give ${fromPool / minorUnitMicros}.`,
    );
  }
  const isEmptied = fromPool > 0n && poolBeforeMicros - fromPool < minorUnitMicros;
  const isRestarted = isEmptied || restarts;
  // After the restart the pending configuration is in force; the reserve may lack the seed.
  const next = jackpot.pending ?? jackpot.configuration;
  const seed = isRestarted ? BigInt(next.seed) * minorUnitMicros : 0n;
  const stays = isEmptied ? 0n : poolBeforeMicros - fromPool;
  const ceiling = next.ceiling === null ? null : BigInt(next.ceiling) * minorUnitMicros;
  if (restarts && ceiling !== null && stays + seed > ceiling) {
    return invalidCommand(
      `The pool of ${jackpot.id} would have ${(stays + seed) / minorUnitMicros} minor units after a restart, more than its ceiling of ${next.ceiling}.`,
    );
  }
  const { held, house } = jackpot.accounts;
  const after = [held + sum, house + fromPool - sum - seed, poolBeforeMicros - fromPool + seed];
  if (!after.every(isLeftToTables)) {
    return invalidCommand(
      `An account of ${jackpot.id} would go beyond half of the ledger's range.`,
    );
  }
  for (const { amountMicros, fromPoolMicros } of payouts) {
    const house = fromPoolMicros - amountMicros;
    post(step, 'award', { held: amountMicros, pool: -fromPoolMicros, house });
  }
  const claim = newClaim(jackpot.id, position, 'locked', {
    ...{ table, round },
    wonAt: null,
    ...before,
    restart: isRestarted ? restart(step, stays) : null,
    poolAfterMicros: jackpot.accounts.pool,
    payouts,
    topUpMicros: 0n,
    dependsOnPool: fromPool === 0n ? 'nothing' : 'restart',
    ...{ cause, replaces },
  });
  outcome.hit = hitOf(claim, 'locked', position.offset);
  changed(step, 'award.granted', claim, (own) => own);
  return undefined;
}

function whyNotReplaced(jackpot: Jackpot, replaces: string): EventRefusal | undefined {
  const claim = findClaim(jackpot, replaces);
  if ('reason' in claim) return claim;
  if (!isClaimReversed(claim))
    return wrongState(claim, 'it is not reversed, so none can replace it');
  const other = [...jackpot.claims.values()].find(
    (each) => each.replaces === replaces && !isClaimReversed(each),
  );
  return other && wrongState(claim, `${other.id} replaces it already`);
}
