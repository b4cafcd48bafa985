import { type AwardMessage, differs, exitCodes, formatMinor, UserError } from '#contract';
import type { Configuration, deckCounts, payMethods, Role } from '#pools';
import type { JackpotHand } from '#rules';
import { concerns, type Actor, type RecordedAct } from './recorded-act.js';
import type { Words } from '../words.js';
import { amountInWords } from './words/amount-in-words.js';

/** Money on a slip: minor units, and a text for people. */
export interface SlipMoney {
  readonly minor: number;
  readonly text: string;
}

/**
 * The content of a payment slip for one seat of a verified award; for a seat that its table has
 * paid, the content of the record.
 */
export interface Slip {
  /** Null on the record of a seat that was paid at the table: it cannot be used for payment. */
  readonly slip: number | null;
  /** `payable` while it waits for payment; `void` after a reversal, with the same number. */
  readonly status: 'payable' | 'paid' | 'expired' | 'void' | 'paid-at-table';
  /** Kafka time of the payment, expiry or reversal, ISO 8601; null for the others. */
  readonly endedAt: string | null;
  /**
   * The reason why the award was reversed, or people made it; null for an award that a table made.
   */
  readonly cause: AwardMessage['cause'];
  /** The payer; null if not configured. */
  readonly house: string | null;
  readonly jackpot: string;
  /** Names of the jackpot, by language. */
  readonly names: Readonly<Record<string, string>>;
  /** The house's zone, for the times. */
  readonly zone: string;
  readonly award: string;
  /** Id of the award that this one replaces, or null. */
  readonly replaces: string | null;
  readonly table: string;
  readonly round: string;
  readonly seat: number;
  readonly hand: JackpotHand;
  /** The evidence that the seat's verifiers have seen; null on a record, which nobody verified. */
  readonly evidence: SlipEvidence | null;
  /** The time by the table's clock, as given; null if the table did not give it. */
  readonly wonAt: string | null;
  /** Kafka time of the record that made the award, ISO 8601. */
  readonly recordedAt: string;
  /** The prize and the returned stake: the amount handed over, before any withholding. */
  readonly amount: SlipMoney;
  readonly inWords: Words;
  /** The part of `amount` that is the stake; null if the stake is not returned. */
  readonly stakeReturned: SlipMoney | null;
  readonly payment: SlipPayment | null;
  /** The people who have acted on this seat, in the order of the records. */
  readonly people: readonly SlipSigner[];
  readonly signatures: readonly Signature[];
  /** The party that must be informed, or null. */
  readonly notice: string | null;
  /** Time by the clock of this machine, ISO 8601: it distinguishes prints of a slip. */
  readonly printedAt: string;
  readonly proof: Proof;
}

export interface SlipEvidence {
  readonly deck: (typeof deckCounts)[number];
  /** Cards of the seat; empty if nobody has seen them. */
  readonly cards: readonly string[];
  readonly community: readonly string[];
  /** Surveillance's note, such as the number of its recording, or null. */
  readonly surveillance: string | null;
  /** The reason why the deck is short or was not counted, or null. */
  readonly note: string | null;
}

export interface SlipPayment {
  readonly method: (typeof payMethods)[number];
  readonly withheld: SlipMoney;
  /** The amount minus the withheld part. */
  readonly net: SlipMoney;
  readonly receipt: string | null;
}

export interface SlipSigner {
  readonly act: RecordedAct['type'];
  /** The step that this person took: the whole act, its proposal or an approval. */
  readonly step: RecordedAct['step'];
  readonly holder: string;
  readonly kid: string;
  readonly at: string;
  readonly offset: number;
}

/** A line to be signed by hand. */
export interface Signature {
  readonly of: 'verifier' | 'approver' | 'cashier' | 'player';
  /** For an approver: the role of the row. */
  readonly role: Role | null;
  /** For a person who has acted already; null for the others, and always for the player. */
  readonly holder: string | null;
}

/** The place of the slip's records in the log, and of the award in the journal. */
export interface Proof {
  readonly partition: number;
  /** The ledger's position, at least, when the slip was made. */
  readonly position: number;
  /** Offsets of the record that made the award and of the records of `people`, ascending. */
  readonly offsets: readonly number[];
  /** The journal's block with the award; null if it was not found. */
  readonly block: { readonly block: number; readonly hash: string } | null;
}

export interface SlipSources extends Pick<Slip, 'house' | 'printedAt'>, Omit<Proof, 'offsets'> {
  /** The newest message of the award. */
  readonly award: AwardMessage;
  /** The current configuration: its row of `approvals` determines the signatures on the slip. */
  readonly configuration: Pick<Configuration, 'name' | 'approvals' | 'zone'>;
  /** The acts in the records of the award's `by`, by offset. */
  readonly acts: ReadonlyMap<number, RecordedAct>;
}

/**
 * The payment slip of a seat, or the record of one that was paid at the table.
 * @throws UserError if the award does not have the seat, the seat has neither, or the records of
 *   the log are not those of the award.
 */
