import type { ExceptionReason } from '#contract';
import {
  awardActs,
  isCommand,
  type AccountName,
  type CommandEvent,
  type Outcome,
  type PoolEvent,
  type TableEvent,
  type VerifiedSigner,
} from '#pools';
import type { JackpotHand } from '#rules';

export const effects = ['applied', 'duplicate', 'refused'] as const;
export type Effect = (typeof effects)[number];

type CountedAwardAct = (typeof awardActs)[number];

/**
 * The effects of a run's records, for the metrics. Skips records before the given offset: a refold
 * must not count them twice.
 */
export interface Counts extends Record<Effect, number> {
  readonly exceptions: Map<ExceptionReason, number>;
  /** Refused bets of known jackpots. */
  readonly refusedBets: RefusedBet[];
  /** Commands by the key that signed them; `unknown` without a known key. */
  readonly commands: Map<string, Record<Effect, number>>;
  readonly jackpots: Map<string, JackpotCounts>;
  /** Kafka time of the first counted record, ms; undefined without one. */
  firstAtMs: number | undefined;
}

/** A bet that the fold refused. */
export interface RefusedBet {
  readonly jackpot: string;
  readonly table: string;
  readonly reason: ExceptionReason;
}

/** Amounts in micro-units as doubles: for display only, at a third of the cost of big integers. */
export interface JackpotCounts {
  bets: number;
  /**
   * Sums that bets posted to each account: the players gave the stakes, the others received parts.
   */
  readonly placed: Record<AccountName, number>;
  /** Stakes returned to players: withdrawn, voided, or returned by a policy. */
  refundsMicros: number;
  /**
   * The prizes of awards, without returned stakes, counted when the award is made, even if it is
   * locked or granted. A later reversal does not reduce it.
   */
  paidByPoolMicros: number;
  paidByHouseMicros: number;
  /** The part of these prizes that was reversed. */
  takenBackByPoolMicros: number;
  takenBackByHouseMicros: number;
  /** Number of these prizes; a seat counts as one. */
  readonly hands: Map<JackpotHand, number>;
  /** Acts of people on awards; an act that names several seats counts as one. */
  readonly acts: Record<CountedAwardAct, number>;
  adjustments: number;
  settled: number;
  voided: number;
}

export const unknownKey = 'unknown';

export function noCounts(): Counts {
  return {
    applied: 0,
    duplicate: 0,
    refused: 0,
    exceptions: new Map(),
    refusedBets: [],
    commands: new Map(),
    jackpots: new Map(),
    firstAtMs: undefined,
  };
}

export function noJackpotCounts(): JackpotCounts {
  return {
    bets: 0,
    placed: { pool: 0, reserve: 0, house: 0, players: 0, held: 0 },
    refundsMicros: 0,
    paidByPoolMicros: 0,
    paidByHouseMicros: 0,
    takenBackByPoolMicros: 0,
    takenBackByHouseMicros: 0,
    hands: new Map(),
    acts: Object.fromEntries(awardActs.map((act) => [act, 0])) as Record<CountedAwardAct, number>,
    adjustments: 0,
    settled: 0,
    voided: 0,
  };
}

/** These refusals occur after the type is known: only commands and sets of keys get them. */
const refusalsOfCommands: ReadonlySet<ExceptionReason> = new Set([
  'unsigned-command',
  'bad-signature',
  'command-repeated',
  'command-expired',
  'not-permitted',
  'invalid-command',
] satisfies ExceptionReason[]);

/** Counts a record that was refused before the fold. */
export function countRefused(
  counts: Counts,
  reason: ExceptionReason,
  signer: VerifiedSigner | undefined,
): void {
  counts.refused += 1;
  countException(counts, reason);
  if (refusalsOfCommands.has(reason)) countCommand(counts, 'refused', signer);
}

/** Counts the effects of the fold: events, and money by its postings. */
export function countOutcome(
  counts: Counts,
  event: PoolEvent,
  outcome: Outcome,
  signer: VerifiedSigner | undefined,
): void {
  counts[outcome.effect] += 1;
  for (const { reason } of outcome.exceptions) countException(counts, reason);
  if (isCommand(event)) {
    countAct(counts, event, outcome);
    return countCommand(counts, outcome.effect, signer);
  }
  switch (event.type) {
    case 'bet.placed':
      countRefusedBet(counts, event, outcome);
      if (outcome.effect === 'applied') countMoney(counts, event.jackpot, event.type, outcome);
      return;
    case 'bet.withdrawn':
    case 'round.voided':
    case 'round.settled':
      if (outcome.effect === 'applied') countMoney(counts, event.jackpot, event.type, outcome);
      return;
    case 'round.opened':
    case 'round.dealt':
    case 'table.heartbeat':
      return;
    case 'keys.set':
    case 'edition.set':
    case 'root.set':
      return countCommand(counts, outcome.effect, signer);
    default:
      return event satisfies never;
  }
}

