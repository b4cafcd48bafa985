import type { Home } from '../ledger-door.js';
import { signedSince, type SignedBefore } from '../signed-since.js';
import { visible } from '../visible.js';
import { formatMicros, formatMinor } from '#contract';
import { awardMessage } from '#engine';
import { changedAt, type Claim } from '#pools';
import { reversalRest } from '../reversal-rest.js';
import { houseTime } from '../house-time.js';
import type { AwardActData } from '../act-data.js';
import type { LiveLedger } from '#proof';
import { beginningsOfDay } from './beginnings-of-day.js';

export type GrantData = AwardActData<'award.granted'>;

/** Lists the objections to a grant that do not come from its round. */
export async function grantLooks(
  live: LiveLedger,
  { id, partition, jackpot }: Home,
  granted: GrantData,
): Promise<string[]> {
  const since = await beginningsOfDay(live);
  const { found } = await signedSince(live, 'award.granted', since);
  const replaced =
    granted.replaces === undefined ? undefined : jackpot.claims.get(granted.replaces);
  const { currency, zone } = jackpot.configuration;
  return [
    ...elsewhereLooks(found, id, granted, zone),
    ...(replaced ? leftOutLooks(replaced, granted, currency) : []),
    ...(replaced ? await restLooks(live, { id, partition, jackpot }, replaced) : []),
  ];
}

/** Warns of what the reversal of the replaced award has left, and nobody has adjusted since. */
async function restLooks(
  live: LiveLedger,
  { id, partition, jackpot }: Pick<Home, 'id' | 'partition' | 'jackpot'>,
  replaced: Claim,
): Promise<string[]> {
  const { currency } = jackpot.configuration;
  const { adjustments } = reversalRest({
    currency,
    affects: awardMessage(replaced, jackpot).affects,
  });
  if (adjustments.length === 0) return [];
  const since = new Map([[partition, changedAt(replaced).offset]]);
  const { found } = await signedSince(live, 'pool.adjusted', since);
  // A proposal that no longer waits may have been approved.
  const waiting = new Set(jackpot.proposals.map(({ offset }) => offset));
  const done = found.filter(({ subject, offset }) => subject === id && !waiting.has(offset));
  const left = adjustments.filter(
    ({ account, amount }) =>
      !done.some(({ data }) => data.account === account && data.amount === amount),
  );
  return left.map(
    ({ account, amount }) =>
      `the reversal of ${visible(replaced.id)} has left the ${account} wrong, and no adjustment of ${formatMinor(amount, currency)} was made since: do that first`,
  );
}

/** Warns if the same seat of the table was granted the same hand, in another round or jackpot. */
export function elsewhereLooks(
  found: readonly SignedBefore<GrantData>[],
  id: string,
  { table, round, payouts }: GrantData,
  zone: string,
): string[] {
  return payouts.flatMap(({ seat, hand }) => {
    const other = found.findLast(
      ({ subject, data }) =>
        data.table === table &&
        (subject !== id || data.round !== round) &&
        data.payouts.some((each) => each.seat === seat && each.hand === hand),
    );
    if (!other) return [];
    const { subject, offset, recordedAtMs, data, isProposed } = other;
    const where = visible(`in round ${data.round} of ${subject}`);
    const what = isProposed ? 'was proposed' : 'was granted';
    return [
      `seat ${seat} of table ${visible(table)} ${what} a ${hand} ${where} already, at offset ${offset} of ${houseTime(recordedAtMs, zone)}: is it the same win?`,
    ];
  });
}

/**
 * Warns of seats left out: a reversal covers all seats, and a seat that the new grant does not name
 * gets nothing.
 */
export function leftOutLooks(
  { id, payouts }: Claim,
  { payouts: granted }: GrantData,
  currency: string,
): string[] {
  if (payouts.length < 2) return [];
  return payouts
    .filter(({ seat }) => !granted.some((each) => each.seat === seat))
    .map(
      ({ seat, hand, amountMicros }) =>
        `seat ${seat} of ${visible(id)}, ${hand}, ${formatMicros(amountMicros, currency)}, gets nothing: if it won too, add its own --hand here`,
    );
}
