import { foldRemarks } from '#pools';
import { parseJson } from './decode.js';
import type { DecodableRecord } from './decoded.js';
import type { ExceptionMessage } from './messages.js';
import type { ExceptionReason } from './refusals.js';
import { whyNotStrict } from './strict-json.js';
import { recordLimitBytes } from './topics.js';

const rawLimitBytes = 48 * 1024;
/**
 * Longest detail, in characters: it may quote a stranger's text, and brokers accept at most 1 MiB.
 */
const detailLimit = 4_000;

/** Names that a refused record gives for itself; null if it has no such text. */
export interface RecordNames {
  /** Tells whether it is JSON as contract 3 requires. */
  readonly isStrict: boolean;
  readonly jackpot: string | null;
  readonly source: string | null;
  readonly sequence: string | null;
  readonly id: string | null;
}

export function namesOf(record: DecodableRecord): RecordNames {
  const value = record.value ?? Buffer.alloc(0);
  const event = value.length > recordLimitBytes ? undefined : parseJson(value);
  const named = (member: string): string | null => {
    const text = isObject(event) ? event[member] : undefined;
    return typeof text === 'string' && text.length <= 256 ? text : null;
  };
  return {
    isStrict: event !== undefined && whyNotStrict(value, event) === undefined,
    jackpot: named('subject'),
    source: named('source'),
    sequence: named('sequence'),
    id: named('id'),
  };
}

/** A refusal of a record, or a remark about it. */
interface SaidOfRecord {
  readonly reason: ExceptionReason;
  readonly detail: string;
  /** Tells whether the record had its effect. */
  readonly isApplied: boolean;
}

/**
 * The message about a record that was refused or looks wrong. The event is copied verbatim: writing
 * it again could change a number, or overflow the stack.
 */
export function exceptionText(
  record: DecodableRecord,
  { isStrict, ...names }: RecordNames,
  { reason, detail, isApplied }: SaidOfRecord,
): string {
  const { partition, offset } = record;
  const value = record.value ?? Buffer.alloc(0);
  const message = {
    reason,
    applied: isApplied,
    detail: detail.length > detailLimit ? `${detail.slice(0, detailLimit)} …` : detail,
    ...names,
    partition,
    offset,
  } satisfies ExceptionMessage;
  if (!isStrict) {
    const raw = value.subarray(0, rawLimitBytes).toString('base64');
    return JSON.stringify({ ...message, raw });
  }
  return `${JSON.stringify(message).slice(0, -1)},"event":${value.toString('utf8')}}`;
}

/**
 * The message that sums up exceptions of one source and reason that had no message of their own.
 */
export function summedText(
  { partition, offset }: Pick<DecodableRecord, 'partition' | 'offset'>,
  reason: ExceptionReason,
  source: string | null,
  summed: NonNullable<ExceptionMessage['summed']>,
): string {
  const { count, from, to } = summed;
  const message = {
    reason,
    applied: foldRemarks.some((remark) => remark === reason) ? null : false,
    detail: `${count} more records of ${source ?? 'unnamed or many sources'}, at offsets ${from} to ${to}, have this reason and no message of their own.`,
    jackpot: null,
    source,
    sequence: null,
    id: null,
    partition,
    offset,
    summed,
  } satisfies ExceptionMessage;
  return JSON.stringify(message);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
