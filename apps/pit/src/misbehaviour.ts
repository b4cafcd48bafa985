import type { ExceptionReason } from '#contract';
import type { GameEvent, GameEventData } from '#table-client';
import { jackpotHands, voidReasons, whyImpossible } from '#rules';
import type { PitJackpot } from './jackpots.js';
import type { TimedEvent } from './table-events.js';
import type { Random } from './random.js';

/** Faults of tables, and the reason of the service's exception; null if there is none. */
export const misbehaviours = {
  /** The same record once more, at once or later. */
  duplicate: null,
  /** Omitted sequence numbers, as if a controller had lost events. */
  gap: 'sequence-gap',
  /** A record that breaks the contract's form, then the right one with the same sequence. */
  malformed: 'malformed',
  /** A second bet on the jackpot from one seat. */
  'seat-twice': 'seat-taken',
  /** A bet after the first card was dealt. */
  'late-bet': 'bets-closed',
  /** An event of a round that was settled or voided. */
  'word-after-end': 'round-already-settled',
  /** A round that is dealt without a bet and never ended, and an event of it in the next one. */
  'forgotten-round': 'round-already-settled',
  /** A withdrawal in a round that never began. */
  'unknown-withdrawal': 'unknown-round',
  /** Wins that differ from those of the cards, then the right ones. */
  'false-claim': 'wins-disagree-with-cards',
  /** Wins that no deal can show or that have no bet, then the right ones. */
  'impossible-claim': 'impossible-wins',
} as const satisfies Record<string, ExceptionReason | null>;

type SettledRound = GameEventData['round.settled'];

export type Misbehaviour = keyof typeof misbehaviours;
export type Damage = 'cut' | 'no-source' | 'wrong-data';

/** One record that a controller sends. */
export interface Sending {
  /** As in `TimedEvent`. */
  readonly atSeconds: number;
  readonly event: GameEvent;
  /** 1 for the first record of this event; each correction or retry adds 1. */
  readonly attempt: number;
  /** Null for a correct record. */
  readonly misbehaviour: Misbehaviour | null;
  /** Sequence numbers left out before it. */
  readonly skipped: number;
  readonly damage: Damage | null;
  /** True if it repeats the last record byte for byte. */
  readonly isRepeat: boolean;
}

/** The events as a correct controller sends them. */
export function undisturbed(events: readonly TimedEvent[]): Sending[] {
  return events.map(sound);
}

/**
 * Disturbs a share of the events. A refused event is corrected as a real table would do it, so that
 * every round still ends properly.
 * @param isFirst true if nothing has been sent before, so a gap could not be detected.
 */
export function disturb(
  random: Random,
  events: readonly TimedEvent[],
  { share, jackpot, isFirst }: { share: number; jackpot: PitJackpot; isFirst: boolean },
): Sending[] {
  return events.flatMap((timed, index) => {
    if (!random.chance(share)) return [sound(timed)];
    const misbehaviour = random.pick(possibleMisbehaviours(timed, isFirst && index === 0));
    return misbehave(random, timed, misbehaviour, jackpot);
  });
}

function possibleMisbehaviours(
  { event, bettingSeats, beginsPlainRound }: TimedEvent,
  isFirst: boolean,
): Misbehaviour[] {
  const possible: Misbehaviour[] = ['duplicate', ...(isFirst ? [] : ['gap' as const]), 'malformed'];
  if (event.type === 'bet.placed') possible.push('seat-twice');
  if (event.type === 'round.dealt' && emptySeats(bettingSeats).length > 0) {
    possible.push('late-bet');
  }
  if (event.type === 'round.voided') possible.push('word-after-end');
  if (event.type === 'table.heartbeat') possible.push('unknown-withdrawal');
  if (beginsPlainRound) possible.push('forgotten-round');
  if (event.type === 'round.settled') possible.push('word-after-end');
  if (event.type === 'round.settled' && bettingSeats.length > 0) {
    if (event.data.hands) possible.push('false-claim');
    possible.push('impossible-claim');
  }
  return possible;
}

