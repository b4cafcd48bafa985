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
  const { found } = await signedSince(live, 'award.paid', await beginningsOfDay(live));
  return [...looks, ...receiptLooks(found, paid, zone)];
}

/** Warns of a tax that is the larger part: a repeated amount or an extra digit pays too little. */
function withheldLooks({ amount, withheld = 0 }: PaymentMade, currency: string): string[] {
  if (2 * withheld < amount || withheld === 0) return [];
  const [kept, left] = [withheld, amount - withheld].map((each) => formatMinor(each, currency));
  return [`${kept} is withheld, and the player gets ${left}`];
}

/** Warns of a receipt that another seat was paid with today: one of the two has no paper. */
export function receiptLooks(
  found: readonly SignedBefore<PaymentMade>[],
  { award, seat, receipt }: PaymentMade,
  zone: string,
): string[] {
  const other = found.findLast(
    ({ data }) => data.receipt === receipt && (data.award !== award || data.seat !== seat),
  );
  if (!other) return [];
  const { data, offset, recordedAtMs } = other;
  return [
    `seat ${data.seat} of ${visible(data.award)} has this receipt already, at offset ${offset} of ${houseTime(recordedAtMs, zone)}: is the number right?`,
  ];
}