function countMoney(
  counts: Counts,
  id: string,
  type: 'bet.placed' | 'bet.withdrawn' | 'round.voided' | 'round.settled',
  outcome: Outcome,
): void {
  const own = countsOf(counts, id);
  switch (type) {
    case 'bet.placed':
      return countBet(own, outcome);
    case 'bet.withdrawn':
      return countRefunds(own, outcome);
    case 'round.voided':
      own.voided += 1;
      return countRefunds(own, outcome);
    case 'round.settled':
      own.settled += 1;
      return countPayouts(own, outcome);
    default:
      return type satisfies never;
  }
}

function countsOf({ jackpots }: Counts, id: string): JackpotCounts {
  const own = jackpots.get(id) ?? noJackpotCounts();
  jackpots.set(id, own);
  return own;
}

/** Counts an act on an award when it is done: with several people, at the last approval. */
function countAct(counts: Counts, event: CommandEvent, outcome: Outcome): void {
  const type = event.type === 'act.approved' ? event.data.act.type : event.type;
  // An approval before the last one is applied but moves nothing.
  const isAdjusted = type === 'pool.adjusted' || type === 'transfer.received';
  if (isAdjusted && outcome.postings.length > 0) {
    countsOf(counts, event.jackpot).adjustments += 1;
  }
  const act = awardActs.find((each) => each === type);
  if (act === undefined || outcome.effect !== 'applied' || !outcome.award) return;
  const own = countsOf(counts, event.jackpot);
  own.acts[act] += 1;
  if (act === 'award.granted') countPayouts(own, outcome);
  if (act === 'award.reversed') countTakenBack(own, outcome.award);
}

function countTakenBack(own: JackpotCounts, { payouts }: NonNullable<Outcome['award']>): void {
  for (const { amountMicros, fromPoolMicros } of payouts) {
    own.takenBackByPoolMicros += Number(fromPoolMicros);
    own.takenBackByHouseMicros += Number(amountMicros - fromPoolMicros);
  }
}

function countBet(own: JackpotCounts, { postings }: Outcome): void {
  own.bets += 1;
  for (const deltas of postings) {
    for (const name in deltas) {
      const account = name as AccountName;
      own.placed[account] += Number(deltas[account] ?? 0n);
    }
  }
}

/** All that these events post to the players is a refund. */
function countRefunds(own: JackpotCounts, { postings }: Outcome): void {
  for (const { players = 0n } of postings) own.refundsMicros += Number(players);
}

/** The postings of a settlement include a restart, so the payouts come from the award. */
function countPayouts(own: JackpotCounts, { award }: Outcome): void {
  for (const payout of award?.payouts ?? []) {
    own.paidByPoolMicros += Number(payout.fromPoolMicros);
    own.paidByHouseMicros += Number(payout.amountMicros - payout.fromPoolMicros);
    own.refundsMicros += Number(payout.stakeReturnedMicros ?? 0n);
    own.hands.set(payout.hand, (own.hands.get(payout.hand) ?? 0) + 1);
  }
}

/** The refusal is last, after the remarks. */
function countRefusedBet(
  { refusedBets }: Counts,
  { jackpot, source: table }: TableEvent,
  { effect, exceptions }: Outcome,
): void {
  const reason = exceptions.at(-1)?.reason;
  if (effect !== 'refused' || reason === undefined || reason === 'unknown-jackpot') return;
  refusedBets.push({ jackpot, table, reason });
}

function countException({ exceptions }: Counts, reason: ExceptionReason): void {
  exceptions.set(reason, (exceptions.get(reason) ?? 0) + 1);
}

function countCommand(
  { commands }: Counts,
  effect: Effect,
  signer: VerifiedSigner | undefined,
): void {
  const key = signer?.key.kid ?? unknownKey;
  const own = commands.get(key) ?? { applied: 0, duplicate: 0, refused: 0 };
  own[effect] += 1;
  commands.set(key, own);
}
