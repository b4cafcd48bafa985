import type { BaseBet, Card, JackpotHand, VoidReason } from '#rules';

/** The events of a table (contract 3.2) without their envelope. */
export type TableEvent =
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
export interface TimedEvent {
  /** Since the pit opened, at speed 1. */
  readonly atSeconds: number;
  readonly event: TableEvent;
  /** The seats that have a jackpot bet in the event's round when the betting ends. */
  readonly bettingSeats: readonly number[];
  /** It is the first event of a round that has no carried bets. */
  readonly beginsPlainRound?: boolean;
}
