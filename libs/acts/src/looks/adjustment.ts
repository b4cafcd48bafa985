import type { Home } from '../ledger-door.js';
import { signedSince, type SignedBefore } from '../signed-since.js';
import { visible } from '../visible.js';
import { formatMicros, formatMinor } from '#contract';
import { isClaimReversed, type Claim, type Jackpot } from '#pools';
import { houseTime } from '../house-time.js';
import type { LiveLedger } from '#proof';
import { awardNamedIn, namingLooks } from './award-named.js';
import { beginningsOfDay } from './beginnings-of-day.js';
import { otherwiseLooks } from './meant-otherwise.js';
import type { Moved } from './moved.js';

type Adjusted = Moved & { readonly reason: string };

/**
 * Lists the objections to an adjustment: it moves money at once, even if a digit is wrong or it is
 * sent twice.
 * @param claim the award that its reason names.
 * @param own offset of the proposal of this adjustment itself.
 */
export async function adjustmentLooks(
  live: LiveLedger,
  { id, partition, jackpot }: Home,
  moved: Adjusted,
  claim: Claim | undefined,
  own?: number,
): Promise<string[]> {
  const day = await beginningsOfDay(live);
  const proposed = jackpot.proposals.filter(({ type }) => type === 'pool.adjusted');
  const from = Math.min(claim?.offset ?? Infinity, ...proposed.map(({ offset }) => offset));
  const since = new Map(day).set(partition, Math.min(day.get(partition) ?? Infinity, from));
  const { found } = await signedSince(live, 'pool.adjusted', since);
  const others = found.filter(({ subject, offset }) => subject !== id || offset !== own);
  const named = claim && [
    ...claimLooks(claim, moved, jackpot),
    ...givenLooks(claim, moved, naming(claim, id, others), jackpot),
  ];
  const isKnown = named?.length === 0;
  const isListed = isKnown && claim !== undefined && isClaimReversed(claim);
  return [
    ...beforeLooks(others, id, moved, jackpot.configuration.zone),
    ...sizeLooks(jackpot, moved, { isKnown, isListed }),
    ...(named ?? []),
    ...namingLooks(moved.reason, jackpot),
    ...(await otherwiseLooks(live, { id, jackpot }, moved)),
  ];
}

/** The adjustments of the pool, not cancelled by an opposite, whose reasons name the award. */
function naming(
  claim: Claim,
  id: string,
  found: readonly SignedBefore<Adjusted>[],
): SignedBefore<Adjusted>[] {
  const claims = new Map([[claim.id, claim]]);
  return withoutOpposites(found).left.filter(({ subject, data }) => {
    return subject === id && data.account === 'pool' && awardNamedIn(data.reason, { claims });
  });
}

/** Lists the amounts already given back for the award, and warns that they do not pay anybody. */
export function givenLooks(
  claim: TakingClaim & Pick<Claim, 'seats'>,
  { amount, account }: Moved,
  before: readonly SignedBefore<Adjusted>[],
  { configuration: { currency }, inForce }: Pick<Jackpot, 'configuration' | 'inForce'>,
): string[] {
  const { id, seats } = claim;
  // `claimLooks` compares with a reversed award.
  if (account !== 'pool' || isClaimReversed({ seats })) return [];
  const waits = seats.some(({ state }) => state === 'locked' || state === 'verified');
  const given = before.reduce((sum, { data }) => sum + data.amount, 0);
  const gave = takenFrom(claim, 'pool');
  const back = BigInt(given + amount) * inForce.minorUnitMicros;
  const offsets = before.map(({ offset }) => offset).join(', ');
  return [
    ...(amount < 0 && -amount > given && gave >= 0n
      ? [
          `it takes more from the pool than was given back for ${visible(id)}: are sign and digits right?`,
        ]
      : []),
    ...(waits ? [`${visible(id)} waits and is not paid: if it is wrong, \`reverse\` it`] : []),
    ...(before.length > 0 && gave < 0n && back < gave
      ? [
          `with the ${formatMinor(given, currency)} at offset ${offsets} this takes more than ${visible(id)} brought`,
        ]
      : []),
    ...(given > 0 && back > gave
      ? [
          `${formatMinor(given, currency)} were given back for ${visible(id)} already, at offset ${offsets}. With this the pool gets back more than the ${formatMicros(gave, currency)} that it gave`,
        ]
      : []),
  ];
}

