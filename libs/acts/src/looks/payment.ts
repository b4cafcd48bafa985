import type { LiveLedger } from '#proof';
import { formatMinor } from '#contract';
import type { AwardActData } from '../act-data.js';
import { houseTime } from '../house-time.js';
import type { Home } from '../ledger-door.js';
import { assertNotReversed, reversalLooks } from './reversal.js';
import { signedSince, type SignedBefore } from '../signed-since.js';
import { visible } from '../visible.js';
import { beginningsOfDay } from './beginnings-of-day.js';

type PaymentMade = AwardActData<'award.paid'>;

/**
 * Lists the objections to a payment that the ledger would accept.
 * @throws UserError if somebody wants to reverse the award.
 */
export async function payingLooks(
  live: LiveLedger,
  home: Home,
  paid: PaymentMade,
): Promise<string[]> {
  await assertNotReversed(live, home, paid.award);
  const { currency, zone } = home.jackpot.configuration;
  const looks = [
    ...(await reversalLooks(live, home, paid.award)),
    ...withheldLooks(paid, currency),
  ];
  if (paid.receipt === undefined) return looks;
  const { partition, now } = home;
  const since = new Map([[partition, (await beginningsOfDay(live)).get(partition) ?? 0]]);
  const { found } = await signedSince(live, 'award.paid', since);
  const done = found.filter(({ subject, offset, data }) =>
    now.jackpots
      .get(subject)
      ?.claims.get(data.award)
      ?.by.some((act) => act.offset === offset),
  );
  return [...looks, ...receiptLooks(done, paid, zone)];
}

/** Warns of a tax that is the larger part: a repeated amount or an extra digit pays too little. */
function withheldLooks({ amount, withheld = 0 }: PaymentMade, currency: string): string[] {
  if (2 * withheld < amount || withheld === 0) return [];
  const [kept, left] = [withheld, amount - withheld].map((each) => formatMinor(each, currency));
  return [`${kept} is withheld, and the player gets ${left}`];
}

/**
 * Warns of a receipt that another award was paid with today: one of the two has no paper. A cheque
 * may pay all seats of one.
 * @param found the payments that were applied.
 */
export function receiptLooks(
  found: readonly SignedBefore<PaymentMade>[],
  { award, receipt }: PaymentMade,
  zone: string,
): string[] {
  const other = found.findLast(({ data }) => data.receipt === receipt && data.award !== award);
  if (!other) return [];
  const { data, offset, recordedAtMs } = other;
  return [
    `${visible(data.award)} has this receipt already, at offset ${offset} of ${houseTime(recordedAtMs, zone)}: is the number right?`,
  ];
}
