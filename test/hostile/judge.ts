import { homePartition } from '#contract';
import { isList, isMembers, isName, isText, type Members } from './forms.js';
import { isAhead, type JudgedKeys } from './judged-keys.js';

/** A record as sent, and its offset. */
export interface Sent {
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string | Buffer | (string | Buffer)[]>>;
  readonly partition: number;
}

/**
 * The result for a record before its jackpot's state matters: the reason for its refusal, or
 * `taken` if it may post. `command` is a command with a good signature; of its data this judge
 * checks only that of a set of keys. It is written from the contract alone, without the product's
 * code or schemas.
 */
export type Verdict =
  | 'malformed'
  | 'unknown-type'
  | 'wrong-partition'
  | 'unsigned-command'
  | 'bad-signature'
  | 'sequence-ahead'
  | 'command-repeated'
  | 'command-expired'
  | 'not-permitted'
  | 'invalid-command'
  | 'command'
  | 'taken';

const kibibytes64 = 65_536;

/** @param keys of the record's partition; a command with a valid signature changes them */
export function judge(sent: Sent, keys: JudgedKeys): Verdict {
  const event = readEvent(sent.value);
  if (!event) return 'malformed';
  const { type, subject, data } = event;
  if (Object.hasOwn(dataOf, type)) {
    if (!dataOf[type as keyof typeof dataOf](data)) return 'malformed';
  } else if (!Object.hasOwn(roleOf, type)) return 'unknown-type';
  const isHome = type === 'keys.set' || homePartition(subject, 12) === sent.partition;
  if (!isHome) return 'wrong-partition';
  const role = roleOf[type as keyof typeof roleOf] as string | undefined;
  if (role !== undefined) return keys.judge(sent, event, role);
  return isAhead(event.sequence) ? 'sequence-ahead' : 'taken';
}

const roleOf = {
  'keys.set': 'keys',
  'jackpot.configured': 'configure',
  'jackpot.suspended': 'operate',
  'jackpot.resumed': 'operate',
  'pool.adjusted': 'adjust',
} as const;

export interface Envelope {
  readonly type: string;
  readonly subject: string;
  readonly sequence: bigint;
  readonly expires: string | undefined;
  readonly data: Members;
}

function readEvent(value: Buffer | null): Envelope | null {
  if (value === null || value.length === 0 || value.length > kibibytes64) return null;
  let event: unknown;
  try {
    // A byte order mark is not JSON; by default the decoder would remove it.
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value));
  } catch {
    return null;
  }
  if (!isMembers(event) || isLoose(String(value), event)) return null;
  const { specversion, type, id, source, sequence, time, expires, subject, data } = event;
  const isSound =
    specversion === '1.0' &&
    isText(type, 64) &&
    isText(id, 256) &&
    isName(source) &&
    isName(subject) &&
    isSequence(sequence) &&
    (time === undefined || time === '' || isText(time, 40)) &&
    (expires === undefined || isTime(expires)) &&
    isMembers(data);
  return isSound ? { type, subject, sequence: BigInt(sequence), expires, data } : null;
}

/**
 * Contract 3: duplicate members or `__proto__`, numbers that change when read, lone surrogates,
 * depth.
 */
function isLoose(text: string, event: Members): boolean {
  // Only names are followed by a colon.
  const strings = text.match(/"(?:[^"\\]|\\.)*"(?:\s*:)?/g) ?? [];
  const written = strings.filter((each) => each.endsWith(':')).length;
  const rest = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const changed = (rest.match(/-?\d[\d.eE+-]*/g) ?? []).some((each) => !isSameNumber(each));
  const halves = strings.some(
    (each) => !(JSON.parse(each.replace(/\s*:$/, '')) as string).isWellFormed(),
  );
  return changed || halves || written !== namesIn(event, 32);
}

/** Compares two numbers as fractions of whole numbers, if the exponent allows it. */
function isSameNumber(written: string): boolean {
  const [one, other] = [written, String(Number(written))].map((text) => {
    const [, sign = '', whole = '', fraction = '', exponent = '0'] =
      /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
    return {
      digits: BigInt(`${sign}${whole}${fraction}` || '1'),
      power: Number(exponent) - fraction.length,
      whole,
    };
  }) as [
    { digits: bigint; power: number; whole: string },
    { digits: bigint; power: number; whole: string },
  ];
  if (other.whole === '') return false;
  if (one.digits === 0n || other.digits === 0n) return one.digits === other.digits;
  const apart = one.power - other.power;
  if (Math.abs(apart) > 1_000) return false;
  const factor = 10n ** BigInt(Math.abs(apart));
  return apart > 0 ? one.digits * factor === other.digits : one.digits === other.digits * factor;
}