/** Lists what may have given an award back that is now to be reversed, verified or paid. */
export async function adjustedLooks(
  live: LiveLedger,
  { id, partition, jackpot }: Pick<Home, 'id' | 'partition' | 'jackpot'>,
  award: string,
): Promise<string[]> {
  const claim = jackpot.claims.get(award);
  if (!claim) return [];
  const since = new Map([[partition, claim.offset]]);
  const { found } = await signedSince(live, 'pool.adjusted', since);
  const { currency, zone } = jackpot.configuration;
  const gave = takenFrom(claim, 'pool') / jackpot.inForce.minorUnitMicros;
  const named = naming(claim, id, found);
  const same = withoutOpposites(found).left.filter(({ subject, data }) => {
    const isEqual = data.account === 'pool' && data.amount > 0 && BigInt(data.amount) === gave;
    return subject === id && isEqual && awardNamedIn(data.reason, jackpot) === undefined;
  });
  return [...new Set([...named, ...same])].map(
    ({ offset, recordedAtMs, data: { amount, reason }, isProposed }) =>
      `an adjustment of ${formatMinor(amount, currency)} may have given this award back, at offset ${offset} of ${houseTime(recordedAtMs, zone)}${isProposed ? ', proposed' : ''}, because: ${visible(reason)}`,
  );
}

/** Lists recent adjustments, not cancelled by an opposite, that may be the same. */
export function beforeLooks(
  found: readonly SignedBefore<Moved>[],
  id: string,
  { amount, account }: Moved,
  zone: string,
): string[] {
  const { left, undoing } = withoutOpposites(found);
  const standing = left.toSorted((one, other) => one.recordedAtMs - other.recordedAtMs);
  const isHere = ({ subject, data }: SignedBefore<Moved>): boolean =>
    subject === id && data.account === account;
  const place = ({ offset, recordedAtMs, isProposed }: SignedBefore<Moved>): string =>
    `at offset ${offset} of ${houseTime(recordedAtMs, zone)}${isProposed ? ', proposed' : ''}`;
  const same = standing.findLast((each) => isHere(each) && each.data.amount === amount);
  const elsewhere = standing.findLast((each) => !isHere(each) && each.data.amount === amount);
  const isToUndo = standing.some((each) => isHere(each) && each.data.amount === -amount);
  const undone = undoing.findLast((each) => isHere(each) && each.data.amount === amount);
  const digit = standing.findLast((each) => isHere(each) && isDigitOff(each.data.amount, amount));
  const less = standing.findLast(
    (each) => isHere(each) && !each.isProposed && isDigitOff(-each.data.amount, amount),
  );
  return [
    ...(same
      ? [`the log has the same adjustment already, ${place(same)}: \`acts\` says by whom`]
      : []),
    ...(undone && !same && !isToUndo
      ? [`what this takes back was taken back already, ${place(undone)}`]
      : []),
    ...(elsewhere && !same
      ? [
          `the same amount went to the ${elsewhere.data.account} of ${visible(elsewhere.subject)}, ${place(elsewhere)}. If this replaces it, take that back too`,
        ]
      : []),
    ...(digit
      ? [
          `the log has this amount with another number of digits, ${place(digit)}. If this replaces it, undo that first`,
        ]
      : []),
    ...(less && !isToUndo
      ? [`what this takes back has another number of digits in the log, ${place(less)}`]
      : []),
  ];
}

/**
 * Removes pairs of opposite adjustments of one account, which cancel each other; a proposal cannot
 * cancel.
 * @returns those left, and the second of each pair.
 */
export function withoutOpposites<Data extends Moved>(
  found: readonly SignedBefore<Data>[],
): { left: SignedBefore<Data>[]; undoing: SignedBefore<Data>[] } {
  const left: SignedBefore<Data>[] = [];
  const undoing: SignedBefore<Data>[] = [];
  for (const each of found) {
    const opposite = left.findIndex(
      ({ subject, data, isProposed }) =>
        !isProposed &&
        !each.isProposed &&
        subject === each.subject &&
        data.account === each.data.account &&
        data.amount === -each.data.amount,
    );
    if (opposite === -1) left.push(each);
    else {
      left.splice(opposite, 1);
      undoing.push(each);
    }
  }
  return { left, undoing };
}

