import {
  currencyExponent,
  exceptionSchema,
  formatMinor,
  valueSchema,
  type AwardMessage,
  type ExceptionMessage,
  type ValueMessage,
} from '#contract';
import { microsPerMinor } from '#pools';
import { awardDifference } from '../compare/award-sentences.js';
import { moreOrLess, plainDifference, type Difference } from '../compare/difference.js';
import type { FoundOutput } from './found-message.js';
import { originOfId, type SentKind } from './message-id.js';

/** A message that the fold gives. */
export interface GivenMessage {
  readonly key: string;
  readonly id: string;
  readonly value: string;
}

/** Where a message was found, or should be. */
interface OutputSpot {
  readonly kind: SentKind;
  /** Of the events. */
  readonly partition: number | null;
  /** The name of its topic. */
  readonly topic: string;
  readonly at?: FoundOutput['at'] | undefined;
}

/**
 * How a message differs from what the log gives with its id.
 * @param text undefined for one that its topic does not have any more
 * @param given undefined where the log gives none
 * @param position of the ledger, where the message is above it; else 0
 */
export function messageDifference(
  spot: OutputSpot,
  text: string | undefined,
  given: GivenMessage | undefined,
  position = 0,
): Difference {
  const { kind, partition } = spot;
  const where = whereOf(spot);
  const place = spot.at && 'text' in spot.at ? 'outbox' : kind;
  const about = { in: place, partition, where } as const;
  if (text === undefined) {
    return plainDifference(place, partition, `a message ${where} was another, and is gone by now`);
  }
  if (kind === 'awards') {
    return awardDifference(about, text, given && (JSON.parse(given.value) as AwardMessage));
  }
  return kind === 'exceptions'
    ? exceptionDifference(about, text, given)
    : valueDifference(about, text, given?.value, position);
}

/** A message that has another content than the log gave long before it was written. */
export function lateDifference(
  spot: OutputSpot,
  id: string,
  text: string | undefined,
  isForgotten: boolean,
): Difference {
  const { kind, partition } = spot;
  const place = spot.at && 'text' in spot.at ? 'outbox' : kind;
  const found = `the message ${id} ${whereOf(spot)}`;
  const sentence = isForgotten
    ? `${found} stands too far behind those of its time to be compared (contract 8.4)`
    : `${found} is not what the log gives: ${(text ?? 'it is gone by now').slice(0, 1_000)}`;
  return plainDifference(place, partition, sentence);
}

/**
 * A message that should have been sent, and is not on its topic.
 * @param given undefined where only its id is known, from a checkpoint.
 */
export function missingDifference(
  spot: OutputSpot,
  id: string,
  given: GivenMessage | undefined,
): Difference {
  const { kind, partition, topic } = spot;
  if (!given) {
    const sentence = `${topic} lacks the message ${id}, which the checkpoint says was still to be sent`;
    return plainDifference(kind, partition, sentence);
  }
  const { value } = given;
  if (kind === 'awards') {
    const about = { in: kind, partition, where: `on ${topic}` } as const;
    return awardDifference(about, undefined, JSON.parse(value) as AwardMessage);
  }
  const { reason, jackpot, detail } = JSON.parse(value) as ExceptionMessage;
  const what = `${topic} lacks the exception ${reason} of ${eventOf(id)}: ${detail}`;
  return plainDifference(kind, partition, what.replace(/\.$/, ''), jackpot);
}

type OutputPlace = Pick<Difference, 'in' | 'partition'> & { readonly where: string };

function exceptionDifference(
  { in: place, partition, where }: OutputPlace,
  text: string,
  given: GivenMessage | undefined,
): Difference {
  const exception = read(exceptionSchema, text);
  const log = given ? `; the log gives ${given.value}` : '; the log gives none';
  if (!exception) {
    return plainDifference(place, partition, `what stands ${where} is no exception${log}`);
  }
  const { reason, jackpot, offset } = exception;
  const event = `the event at offset ${offset} of partition ${exception.partition}`;
  const what = `the exception ${reason} of ${event} ${where}`;
  const is = text === given?.value ? 'has another key or other headers' : `is ${text}`;
  return plainDifference(place, partition, `${what} ${is}${log}`, jackpot);
}

/** How a value differs from that of the log, of which this is the text; see `messageDifference`. */
export function valueDifference(
  { in: place, partition, where }: OutputPlace,
  text: string,
  given: string | undefined,
  position = 0,
): Difference {
  const value = read(valueSchema, text);
  if (!value) return plainDifference(place, partition, `what stands ${where} is no value`);
  const { jackpot, version, currency } = value;
  const log = given === undefined ? undefined : (JSON.parse(given) as ValueMessage);
  const [foundMicros, logMicros] = [microsOf(value), log ? microsOf(log) : null];
  const shows = `the value of ${jackpot} at version ${version} ${where} is ${amountOf(value)}`;
  const about = { in: place, partition, jackpot, foundMicros, logMicros };
  if (position > 0) return { ...about, sentence: `${shows}; the ledger is at ${position}` };
  if (!log) return { ...about, sentence: `${shows}; the log gives no value of this version` };
  const isOther = foundMicros !== logMicros || currency !== log.currency;
  const by = currency === log.currency ? moreOrLess(foundMicros, logMicros ?? 0n, currency) : '';
  return {
    ...about,
    sentence: isOther
      ? `${shows}; the log gives ${amountOf(log)}${by === '' ? '' : ` (${by})`}`
      : `${shows} as the log gives, and it says ${text}, by the log ${given}`,
  };
}

function whereOf({ topic, at }: OutputSpot): string {
  if (!at) return `on ${topic}`;
  if ('text' in at) return 'in the outbox';
  return `on ${topic} (record ${at.offset} of its partition ${at.partition})`;
}

function eventOf(id: string): string {
  const { partition, offset } = originOfId(id);
  return `the event at offset ${offset} of partition ${partition}`;
}

function microsOf({ value, currency }: ValueMessage): bigint {
  return BigInt(value) * microsPerMinor(currencyExponent(currency) ?? 0);
}

function amountOf({ value, currency }: ValueMessage): string {
  return formatMinor(value, currency);
}

function read<T>(
  schema: { safeParse: (value: unknown) => { data?: T | undefined } },
  text: string,
): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
