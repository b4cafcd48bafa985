import type { ExceptionReason } from '#contract';
import { jackpotHands, voidReasons, whyImpossible, type JackpotHand } from '#rules';
import type { PitJackpot } from './jackpots.js';
import type { Play, PlayEvent, RoundSettled } from './play.js';
import type { Random } from './random.js';

/** What tables do wrong, and by which reason the service answers it; null where it says nothing. */
export const faults = {
  /** The same record once more, at once or later. */
  duplicate: null,
  /** Sequence numbers left out, as when a controller has lost events. */
  gap: 'sequence-gap',
  /** A record that breaks the contract's form, then the right one with the same sequence. */
  malformed: 'malformed',
  /** A second bet on the jackpot from one seat. */
  'seat-twice': 'seat-taken',
  /** A bet when the first card is out. */
  'late-bet': 'bets-closed',
  /** A word about a round that was settled or voided. */
  'word-after-end': 'round-already-settled',
  /** A round that is dealt without a bet and never ended, and a word about it when it gave way. */
  'forgotten-round': 'round-already-settled',
  /** A bet taken back in a round that never began. */
  'unknown-withdrawal': 'unknown-round',
  /** Wins that are not those of the cards, then the right ones. */
  'false-claim': 'wins-disagree-with-cards',
  /** Wins that no deal can show or that have no bet, then the right ones. */
  'impossible-claim': 'impossible-wins',
} as const satisfies Record<string, ExceptionReason | null>;

export type Fault = keyof typeof faults;
export type Damage = 'cut' | 'no-source' | 'wrong-data';

/** One record that a controller sends. */
export interface Sending {
  readonly at: number;
  readonly event: PlayEvent;
  /** 1 for the first record about this; a correction or a second try counts on. */
  readonly attempt: number;
  /** Null for a record that is as it should be. */
  readonly fault: Fault | null;
  /** Sequence numbers left out before it. */
  readonly skipped: number;
  readonly damage: Damage | null;
  /** It is the record before it once more, byte for byte. */
  readonly isRepeat: boolean;
}

/** The plays as a controller without a fault sends them. */
export function undisturbed(plays: readonly Play[]): Sending[] {
  return plays.map(sound);
}

/**
 * The plays as a controller with faults sends them: a share of the events is disturbed, and whatever
 * was refused is corrected as a real table would, so that every round comes to its proper end.
 * @param isFirst nothing has been sent before, so that a gap could not be seen.
 */
export function disturb(
  random: Random,
  plays: readonly Play[],
  { share, jackpot, isFirst }: { share: number; jackpot: PitJackpot; isFirst: boolean },
): Sending[] {
  return plays.flatMap((play, index) => {
    if (!random.chance(share)) return [sound(play)];
    const fault = random.pick(possibleFaults(play, isFirst && index === 0));
    return withFault(random, play, fault, jackpot);
  });
}

