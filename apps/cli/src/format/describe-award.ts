import { typedMinor, visible, type AwardFacts, type GrantDoubt } from '#acts';
import {
  commandSchemas,
  formatMicros,
  formatMinor,
  type AwardMessage,
  type CommandType,
} from '#contract';
import { isAwardAct } from '#pools';
import { describeAffects, describeRemedy } from './affects.js';

/**
 * Lines for people: each seat with its new state; for a reversal, the reasons why it is inexact.
 */
export function describeAward({
  award,
  statesBefore,
  sameSeats: others,
  doubts,
}: AwardFacts): string[] {
  const { currency, payouts, states, replaces, restart } = award;
  const money = (minor: number): string => formatMinor(minor, currency);
  const seats = payouts.map(({ seat, hand, amount, stakeReturned = 0, ...parts }, index) => {
    const [from, to] = [statesBefore?.[index], states[index]];
    const what = `  seat ${seat}, ${hand}, ${money(amount + stakeReturned)}`;
    if (!from) {
      const { fromPool, fromHouse } = parts;
      return `${what}: ${money(fromPool)} of the pool, ${money(fromHouse)} of the house; locked\n`;
    }
    if (from.state === to?.state) return `${what}: stays ${from.state}\n`;
    const slip = to?.slip === from.slip ? '' : `, slip ${to?.slip}`;
    return `${what}: ${from.state} -> ${to?.state}${slip}\n`;
  });
  return [
    ...seats,
    ...(restart && !statesBefore ? [describeRestarted(restart, money)] : []),
    ...others.map(
      ({ id, seat, state }) =>
        `  LOOK: seat ${seat} of this round has an award already, ${visible(id)}, ${state}\n`,
    ),
    ...doubts.map((doubt) => `  LOOK: ${describeDoubt(doubt, award)}\n`),
    ...(replaces === null ? [] : [`  replaces ${visible(replaces)}, which was reversed\n`]),
    ...(states.some(({ state }) => state === 'reversed')
      ? [...describeAffects(award), ...describeRemedy(award, { isDone: false })]
      : []),
  ];
}

function describeRestarted(
  { seed, fromReserve, fromHouse }: NonNullable<AwardMessage['restart']>,
  money: (minor: number) => string,
): string {
  return `  the pool restarts: seed ${money(seed)}, of which ${money(fromReserve)} from the reserve and ${money(fromHouse)} from the house\n`;
}

/** @param since the first offset that was read; 0 for the log's first record. */
export function unknownRound(of: string, since: number): string {
  return since === 0
    ? `the log has no ${of}`
    : `the log has no ${of} since the checkpoint, which ends at offset ${since - 1}; use an older checkpoint, or none`;
}

/** A reason to look twice at a granted award, before or after the grant. */
export function describeDoubt(
  doubt: GrantDoubt,
  { table, round, currency }: Pick<AwardMessage, 'table' | 'round' | 'currency'>,
): string {
  const of = `round ${visible(round)} of table ${visible(table)}`;
  switch (doubt.is) {
    case 'unknown-round':
      return unknownRound(of, doubt.since);
    case 'open-round':
      return `${of} is still open: the table itself can declare the win`;
    case 'voided-round':
      return `${of} was void: its bets were given back, or carried over`;
    case 'no-bet':
      return `seat ${doubt.seat} has no jackpot bet in ${of}`;
    case 'won-already':
      return `seat ${doubt.seat} has won a ${doubt.hand} in that round already, declared or granted`;
    case 'other-stands':
      return `seat ${doubt.seat} has a ${doubt.hand} of that round, which is not reversed: if that is the wrong seat, and its slip is not paid, \`reverse\` it first and name it with --replaces`;
    case 'expired-there': {
      const { award, seat, amount } = doubt;
      return `${visible(award)} of seat ${seat} has expired, and an account has its ${formatMinor(amount, currency)} (\`explain\` says which). This takes the win from pool and house again: put the accounts right after it with \`adjust\``;
    }
    case 'reversed-there':
      return `${visible(doubt.award)} of that round was reversed: if this replaces it, name it with --replaces`;
    case 'restarted-since':
      return `the pool has restarted since that round, after ${visible(doubt.awards.join(', '))}: this takes the seed of now and restarts it again. With nothing of the pool, as ${withoutPool(doubt.hands, currency)} with --amount-differs and --despite, the house pays and the pool stays`;
    case 'unlisted-table':
      return `${visible(table)} is not in the jackpot's tables: what it sends is refused until a configuration lists it again`;
    case 'other-cards':
      return `the table declared ${doubt.cards.join(' ')} for seat ${doubt.seat}, which is: ${doubt.combination}`;
    case 'impossible':
      return doubt.why.replace(/\.$/, '');
    case 'other-pool':
      return `the pool would have given seat ${doubt.seat} ${formatMinor(doubt.fromPool, currency)}`;
    case 'other-seat': {
      const { seat, hand, paid, due } = doubt;
      return `seat ${seat}, ${hand}, was paid ${formatMinor(paid, currency)}; with this win its prize is ${formatMinor(due, currency)} by the law`;
    }
    case 'other-amount': {
      const { seat, hand, prize } = doubt;
      return `seat ${seat} gets another amount than the prize of a ${hand} in that round, which was ${formatMinor(prize, currency)}`;
    }
    default:
      return doubt satisfies never;
  }
}

