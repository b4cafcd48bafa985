import type { BaseBet, Card, JackpotHand, VoidReason } from '#rules';

/** What a table tells of its play: the events (contract 3.2) without their envelope. */
export type PlayEvent =
  | {
      readonly type: 'bet.placed';
      readonly data: {
        readonly round: string;
        readonly seat: number;
        /** Minor units. */
        readonly stake: number;
        readonly baseBets: readonly BaseBet[];
      };
    }
  | {
      readonly type: 'bet.withdrawn';
      readonly data: { readonly round: string; readonly seat: number };
    }
  | { readonly type: 'round.opened'; readonly data: { readonly round: string } }
  | { readonly type: 'round.dealt'; readonly data: { readonly round: string } }
  | { readonly type: 'round.settled'; readonly data: RoundSettled }
  | {
      readonly type: 'round.voided';
      readonly data: { readonly round: string; readonly reason: VoidReason };
    }
  | { readonly type: 'table.heartbeat'; readonly data: Readonly<Record<string, never>> };

export interface RoundSettled {
  readonly round: string;
  readonly wins: readonly { readonly seat: number; readonly hand: JackpotHand }[];
  readonly hands?: readonly { readonly seat: number; readonly cards: readonly Card[] }[];
  readonly community?: readonly Card[];
}

/** An event, and when it happens. */
export interface Play {
  /** Seconds since the pit opened, on the clock of a pit that plays at its natural speed. */
  readonly at: number;
  readonly event: PlayEvent;
  /** The seats that have a jackpot bet in the event's round when its betting is over. */
  readonly bettingSeats: readonly number[];
  /** It is the first event of its round, and no carried bet waits for that. */
  readonly beginsPlainRound?: boolean;
}
