import type { AwardMessage } from '#contract';
import { dueAtEnd, type RoundSeen } from '#proof';
import type { JackpotHand } from '#rules';

/** Why a person should look twice at an award that is granted. */
export type GrantDoubt =
  /** The log does not have it. */
  | { readonly is: 'unknown-round' }
  /** The table can declare the win still. */
  | { readonly is: 'open-round' }
  /** Its bets were given back, or carried over. */
  | { readonly is: 'voided-round' }
  | { readonly is: 'no-bet'; readonly seat: number }
  /** Minor units. */
  | {
      readonly is: 'other-amount';
      readonly seat: number;
      readonly hand: JackpotHand;
      readonly prize: number;
    };

/** What of a granted award its round gives no reason for, or a reason against. */
export function grantDoubts({ payouts }: Granted, seen: RoundSeen): GrantDoubt[] {
  if (seen.is === 'unknown') return [{ is: 'unknown-round' }];
  const without = payouts.filter(({ seat }) => !seen.seats.includes(seat));
  const due = dueAtEnd(seen, payouts);
  const others = payouts.flatMap(({ seat, hand, amount }): GrantDoubt[] => {
    const prize = due.find((each) => each.seat === seat)?.amount ?? 0;
    return prize === amount ? [] : [{ is: 'other-amount', seat, hand, prize }];
  });
  return [
    ...(seen.is === 'settled' ? [] : [{ is: `${seen.is}-round` } as const]),
    ...without.map(({ seat }) => ({ is: 'no-bet', seat }) as const),
    ...others,
  ];
}

interface Granted {
  readonly payouts: readonly Pick<AwardMessage['payouts'][number], 'seat' | 'hand' | 'amount'>[];
}
