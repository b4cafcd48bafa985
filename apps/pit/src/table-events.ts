import type { TableEventType, tableEventSchemas } from '#contract';
import type { z } from 'zod';

type TableEventData<Type extends TableEventType> = z.input<(typeof tableEventSchemas)[Type]>;

/** The events of a table (contract 3.2) without their envelope. */
export type PitEvent = {
  [Type in TableEventType]: { readonly type: Type; readonly data: TableEventData<Type> };
}[TableEventType];

export type SettledRound = TableEventData<'round.settled'>;

/** An event, and when it happens. */
export interface TimedEvent {
  /** Since the pit opened, at speed 1. */
  readonly atSeconds: number;
  readonly event: PitEvent;
  /** The seats that have a jackpot bet in the event's round when the betting ends. */
  readonly bettingSeats: readonly number[];
  /** It is the first event of a round that has no carried bets. */
  readonly beginsPlainRound?: boolean;
}
