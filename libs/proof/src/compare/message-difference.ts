import {
  awardSchema,
  currencyExponent,
  exceptionSchema,
  formatMicros,
  statementSchema,
  valueSchema,
} from '#contract';
import { microsPerMinor } from '#pools';
import type { ComparedKind } from '../outputs/message-id.js';
import { moreOrLess, type Difference } from './difference.js';

/** The expectation, by verdict, when the expected text is unknown. */
const expectations = {
  missing: 'what the checkpoint says was still to be sent',
  extra: 'nothing',
  altered: 'another by its digest',
  'out of order': 'one of the newest messages (contract 8.4)',
} as const;

/** The place and name of a message that differs. */
export interface MessageSpot extends Pick<Difference, 'in' | 'partition'> {
  readonly kind: ComparedKind;
  /** `in Redis`, `at offset 2 of partition 7 of jackpot.awards`. */
  readonly where: string;
  readonly verdict: keyof typeof expectations;
  /** The message's id; empty if unknown. */
  readonly id: string;
  /** The expectation to print if there is no expected text. */
  readonly expected?: string | undefined;
}

/**
 * Describes how a message differs from the log's, in one form for all: `<verdict>: <message>
 * <where>: expected <this>, found <that>`.
 * @param found its text; undefined if there is none, or it is gone
 * @param given the text by the log; undefined if the log gives none, or it is unknown
 */
export function messageDifference(
  { kind, where, verdict, id, expected, ...about }: MessageSpot,
  found: string | undefined,
  given: string | undefined,
): Difference {
  const [theirs, ours] = [found, given].map((text) => readMessage(kind, text));
  const known = theirs?.name === undefined ? ours : theirs;
  const name = known?.name ?? (id || 'what is no message');
  const nothing = verdict === 'missing' ? 'nothing' : 'what was deleted since';
  const [is = expected ?? expectations[verdict], was = nothing] = apart(theirs, ours);
  return {
    ...about,
    jackpot: known?.jackpot ?? null,
    sentence: `${verdict}: ${name} ${where}: expected ${is}, found ${was}`,
    foundMicros: theirs?.micros ?? null,
    logMicros: ours?.micros ?? null,
  };
}

/** The same for an award or a value in Redis. */
export function redisDifference(
  kind: ComparedKind,
  partition: number,
  found: string | undefined,
  given: string | undefined,
): Difference {
  const alone = found === undefined ? 'missing' : 'extra';
  const verdict = found !== undefined && given !== undefined ? 'altered' : alone;
  const spot = { kind, in: 'redis', partition, where: 'in Redis', verdict, id: '' } as const;
  return messageDifference(spot, found, given);
}

/** The parts by which people know a message. */
interface ReadMessage {
  readonly members: Readonly<Record<string, unknown>>;
  /** Undefined if it is not a message. */
  readonly name?: string;
  readonly jackpot?: string | null;
  /** Its first statement: its money, if it has any. */
  readonly says: string;
  readonly micros?: bigint;
  readonly currency?: string;
}

function readMessage(kind: ComparedKind, text: string | undefined): ReadMessage | undefined {
  if (text === undefined) return undefined;
  try {
    const members = JSON.parse(text) as ReadMessage['members'];
    return { members, ...readers[kind](members) };
  } catch {
    return { members: {}, says: JSON.stringify(text.slice(0, 500)) };
  }
}

const readers: Readonly<Record<ComparedKind, (members: unknown) => Omit<ReadMessage, 'members'>>> =
  {
    awards: (members) => {
      const { id, jackpot, payouts, currency } = awardSchema.parse(members);
      const minor = payouts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      return { name: `award ${id}`, jackpot, ...moneyOf(minor, currency) };
    },
    exceptions: (members) => {
      const { partition, offset, reason, detail, jackpot } = exceptionSchema.parse(members);
      const name = `exception ${partition}/${offset}/${reason}`;
      return { name, jackpot, says: JSON.stringify(detail.slice(0, 500)) };
    },
    statements: (members) => {
      const { jackpot, day, part, parts, closing, currency } = statementSchema.parse(members);
      const name = `statement of ${jackpot} for ${day}, part ${part} of ${parts}`;
      const micros = BigInt(closing.pool);
      return { name, jackpot, micros, currency, says: formatMicros(micros, currency) };
    },
    'pool-values': (members) => {
      const { jackpot, version, value, currency } = valueSchema.parse(members);
      const name = `value of ${jackpot} at version ${version}`;
      return { name, jackpot, ...moneyOf(BigInt(value), currency) };
    },
  };

function moneyOf(minor: bigint, currency: string) {
  const micros = minor * microsPerMinor(currencyExponent(currency) ?? 0);
  return { micros, currency, says: formatMicros(micros, currency) };
}

type Pair = readonly [expected: string | undefined, found: string | undefined];

/** The expected and the found part, where the two messages differ. */
function apart(theirs: ReadMessage | undefined, ours: ReadMessage | undefined): Pair {
  if (theirs?.name === undefined || !ours) return [ours?.says, theirs?.says];
  if (theirs.name !== ours.name) return [`${ours.name}, ${ours.says}`, theirs.says];
  if (theirs.says === ours.says) return memberApart(theirs.members, ours.members);
  const { micros = 0n, currency } = ours;
  const isMoney = theirs.micros !== undefined && theirs.currency === currency;
  const by = isMoney ? ` (${moreOrLess(theirs.micros, micros, currency)})` : '';
  return [ours.says, theirs.says + by];
}

/** The first member that differs. */
function memberApart(theirs: ReadMessage['members'], ours: ReadMessage['members']): Pair {
  for (const name of Object.keys({ ...ours, ...theirs })) {
    const [is, was] = [ours, theirs].map((members) => {
      const text = JSON.stringify(members[name]);
      return text === undefined ? `no ${name}` : `${name} ${text}`;
    });
    if (is !== was) return [is, was];
  }
  return ['its key, headers and bytes', 'others'];
}
