import type { GameEvent } from '#table-client';

/** An event, and its time. */
export interface TimedEvent {
  /** Since the pit opened, at speed 1. */
  readonly atSeconds: number;
  readonly event: GameEvent;
  /** The seats that have a jackpot bet in the event's round when the betting ends. */
  readonly bettingSeats: readonly number[];
  /** It is the first event of a round that has no carried bets. */
  readonly beginsPlainRound?: boolean;
}