/** The number of names; `NaN` if one is `__proto__` or if the value is deeper than `levels`. */
function namesIn(value: unknown, levels: number): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (levels === 0 || Object.hasOwn(value, '__proto__')) return NaN;
  const inside = Object.values(value).map((each: unknown) => namesIn(each, levels - 1));
  const own = Array.isArray(value) ? 0 : inside.length;
  return inside.reduce((sum, each) => sum + each, own);
}

const hands = ['royal-flush', 'straight-flush', 'four-of-a-kind', 'full-house', 'flush'];
const voidReasons = [
  'dealing-procedure',
  'shuffler-fault',
  'dealer-card-exposed',
  'player-cards-exposed',
  'other',
];

const dataOf = {
  'bet.placed': ({ round, seat, stake, baseBets, currency, ...more }: Members) =>
    hasNone(more) &&
    isRound(round) &&
    isSeat(seat) &&
    Number.isSafeInteger(stake) &&
    (stake as number) >= 1 &&
    isList(baseBets, 2, (bet) => bet === 'ante' || bet === 'pair-plus') &&
    new Set(baseBets as string[]).size === (baseBets as string[]).length &&
    (currency === undefined || (typeof currency === 'string' && currency.length <= 8)),
  'bet.withdrawn': ({ round, seat, ...more }: Members) =>
    hasNone(more) && isRound(round) && isSeat(seat),
  'round.opened': ({ round, ...more }: Members) => hasNone(more) && isRound(round),
  'round.dealt': ({ round, seats, ...more }: Members) =>
    hasNone(more) &&
    isRound(round) &&
    (seats === undefined ||
      (isList(seats, 7, isSeat) && new Set(seats as number[]).size === seats.length)),
  'round.settled': ({ round, wins, hands: shown, community, ...more }: Members) =>
    hasNone(more) &&
    isRound(round) &&
    isList(
      wins,
      64,
      (win) =>
        isMembers(win) &&
        isSeat(win['seat']) &&
        isOneOf(hands, win['hand']) &&
        Object.keys(win).length === 2,
    ) &&
    (shown === undefined ||
      isList(
        shown,
        64,
        (each) =>
          isMembers(each) &&
          isSeat(each['seat']) &&
          isCards(each['cards'], 3) &&
          Object.keys(each).length === 2,
      )) &&
    (community === undefined || isCards(community, 2)),
  'round.voided': ({ round, reason, ...more }: Members) =>
    hasNone(more) && isRound(round) && isOneOf(voidReasons, reason),
  'table.heartbeat': ({ meters, ...more }: Members) =>
    hasNone(more) && (meters === undefined || isMeters(meters)),
};

/** Contract 3: a table's data has no member but those of its type. */
function hasNone(more: Members): boolean {
  return Object.keys(more).length === 0;
}

/** Contract 3.7: minor units, from 0 to 10^15. */
function isMeters(value: unknown): boolean {
  if (!isMembers(value)) return false;
  const { stakes, paid, ...more } = value;
  const isCount = (count: unknown): boolean =>
    Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= 1e15;
  return hasNone(more) && isCount(stakes) && isCount(paid);
}

/** Contract 3.2: people type it, so it has no invisible characters. */
function isRound(value: unknown): boolean {
  return isText(value, 64) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
}

function isSequence(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 19 || !/^\d+$/.test(value)) return false;
  return BigInt(value).toString() === value && BigInt(value) < 2n ** 63n;
}

function isSeat(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= 7;
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return words.some((word) => word === value);
}

function isCards(value: unknown, count: number): boolean {
  const isCard = (card: unknown): boolean =>
    typeof card === 'string' && card.length === 2 && /^[2-9TJQKA][shdc]$/.test(card);
  return isList(value, count, isCard) && (value as unknown[]).length === count;
}

/** RFC 3339 with seconds and a zone, on a day that the calendar has. */
function isTime(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const form =
    /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
  const [, year, month, day] = form.exec(value) ?? [];
  if (!year) return false;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