/** The options that grant the same amounts without the pool. */
function withoutPool(
  hands: Extract<GrantDoubt, { readonly is: 'restarted-since' }>['hands'],
  currency: string,
): string {
  const none = typedMinor(0, currency);
  return hands
    .map(({ seat, hand, amount }) => `${seat}:${hand}:${typedMinor(amount, currency)}:${none}`)
    .join(' and ');
}

/**
 * Lists a person's statements with an act on an award or a pool, other than its reason. A proposer
 * may write more members into it; omits members that the ledger does not read.
 */
export function describeSaid(type: string, data: object, currency: string): string[] {
  const money = (minor: number): string => formatMinor(minor, currency);
  const schema = type in commandSchemas ? commandSchemas[type as CommandType] : undefined;
  const said = (schema?.safeParse(data).data ?? {}) as Said;
  const { evidence, cause, slip, method, withheld, receipt, note, amount = 0, opening } = said;
  if (type === 'day.closed') return closingInWords(said, money);
  if (type === 'jackpot.retired')
    return [`  ends for good, and leaves its money to ${visible(said.to ?? '')}\n`];
  if (type === 'transfer.received') return receiptInWords(said, currency);
  if (opening) {
    const { from, on } = opening;
    return [`  takes over ${money(opening.amount)} of ${visible(from)}, as of ${visible(on)}\n`];
  }
  const words = [
    ...(evidence ? evidenceInWords(evidence) : []),
    ...(cause === undefined ? [] : [`cause ${cause}`]),
    ...(slip === undefined ? [] : [`slip ${slip}`, `by ${method}`]),
    ...(withheld === undefined
      ? []
      : [`of which ${money(withheld)} is withheld, so hand over ${money(amount - withheld)}`]),
    ...(receipt === undefined ? [] : [`receipt ${receipt}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
  if (!isAwardAct({ type }) || words.length === 0) return [];
  return [`  says: ${visible(words.join('; '))}\n`];
}

function receiptInWords(
  { from = '', pool = '0', reserve = '0' }: Said,
  currency: string,
): string[] {
  const [ofPool, ofReserve] = [pool, reserve].map((micros) =>
    formatMicros(BigInt(micros), currency),
  );
  return [`  receives from ${visible(from)}: ${ofPool} of its pool, ${ofReserve} of its reserve\n`];
}

function closingInWords({ funds, note }: Said, money: (minor: number) => string): string[] {
  const words = [
    ...(funds === undefined ? [] : [`the house sets aside ${money(funds)}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
  return words.length === 0 ? [] : [`  says: ${visible(words.join('; '))}\n`];
}

function evidenceInWords({ deck, hands, community, surveillance, note }: Evidence): string[] {
  return [
    `deck ${deck}`,
    ...(hands ?? []).map(({ seat, cards }) => `seat ${seat} has ${cards.join(' ')}`),
    ...(community ? [`community cards ${community.join(' ')}`] : []),
    ...(hands || community ? [] : ['no cards']),
    ...(surveillance === undefined ? [] : [`surveillance: ${surveillance}`]),
    ...(note === undefined ? [] : [`note: ${note}`]),
  ];
}

type Evidence = Partial<Record<'surveillance' | 'note', string>> & {
  readonly deck: string;
  readonly hands?: readonly { readonly seat: number; readonly cards: readonly string[] }[];
  readonly community?: readonly string[];
};

/** Members of the data of the acts of contract 4.8, and of an adjustment. */
interface Said {
  readonly evidence?: Evidence;
  /** Of a day that is closed. */
  readonly funds?: number;
  readonly opening?: { readonly amount: number; readonly on: string; readonly from: string };
  /** For the end of a jackpot, and for the amounts that it leaves. */
  readonly to?: string;
  readonly from?: string;
  readonly pool?: string;
  readonly reserve?: string;
  readonly cause?: string;
  readonly slip?: number;
  readonly method?: string;
  readonly amount?: number;
  readonly withheld?: number;
  readonly receipt?: string;
  readonly note?: string;
}

/** Printed after an applied command: it must not be sent again. */
export const unread =
  'The ledger cannot be read now: `explain` and `claims` show what it did. Do not send it again.\n';

/** An award after an act; empty for null. @param award undefined if nobody can read it. */
export function describeResult(award: AwardMessage | null | undefined): string {
  if (award === undefined) return unread;
  if (!award) return '';
  const { id, currency, payouts, states } = award;
  const seats = payouts.map(({ seat, amount, stakeReturned = 0 }, index) => {
    const { state = '', slip = null } = states[index] ?? {};
    const slipNumber = slip === null ? '' : `, slip ${slip}`;
    return `  seat ${seat}: ${state}${slipNumber}, ${formatMinor(amount + stakeReturned, currency)}\n`;
  });
  return `${visible(id)}\n${seats.join('')}`;
}