function misbehave(
  random: Random,
  timed: TimedEvent,
  misbehaviour: Misbehaviour,
  jackpot: PitJackpot,
): Sending[] {
  const good = sound(timed);
  const { atSeconds, event } = timed;
  const later = { ...good, atSeconds: atSeconds + 1 };
  const second = { ...later, attempt: 2 };
  switch (misbehaviour) {
    case 'duplicate': {
      const again = atSeconds + random.between(0, 0.5);
      return [good, { ...good, misbehaviour, isRepeat: true, atSeconds: again }];
    }
    case 'gap':
      return [{ ...good, misbehaviour, skipped: 1 + random.below(3) }];
    case 'malformed':
      return [{ ...good, misbehaviour, damage: random.pick(damages) }, later];
    case 'seat-twice':
      return [good, { ...second, misbehaviour }];
    case 'late-bet':
      return [good, { ...second, misbehaviour, event: lateBet(random, timed, jackpot) }];
    case 'word-after-end':
      return [good, { ...second, misbehaviour, event: lateWord(random, roundOf(event)) }];
    case 'forgotten-round':
      return withForgottenRound(random, good);
    case 'unknown-withdrawal': {
      const data = { round: `never-${random.below(1_000)}`, seat: 1 + random.below(7) };
      return [{ ...good, misbehaviour, event: { type: 'bet.withdrawn', data } }, good];
    }
    case 'false-claim':
    case 'impossible-claim': {
      const right = event.data as SettledRound;
      const wrongWins = misbehaviour === 'false-claim' ? falseWins : impossibleWins;
      const data = { ...right, wins: wrongWins(random, right, timed) };
      const claim: GameEvent = { type: 'round.settled', data };
      return [
        { ...good, misbehaviour, event: claim },
        { ...good, attempt: 2, atSeconds: atSeconds + 2 },
      ];
    }
    default:
      return misbehaviour satisfies never;
  }
}

const damages: readonly Damage[] = ['cut', 'no-source', 'wrong-data'];

function sound({ atSeconds, event }: TimedEvent): Sending {
  const flaws = { misbehaviour: null, skipped: 0, damage: null, isRepeat: false };
  return { atSeconds, event, attempt: 1, ...flaws };
}

function roundOf({ data }: GameEvent): string {
  return (data as { round: string }).round;
}

/** A late bet of a seat that has none: a second one would be refused as such. */
function lateBet(
  random: Random,
  { event, bettingSeats }: TimedEvent,
  { stake }: PitJackpot,
): GameEvent {
  const seat = random.pick(emptySeats(bettingSeats));
  const bet = { round: roundOf(event), seat, stake: stake.min };
  return { type: 'bet.placed', data: { ...bet, baseBets: ['ante', 'pair-plus'] } };
}

/**
 * Returns any event of a round that is over; a table that has lost its order may send each of them.
 */
function lateWord(random: Random, round: string): GameEvent {
  const seat = 1 + random.below(7);
  return random.pick<GameEvent>([
    { type: 'bet.withdrawn', data: { round, seat } },
    { type: 'round.opened', data: { round } },
    { type: 'round.dealt', data: { round } },
    { type: 'round.settled', data: { round, wins: [{ seat, hand: 'royal-flush' }] } },
    { type: 'round.voided', data: { round, reason: random.pick(voidReasons) } },
  ]);
}

/** Deals an empty round before the good one and sends another event of it too late. */
function withForgottenRound(random: Random, good: Sending): Sending[] {
  const round = String(BigInt(roundOf(good.event)) - 1n);
  const dealt: GameEvent = { type: 'round.dealt', data: { round } };
  const late = lateWord(random, round);
  return [
    { ...good, event: dealt },
    good,
    { ...good, misbehaviour: 'forgotten-round', attempt: 2, event: late },
  ];
}

/** Declares one seat's hand as another than its cards show. */
function falseWins(random: Random, { wins }: SettledRound, { bettingSeats }: TimedEvent) {
  const seat = random.pick(bettingSeats);
  const shown = wins.find((win) => win.seat === seat)?.hand;
  const others = wins.filter((win) => win.seat !== seat);
  // A win that the dealer overlooked.
  if (shown !== undefined && random.chance(0.5)) return others;
  const hands = jackpotHands.filter((hand) => hand !== shown);
  const claimed = [...others, { seat, hand: random.pick(hands) }];
  // A claim that no deal can show is refused for another reason; a full house is always possible.
  if (whyImpossible(claimed) === undefined) return claimed;
  return shown === 'full-house' ? others : [...others, { seat, hand: 'full-house' as const }];
}

function emptySeats(bettingSeats: readonly number[]): number[] {
  return [1, 2, 3, 4, 5, 6, 7].filter((seat) => !bettingSeats.includes(seat));
}

function impossibleWins(random: Random, { wins }: SettledRound, { bettingSeats }: TimedEvent) {
  const [one, another] = bettingSeats as [number, number | undefined];
  const empty = emptySeats(bettingSeats);
  if (another !== undefined && (empty.length === 0 || random.chance(0.4))) {
    const rest = wins.filter(({ seat }) => seat !== one && seat !== another);
    const hand = 'royal-flush' as const;
    return [...rest, { seat: one, hand }, { seat: another, hand }];
  }
  return [...wins, { seat: random.pick(empty), hand: 'flush' as const }];
}
