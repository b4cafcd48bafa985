import { type AwardMessage, awardSchema, currencyExponent, formatMicros } from '#contract';
import { microsPerMinor } from '#pools';
import { moreOrLess, plainDifference, type Difference } from './difference.js';

/** Where an award was found: `in Redis`, or on a topic. */
interface AwardSpot {
  readonly in: Difference['in'];
  readonly partition: number | null;
  readonly where: string;
}

/**
 * How an award differs from what the log gives at its offset.
 * @param found its text; undefined for one that is missing there
 * @param given the award of the log; undefined where the log gives none
 */
export function awardDifference(
  spot: AwardSpot,
  found: string | undefined,
  given: AwardMessage | undefined,
): Difference {
  const { in: place, partition, where } = spot;
  const plain = (sentence: string, jackpot?: string): Difference =>
    plainDifference(place, partition, sentence, jackpot);
  const award = found === undefined ? undefined : readAward(found);
  if (found !== undefined && !award) {
    const log = given ? `; the log gives the award ${given.id}` : '';
    return plain(`what stands ${where} is no award${log}`, given?.jackpot);
  }
  const foundMicros = award ? paidMicros(award) : null;
  const logMicros = given ? paidMicros(given) : null;
  const jackpot = (award ?? given)?.jackpot ?? null;
  const difference = { in: place, partition, jackpot, foundMicros, logMicros };
  if (!award) {
    const pays = `by the log it pays ${awardAmount(given as AwardMessage)}`;
    return { ...difference, sentence: `award ${given?.id} is missing ${where}; ${pays}` };
  }
  const pays = `award ${award.id} ${where} pays ${awardAmount(award)}`;
  return { ...difference, sentence: `${pays}${comparison(award, given)}` };
}

function comparison(award: AwardMessage, given: AwardMessage | undefined): string {
  if (!given) return '; the log gives no such award';
  const other = given.id === award.id ? '' : ` by the award ${given.id}`;
  const [found, log] = [paidMicros(award), paidMicros(given)];
  if (award.currency !== given.currency || found !== log) {
    const isSame = award.currency === given.currency;
    const by = isSame ? ` (${moreOrLess(found, log, given.currency)})` : '';
    return `; the log gives ${awardAmount(given)}${other}${by}`;
  }
  const member = firstOther(award, given);
  if (member === undefined) return ' as the log gives, with another key or other headers';
  const [theirs, ours] = [award, given].map((each) => JSON.stringify(each[member]));
  return ` as the log gives, and its ${member} is ${theirs}, by the log ${ours}`;
}

function firstOther(one: AwardMessage, other: AwardMessage): keyof AwardMessage | undefined {
  const members = Object.keys(other) as (keyof AwardMessage)[];
  return members.find((each) => JSON.stringify(one[each]) !== JSON.stringify(other[each]));
}

/** All payouts together. */
function paidMicros({ payouts, currency }: AwardMessage): bigint {
  const minor = payouts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return minor * microsPerMinor(currencyExponent(currency) ?? 0);
}

function awardAmount(award: AwardMessage): string {
  return formatMicros(paidMicros(award), award.currency);
}

function readAward(text: string): AwardMessage | undefined {
  try {
    return awardSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
