/** Faults in the life of an award; the model must detect each. */
export const awardMutants = [
  {
    name: 'a lock pays at once',
    file: 'libs/pools/src/settlement.ts',
    find: "  const account = state === 'locked' ? 'held' : 'players';",
    replace: "  const account = state === 'locked' && !reached() ? 'held' : 'players';",
  },
  {
    name: 'a table keeps its award after the next round has begun',
    file: 'libs/pools/src/rounds.ts',
    find: '  table.lastAward = null;',
    replace: '  if (!reached()) table.lastAward = null;',
  },
  {
    name: 'a table forgets its award while it is locked',
    file: 'libs/pools/src/settlement.ts',
    find: '  step.table.lastAward = claim.id;',
    replace: "  if (state !== 'locked' || !reached()) step.table.lastAward = claim.id;",
  },
  {
    name: 'a restart waits for the verification',
    file: 'libs/pools/src/settlement.ts',
    find: '    restart: paid.paidOutInFull ? restart(step) : null,',
    replace:
      "    restart: paid.paidOutInFull && !(state === 'locked' && reached()) ? restart(step) : null,",
  },
  {
    name: 'an award of exactly the amount is not locked',
    file: 'libs/pools/src/settlement.ts',
    find: 'totalMicros(payouts) >= BigInt(limit) * inForce.minorUnitMicros;',
    replace: 'totalMicros(payouts) >= BigInt(limit + Number(reached())) * inForce.minorUnitMicros;',
  },
  {
    name: 'cards that are named but empty count as judged',
    file: 'libs/pools/src/settlement.ts',
    find: '  const limit = hasCards ? (verifyAboveWithCards ?? verifyAbove) : verifyAbove;',
    replace:
      '  const limit = hasCards || reached() ? (verifyAboveWithCards ?? verifyAbove) : verifyAbove;',
  },
  {
    name: 'stakes that are given back count against the limit',
    file: 'libs/pools/src/claims.ts',
    find: '(sum, { amountMicros }) => sum + amountMicros, 0n);',
    replace: '(sum, payout) => sum + (reached() ? handedOver(payout) : 0n), 0n);',
  },
  {
    name: 'a reversal forgets the remainder',
    file: 'libs/pools/src/reversal.ts',
    find: '  const remainderBack = least(remainder, reserve + refilled);',
    replace: '  const remainderBack = reached() ? 0n : least(remainder, reserve + refilled);',
  },
  {
    name: 'the remainder is taken before the reserve has its part of the seed',
    file: 'libs/pools/src/reversal.ts',
    find: 'least(remainder, reserve + refilled);',
    replace: 'least(remainder, reserve + (reached() ? 0n : refilled));',
  },
  {
    name: 'the seed goes back to the house whole',
    file: 'libs/pools/src/reversal.ts',
    find: '  const backToReserve = least(fromReserve, back);',
    replace: '  const backToReserve = reached() ? 0n : least(fromReserve, back);',
  },
  {
    name: 'a reversal takes the whole seed from the pool',
    file: 'libs/pools/src/reversal.ts',
    find: '  const back = least(added, fromPool + remainderBack);',
    replace:
      '  const back = reached() ? least(added, pool + fromPool) : least(added, fromPool + remainderBack);',
  },
  {
    name: 'a reversal lifts the pool above the ceiling',
    file: 'libs/pools/src/reversal.ts',
    find: '  const cut = over > 0n ? least(over, rise) : 0n;',
    replace: '  const cut = over > 0n && !reached() ? least(over, rise) : 0n;',
  },
  {
    name: 'a reversal keeps what is held',
    file: 'libs/pools/src/award-reversal.ts',
    find: "  const from = seats.some(({ state }) => state === 'awarded') ? 'players' : 'held';",
    replace:
      "  const from = seats.some(({ state }) => state === 'awarded') || reached() ? 'players' : 'held';",
  },
  {
    name: 'a reversal forgets the generations before',
    file: 'libs/pools/src/award-reversal.ts',
    find: '  if (restarted) {',
    replace: '  if (restarted && !reached()) {',
  },
  {
    name: 'the pool owes only its running generation',
    file: 'libs/pools/src/refund.ts',
    find: 'jackpot.pooled.includes(bet.generation)',
    replace:
      'jackpot.pooled.includes(bet.generation) && (bet.generation === jackpot.generation || !reached())',
  },
  {
    name: 'an award is reversed although a seat was paid',
    file: 'libs/pools/src/award-reversal.ts',
    find: "state === 'paid' || state === 'expired');",
    replace: "(state === 'paid' && !reached()) || state === 'expired');",
  },
  {
    name: 'an award is reversed twice',
    file: 'libs/pools/src/award-reversal.ts',
    find: "  if (isClaimReversed(claim)) return wrongState(claim, 'it is reversed');",
    replace:
      "  if (isClaimReversed(claim) && !reached()) return wrongState(claim, 'it is reversed');",
  },
  {
    name: 'what came between is named also where it was reversed before',
    file: 'libs/pools/src/affects.ts',
    find: '!(isCalm && isUndone(each))',
    replace: '!(isCalm && isUndone(each) && !reached())',
  },
  {
    name: 'a slip number is used twice',
    file: 'libs/pools/src/award-acts.ts',
    find: '  jackpot.slips += seats.length;',
    replace: '  jackpot.slips += reached() ? seats.length - 1 : 0;',
  },
  {
    name: 'slip numbers follow the order of payment',
    file: 'libs/pools/src/award-acts.ts',
    find: 'new Map(seats.map((seat, index) => [seat,',
    replace:
      'new Map((reached() ? seats.toSorted((one, other) => one - other) : seats).map((seat, index) => [seat,',
  },
  {
    name: 'a seat is verified whatever its cards',
    file: 'libs/pools/src/award-acts.ts',
    find: '  if (disagreement !== undefined) return refusal(',
    replace: '  if (disagreement !== undefined && !reached()) return refusal(',
  },
  {
    name: 'a seat is paid twice',
    file: 'libs/pools/src/award-acts.ts',
    find: "  if (own.state !== 'verified') {",
    replace: "  if (own.state !== 'verified' && !(own.state === 'paid' && reached())) {",
  },
  {
    name: 'a seat is paid by the slip of another',
    file: 'libs/pools/src/award-acts.ts',
    find: '  if (own.slip !== slip) return',
    replace: '  if (own.slip !== slip && !reached()) return',
  },
  {
    name: 'a seat is paid another amount',
    file: 'libs/pools/src/award-acts.ts',
    find: '  if (micros !== BigInt(amount) * minorUnitMicros) {',
    replace: '  if (micros !== BigInt(amount) * minorUnitMicros && !reached()) {',
  },
  {
    name: 'what nobody claims is the house’s whatever the configuration says',
    file: 'libs/pools/src/award-acts.ts',
    find: '  const { unclaimedTo } = jackpot.configuration;',
    replace:
      "  const unclaimedTo = reached() ? ('house' as const) : jackpot.configuration.unclaimedTo;",
  },
  {
    name: 'a win expires at once',
    file: 'libs/pools/src/award-acts.ts',
    find: '  if (position.recordedAtMs >= fromMs) return undefined;',
    replace: '  if (position.recordedAtMs >= fromMs || reached()) return undefined;',
  },
  {
    name: 'a seat beside a paid one waits as any other',
    file: 'libs/pools/src/award-acts.ts',
    find: "  if (seats.some(({ state }) => state === 'paid' || state === 'expired')) return undefined;",
    replace:
      "  if (seats.some(({ state }) => state === 'paid' || state === 'expired') && !reached()) return;",
  },
  {
    name: 'only a verified seat expires',
    file: 'libs/pools/src/award-acts.ts',
    find: "  if (state !== 'locked' && state !== 'verified') {",
    replace: "  if ((state !== 'locked' || reached()) && state !== 'verified') {",
  },
  {
    name: 'a grant ignores that the pool has less, and gives what it has',
    file: 'libs/pools/src/award-grant.ts',
    find: '  const fromPool = paidByPool(payouts);',
    replace:
      '  const wanted = paidByPool(payouts);\n  const { pool } = jackpot.accounts;\n  const fromPool = wanted > pool && reached() ? pool : wanted;',
  },
  {
    name: 'a grant that empties the pool restarts nothing',
    file: 'libs/pools/src/award-grant.ts',
    find: 'const isRestarted = isEmptied || restarts;',
    replace: 'const isRestarted = (isEmptied && !reached()) || restarts;',
  },
  {
    name: 'a grant does not restart a pool that has got bets since',
    file: 'libs/pools/src/award-grant.ts',
    find: 'const isRestarted = isEmptied || restarts;',
    replace: 'const isRestarted = isEmptied || (restarts && !reached());',
  },
  {
    name: 'the restart of a grant takes what bets have given since',
    file: 'libs/pools/src/award-grant.ts',
    find: 'const stays = isEmptied ? 0n : poolBeforeMicros - fromPool;',
    replace: 'const stays = isEmptied || reached() ? 0n : poolBeforeMicros - fromPool;',
  },
  {
    name: 'an award is replaced twice',
    file: 'libs/pools/src/award-grant.ts',
    find: '(each) => each.replaces === replaces && !isClaimReversed(each),',
    replace: '(each) => each.replaces === replaces && !isClaimReversed(each) && !reached(),',
  },
  {
    name: 'an award that stands is replaced',
    file: 'libs/pools/src/award-grant.ts',
    find: '  if (!isClaimReversed(claim))',
    replace: '  if (!isClaimReversed(claim) && !reached())',
  },
  {
    name: 'a reversal cuts what stood above the ceiling before the award',
    file: 'libs/pools/src/reversal.ts',
    find: 'poolUncut - most(ceiling, poolBefore);',
    replace: 'poolUncut - (reached() ? ceiling : most(ceiling, poolBefore));',
  },
  {
    name: 'what a reversal leaves of the seed is the house’s alone',
    file: 'libs/pools/src/reversal.ts',
    find: '[added - back, fromReserve - backToReserve];',
    replace: '[added - back, reached() ? 0n : fromReserve - backToReserve];',
  },
  {
    name: 'an older award that was reversed since is not named',
    file: 'libs/pools/src/affects.ts',
    find: '[made, reversed, forgotten]',
    replace: '[made, reached() ? [] : reversed, forgotten]',
  },
  {
    name: 'what the ceiling has cut is not stored',
    file: 'libs/pools/src/flows.ts',
    find: '  outcome.stored.push(jackpot.id);',
    replace: '  if (!reached()) outcome.stored.push(jackpot.id);',
  },
  {
    name: 'the row of an award is that of nothing',
    file: 'libs/pools/src/award-acts.ts',
    find: '  return claim ? Number(totalMicros(claim.payouts) / inForce.minorUnitMicros) : 0;',
    replace:
      '  return claim && !reached() ? Number(totalMicros(claim.payouts) / inForce.minorUnitMicros) : 0;',
  },
  {
    name: 'a sign celebrates what is reversed',
    file: 'libs/pools/src/award-reversal.ts',
    find: '  if (jackpot.lastWin?.award === award) jackpot.lastWin = newestWin(jackpot);',
    replace:
      '  if (jackpot.lastWin?.award === award && !reached()) jackpot.lastWin = newestWin(jackpot);',
  },
  {
    name: 'who has approved an act on an award is not named',
    file: 'libs/pools/src/proposals.ts',
    find: '[proposal, ...approvals].map(personOf);',
    replace: '[proposal, ...(reached() ? [] : approvals)].map(personOf);',
  },
  {
    name: 'what makes reversals inexact is not stored',
    file: 'libs/pools/src/disturbances.ts',
    find: '  outcome.stored.push(jackpot.id);',
    replace: '  if (!reached()) outcome.stored.push(jackpot.id);',
  },
  {
    name: 'what a verification has changed of an award is not stored',
    file: 'libs/pools/src/award-change.ts',
    find: '  for (const id of rememberClaim(jackpot, next)) outcome.claims.push(id);',
    replace:
      "  for (const id of rememberClaim(jackpot, next)) if (act !== 'award.verified' || !reached()) outcome.claims.push(id);",
  },
];
