import type { AwardMessage } from '#contract';
import type { ShownCards } from '#pools';
import {
  changedByHands,
  shownCombination,
  dueAtEnd,
  winsBeside,
  type DuePrize,
  type KnownRound,
  type RoundSeen,
} from '#proof';
import { whyImpossible, type Card, type JackpotHand } from '#rules';

/** A reason to look twice at an award that is granted. */
export type GrantDoubt =
  /** The log does not have it, from this offset on. */
  | { readonly is: 'unknown-round'; readonly since: number }
  /** The table can still declare the win. */
  | { readonly is: 'open-round' }
  /** Its bets were returned, or carried over. */
  | { readonly is: 'voided-round' }
  | { readonly is: 'no-bet'; readonly seat: number }
  /** The pool's amount, minor units. */
  | {
      readonly is: 'other-pool';
      readonly seat: number;
      readonly fromPool: number;
    }
  /**
   * The table has declared the win, or people have granted it: it has an award, remembered or not.
   */
  | { readonly is: 'won-already'; readonly seat: number; readonly hand: JackpotHand }
  /** Another seat has the hand, or its win was mistaken for this one: both would be paid. */
  | { readonly is: 'other-stands'; readonly seat: number; readonly hand: JackpotHand }
  /** Its award has expired: an account has this amount, minor units, and it is paid once more. */
  | {
      readonly is: 'expired-there';
      readonly award: string;
      readonly seat: number;
      readonly amount: number;
    }
  /** People have reversed an award of the round, and it was not replaced. */
  | { readonly is: 'reversed-there'; readonly award: string }
  /** These awards have paid out the pool of that round, and it restarted from its seed. */
  | {
      readonly is: 'restarted-since';
      readonly awards: readonly string[];
      /** The wins as granted, minor units. */
      readonly hands: readonly Omit<Granted['payouts'][number], 'fromPool'>[];
    }
  /** The round is open, and its table is not among those of the jackpot. */
  | { readonly is: 'unlisted-table' }
  /** The cards that the table has declared with its result show another hand. */
  | {
      readonly is: 'other-cards';
      readonly seat: number;
      readonly cards: readonly Card[];
      readonly combination: string;
    }
  /** One deck cannot deal these wins together with the others; a sentence. */
  | { readonly is: 'impossible'; readonly why: string }
  /**
   * Another seat of the round was paid more, or less, than it would be with this win. Minor units.
   */
  | {
      readonly is: 'other-seat';
      readonly seat: number;
      readonly hand: JackpotHand;
      readonly paid: number;
      readonly due: number;
    }
  | {
      readonly is: 'other-amount';
      readonly seat: number;
      readonly hand: JackpotHand;
      readonly prize: number;
    };

/** Lists the parts of a granted award that its round does not support, or contradicts. */
export function grantDoubts(granted: Granted, seen: RoundSeen): GrantDoubt[] {
  const { payouts } = granted;
  if (seen.is === 'unknown') return [{ is: 'unknown-round', since: seen.since }];
  const due = dueAtEnd(seen, payouts);
  return [
    ...roundDoubts(seen.is),
    ...otherStands(granted, seen),
    ...payouts.flatMap((payout) => seatDoubts(payout, seen, due)),
    ...impossible(payouts, seen),
    ...changedByHands(seen, payouts).map((each) => ({ is: 'other-seat', ...each }) as const),
  ];
}

/**
 * Doubts about the state of the round: a missed win comes from a settled round, or one that ended
 * without a result.
 */
function roundDoubts(is: KnownRound['is']): GrantDoubt[] {
  return is === 'open' || is === 'voided' ? [{ is: `${is}-round` }] : [];
}

/**
 * Doubts about the wins of other seats: a win of the wrong seat is reversed before the grant to the
 * right one.
 */
function otherStands({ cause, payouts }: Granted, { wins }: KnownRound): GrantDoubt[] {
  const others = winsBeside(wins, payouts);
  return others
    .filter((win) => cause === 'wrong-seat' || payouts.some(({ hand }) => hand === win.hand))
    .map(({ seat, hand }) => ({ is: 'other-stands', seat, hand }));
}

function seatDoubts(
  { seat, hand, amount, fromPool }: Granted['payouts'][number],
  { seats, wins, cards }: KnownRound,
  due: readonly DuePrize[],
): GrantDoubt[] {
  const prize = due.find((each) => each.seat === seat);
  const won = wins.find((each) => each.seat === seat);
  return [
    ...(seats.includes(seat) ? [] : [{ is: 'no-bet', seat } as const]),
    ...(won ? [{ is: 'won-already', seat, hand: won.hand } as const] : []),
    ...otherCards(seat, hand, cards),
    ...(prize && prize.amount !== amount
      ? [{ is: 'other-amount', seat, hand, prize: prize.amount } as const]
      : []),
    ...(prize && prize.fromPool !== fromPool
      ? [{ is: 'other-pool', seat, fromPool: prize.fromPool } as const]
      : []),
  ];
}

function otherCards(
  seat: number,
  hand: JackpotHand,
  { hands = [], community = [] }: ShownCards,
): GrantDoubt[] {
  const own = hands.find((each) => each.seat === seat)?.cards;
  if (!own || community.length !== 2) return [];
  const combination = shownCombination(own, community);
  return combination === hand ? [] : [{ is: 'other-cards', seat, cards: own, combination }];
}

function impossible(payouts: Granted['payouts'], { wins }: KnownRound): GrantDoubt[] {
  const others = winsBeside(wins, payouts);
  const why = whyImpossible([...others, ...payouts])?.detail;
  return why === undefined ? [] : [{ is: 'impossible', why }];
}

interface Granted extends Pick<AwardMessage, 'cause'> {
  readonly payouts: readonly Pick<
    AwardMessage['payouts'][number],
    'seat' | 'hand' | 'amount' | 'fromPool'
  >[];
}