export function slipOf(seat: number, sources: SlipSources): Slip {
  const { award, configuration, house, printedAt, partition, position, block } = sources;
  const { payout, state, slip } = printedSeat(award, seat);
  const actors = actorsOf(sources).filter((actor) => concerns(actor, seat));
  const money = (minor: number): SlipMoney => ({ minor, text: formatMinor(minor, award.currency) });
  const { stakeReturned = 0 } = payout;
  const amount = payout.amount + stakeReturned;
  const status = statuses[state];
  const last = actors.at(-1);
  return {
    slip,
    status,
    endedAt: status === 'payable' ? null : (last?.at ?? null),
    // The cause of a grant does not explain why its seat has expired.
    cause: status === 'expired' ? null : award.cause,
    house,
    jackpot: award.jackpot,
    names: configuration.name,
    zone: configuration.zone,
    award: award.id,
    replaces: award.replaces,
    table: award.table,
    round: award.round,
    seat,
    hand: payout.hand,
    evidence: evidenceOf(actors, seat),
    wonAt: award.wonAt,
    recordedAt: award.recordedAt,
    amount: money(amount),
    inWords: amountInWords(amount, award.currency),
    stakeReturned: stakeReturned === 0 ? null : money(stakeReturned),
    payment: slip === null ? null : paymentOf(actors, { slip, amount, money }),
    people: actors.map(({ type, step, holder, kid, at, offset }) => {
      return { act: type, step, holder, kid, at, offset };
    }),
    ...(slip === null ? { signatures: [], notice: null } : tierOf(award, configuration, actors)),
    printedAt,
    proof: { partition, position, offsets: offsetsOf(award, actors), block },
  };
}

const statuses = {
  verified: 'payable',
  paid: 'paid',
  expired: 'expired',
  reversed: 'void',
  awarded: 'paid-at-table',
} as const;

/** A seat with its slip, or one that the table has paid. @throws UserError that says why not. */
function printedSeat(award: AwardMessage, seat: number) {
  const payout = award.payouts.find((each) => each.seat === seat);
  const stood = award.states.find((each) => each.seat === seat);
  if (!payout || !stood) {
    const seats = award.payouts.map((each) => each.seat).join(', ');
    const sentence = `${award.id} has no seat ${seat}. It pays seat ${seats}.`;
    throw new UserError(sentence, exitCodes.usage);
  }
  const { state, slip } = stood;
  if (state === 'locked' || (state !== 'awarded' && slip === null)) {
    throw new UserError(`Seat ${seat} of ${award.id} has no slip: ${whyNone[state]}`);
  }
  return { payout, state, slip };
}

const whyNone = {
  locked: 'it is locked. It has one when it is verified (award.verified).',
  verified: 'the ledger gave none.',
  paid: 'the ledger gave none.',
  expired: 'it expired before it was verified.',
  reversed: 'the award was reversed before it was verified.',
} as const;

function actorsOf({ award, acts, partition }: SlipSources): Actor[] {
  return award.by.map(({ act: type, ...person }) => {
    const act = acts.get(person.offset);
    const named = act && 'award' in act.data ? act.data.award : award.id;
    if (act?.type === type && named === award.id) return { ...person, ...act };
    throw differs(
      `Record ${person.offset} of partition ${partition} is no ${type} of ${award.id}, which names it: \`jackpot verify\` looks for what is wrong`,
    );
  });
}

function offsetsOf({ offset }: AwardMessage, actors: readonly Actor[]): number[] {
  const offsets = new Set([offset, ...actors.map((actor) => actor.offset)]);
  return [...offsets].toSorted((one, other) => one - other);
}

function evidenceOf(actors: readonly Actor[], seat: number): SlipEvidence | null {
  const verified = actors.find((actor) => actor.type === 'award.verified');
  if (!verified) return null;
  const { deck, hands = [], community = [], ...said } = verified.data.evidence;
  const { surveillance = null, note = null } = said;
  const cards = hands.find((each) => each.seat === seat)?.cards ?? [];
  return { deck, cards, community, surveillance, note };
}

interface OwedSeat {
  readonly slip: number;
  readonly amount: number;
  readonly money: (minor: number) => SlipMoney;
}

function paymentOf(
  actors: readonly Actor[],
  { slip, amount, money }: OwedSeat,
): SlipPayment | null {
  const paid = actors.find((actor) => actor.type === 'award.paid');
  if (!paid) return null;
  const { method, withheld = 0, receipt = null } = paid.data;
  if (paid.data.amount !== amount || paid.data.slip !== slip) {
    const { text } = money(paid.data.amount);
    throw differs(
      `Record ${paid.offset} pays ${text} by slip ${paid.data.slip}, and the award has ${money(amount).text} by slip ${slip}`,
    );
  }
  return { method, withheld: money(withheld), net: money(amount - withheld), receipt };
}

/**
 * The signatures that the row of `award.verified` requires, and the party that must be informed.
 */
function tierOf(
  { payouts }: AwardMessage,
  { approvals }: SlipSources['configuration'],
  actors: readonly Actor[],
): Pick<Slip, 'signatures' | 'notice'> {
  const total = payouts.reduce((sum, { amount }) => sum + amount, 0);
  const row = approvals?.['award.verified']?.findLast(({ from }) => from <= total);
  const holderOf = (act: RecordedAct['type'], isApproval = false): string | null =>
    actors.find(({ type, step }) => type === act && (step === 'approved') === isApproval)?.holder ??
    null;
  const by = row?.by ?? [];
  const approver = by.length > 1 ? null : holderOf('award.verified', true);
  const signatures: Signature[] = [
    { of: 'verifier', role: null, holder: holderOf('award.verified') },
    // The award does not say which of several approvers filled which role: each signs by hand.
    ...by.map((role) => ({ of: 'approver', role, holder: approver }) as const),
    { of: 'cashier', role: null, holder: holderOf('award.paid') },
    { of: 'player', role: null, holder: null },
  ];
  return { signatures, notice: row?.notice ?? null };
}