function possibleFaults(
  { event, bettingSeats, beginsPlainRound }: Play,
  isFirst: boolean,
): Fault[] {
  const possible: Fault[] = isFirst
    ? ['duplicate', 'malformed']
    : ['duplicate', 'gap', 'malformed'];
  if (event.type === 'bet.placed') possible.push('seat-twice');
  if (event.type === 'round.dealt') possible.push('late-bet');
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

function withFault(random: Random, play: Play, fault: Fault, jackpot: PitJackpot): Sending[] {
  const good = sound(play);
  const { at, event } = play;
  switch (fault) {
    case 'duplicate':
      return [good, { ...good, fault, isRepeat: true, at: at + random.between(0, 0.5) }];
    case 'gap':
      return [{ ...good, fault, skipped: 1 + random.below(3) }];
    case 'malformed':
      return [
        { ...good, fault, damage: random.pick(damages) },
        { ...good, at: at + 1 },
      ];
    case 'seat-twice':
      return [good, { ...good, fault, attempt: 2, at: at + 1 }];
    case 'late-bet':
      return [
        good,
        { ...good, fault, attempt: 2, at: at + 1, event: lateBet(random, play, jackpot) },
      ];
    case 'word-after-end': {
      const { round } = event.data as { round: string };
      return [good, { ...good, fault, attempt: 2, at: at + 1, event: lateWord(random, round) }];
    }
    case 'forgotten-round':
      return withForgottenRound(random, good);
    case 'unknown-withdrawal': {
      const data = { round: `never-${random.below(1_000)}`, seat: 1 + random.below(7) };
      return [{ ...good, fault, event: { type: 'bet.withdrawn', data } }, good];
    }
    case 'false-claim':
    case 'impossible-claim': {
      const right = (event as PlayEvent & { type: 'round.settled' }).data;
      const wrong = (fault === 'false-claim' ? falseWins : impossibleWins)(random, right, play);
      const claim: PlayEvent = { type: 'round.settled', data: { ...right, wins: wrong } };
      return [
        { ...good, fault, event: claim },
        { ...good, attempt: 2, at: at + 2 },
      ];
    }
    default:
      return fault satisfies never;
  }
}

const damages: readonly Damage[] = ['cut', 'no-source', 'wrong-data'];

function sound({ at, event }: Play): Sending {
  return { at, event, attempt: 1, fault: null, skipped: 0, damage: null, isRepeat: false };
}

function lateBet(random: Random, { event }: Play, { stake }: PitJackpot): PlayEvent {
  const { round } = event.data as { round: string };
  const seat = 1 + random.below(7);
  return {
    type: 'bet.placed',
    data: { round, seat, stake: stake.min, baseBets: ['ante', 'pair-plus'] },
  };
}

/** Any word about a round that is over; a table that lost its order may send each of them. */
function lateWord(random: Random, round: string): PlayEvent {
  const seat = 1 + random.below(7);
  return random.pick<PlayEvent>([
    { type: 'bet.withdrawn', data: { round, seat } },
    { type: 'round.opened', data: { round } },
    { type: 'round.dealt', data: { round } },
    { type: 'round.settled', data: { round, wins: [{ seat, hand: 'royal-flush' }] } },
    { type: 'round.voided', data: { round, reason: random.pick(voidReasons) } },
  ]);
}

/** The round before the good one is dealt, nobody has bet on it, and it is spoken of too late. */
function withForgottenRound(random: Random, good: Sending): Sending[] {
  const round = `${(good.event.data as { round: string }).round}-empty`;
  const dealt: PlayEvent = { type: 'round.dealt', data: { round } };
  const late = lateWord(random, round);
  return [
    { ...good, event: dealt },
    good,
    { ...good, fault: 'forgotten-round', attempt: 2, event: late },
  ];
}

/** One seat's hand declared otherwise than its cards show it. */
function falseWins(
  random: Random,
  { wins }: RoundSettled,
  { bettingSeats }: Play,
): RoundSettled['wins'] {
  const seat = random.pick(bettingSeats);
  const shown = wins.find((win) => win.seat === seat)?.hand;
  const others = wins.filter((win) => win.seat !== seat);
  // A win that the dealer has overlooked.
  if (shown !== undefined && random.chance(0.5)) return others;
  const hands = jackpotHands.filter((hand) => hand !== shown);
  const declared: JackpotHand = random.pick(hands);
  const claimed = [...others, { seat, hand: declared }];
  // What no deal can show would be refused by that reason instead; a full house always could be.
  if (whyImpossible(claimed) === undefined) return claimed;
  return shown === 'full-house' ? others : [...others, { seat, hand: 'full-house' }];
}

function impossibleWins(
  random: Random,
  { wins }: RoundSettled,
  { bettingSeats }: Play,
): RoundSettled['wins'] {
  const [one, another] = bettingSeats as [number, number | undefined];
  const empty = [1, 2, 3, 4, 5, 6, 7].filter((seat) => !bettingSeats.includes(seat));
  if (another !== undefined && (empty.length === 0 || random.chance(0.4))) {
    const rest = wins.filter(({ seat }) => seat !== one && seat !== another);
    return [...rest, { seat: one, hand: 'royal-flush' }, { seat: another, hand: 'royal-flush' }];
  }
  return [...wins, { seat: random.pick(empty), hand: 'flush' }];
}