/** Returns true if one is ten, a hundred or a thousand times the other. */
function isDigitOff(one: number, other: number): boolean {
  const factor = Math.max(one / other, other / one);
  return [10, 100, 1_000].includes(factor);
}

/**
 * Warns of a balance that suggests a wrong digit.
 * @param isKnown true if an award allows the amount.
 * @param isListed true if the reversal of an award has listed this adjustment.
 */
export function sizeLooks(
  { accounts, configuration, inForce }: Pick<Jackpot, 'accounts' | 'configuration' | 'inForce'>,
  { amount, account }: Moved,
  { isKnown = false, isListed = false } = {},
): string[] {
  const { currency, ceiling, seed } = configuration;
  const moved = BigInt(amount) * inForce.minorUnitMicros;
  if (account === 'reserve') {
    const enough = 2n * BigInt(seed) * inForce.minorUnitMicros;
    const sum = accounts.reserve + moved;
    if (amount < 0 || sum <= enough || accounts.reserve > enough) return [];
    return [
      `the reserve would have ${formatMicros(sum, currency)}, more than two seeds: is a digit wrong?`,
    ];
  }
  const before = accounts.pool;
  const after = before + moved;
  const isOver =
    ceiling !== null && amount > 0 && after > BigInt(ceiling) * inForce.minorUnitMicros;
  const least = BigInt(seed) * inForce.minorUnitMicros;
  const isUnder = before >= least && after < least;
  const isLarge = before > 0n && (amount > 0 ? after >= 2n * before : 2n * after <= before);
  const sum = formatMicros(after, currency);
  return [
    ...(isOver
      ? [`the pool would have ${sum}, above its ceiling of ${formatMinor(ceiling, currency)}`]
      : []),
    ...(isUnder && !isListed
      ? [`the pool would have ${sum}, below its seed of ${formatMinor(seed, currency)}`]
      : []),
    ...(isLarge && !isKnown
      ? [`${formatMicros(before, currency)} becomes ${sum}: is a digit wrong?`]
      : []),
  ];
}

/** Compares with the amount of the award that the reason names, or says that it was reversed. */
export function claimLooks(
  claim: Claim,
  { amount, account }: Moved,
  jackpot: Pick<Jackpot, 'configuration' | 'inForce'>,
): string[] {
  const { currency } = jackpot.configuration;
  const id = visible(claim.id);
  const moved = BigInt(amount) * jackpot.inForce.minorUnitMicros;
  if (isClaimReversed(claim)) {
    // The rest that a reversal could not correct; it shows that rest as an adjustment to type.
    const left = claim.affects.reduce((sum, each) => sum - (each.moreMicros?.[account] ?? 0n), 0n);
    if (left / jackpot.inForce.minorUnitMicros === BigInt(amount)) return [];
    const rest = left === 0n ? '' : ` but for ${formatMicros(left, currency)}`;
    return [`${id} is reversed, and its reversal has put the ${account} right already${rest}`];
  }
  if (claim.seats.some(({ state }) => state === 'expired')) {
    return [
      `a seat of ${id} has expired, and its money has gone to an account since: \`explain\` says what`,
    ];
  }
  const taken = takenFrom(claim, account);
  if (taken < 0n) {
    if (moved <= 0n && moved >= taken) return [];
    return [`${id} brought the ${account} ${formatMicros(-taken, currency)}, its restart included`];
  }
  if (moved > 0n && isDigitOff(Number(moved), Number(taken))) {
    return [
      `the ${account} gave ${formatMicros(taken, currency)} for ${id}: is a digit ${moved < taken ? 'missing' : 'too many'}?`,
    ];
  }
  if (moved <= taken) return [];
  return [
    `the ${account} gave ${formatMicros(taken, currency)} for ${id}, and would get more back`,
  ];
}

type TakingClaim = Pick<Claim, 'id' | 'restart' | 'poolBeforeMicros' | 'poolAfterMicros'>;

/** What an award took from an account, restart and top-up included; below 0 if these are more. */
function takenFrom(claim: TakingClaim, account: Moved['account']): bigint {
  if (account === 'reserve') return claim.restart?.fromReserveMicros ?? 0n;
  return claim.poolBeforeMicros - claim.poolAfterMicros;
}
