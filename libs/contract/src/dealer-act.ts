import type { ExceptionReason } from './refusals.js';

/** The acts of a dealer after an event of the table was refused. */
export const dealerActs = [
  'give-back',
  'one-bet-a-seat',
  'look-first',
  'give-back-once',
  'bet-stands',
  'correct-the-deal',
  'pay-nobody-yet',
  'give-nothing-yet',
  'call-if-won',
  'call-unless-void',
  'nothing',
] as const;
export type DealerAct = (typeof dealerActs)[number];

const sentBefore: readonly string[] = ['sequence-reused', 'sequence-behind'];

/**
 * Chooses the act: the stake of a refused bet is on the table and not in the pool, except where a
 * bet of this seat may have been there before.
 */
export function dealerAct(type: string, reason: ExceptionReason): DealerAct {
  const isOver = reason === 'round-already-settled';
  const isUnsure = isOver || sentBefore.includes(reason);
  switch (type) {
    case 'bet.placed':
      // The bet itself may have arrived earlier and count.
      if (reason === 'seat-taken') return 'one-bet-a-seat';
      return isUnsure ? 'look-first' : 'give-back';
    case 'bet.withdrawn':
      // The bet may be carried, and its next round not begun.
      if (isUnsure || reason === 'unknown-round') return 'look-first';
      return reason === 'no-such-bet' ? 'give-back-once' : 'bet-stands';
    case 'round.dealt':
      return isOver ? 'nothing' : 'correct-the-deal';
    case 'round.settled':
      return isOver ? 'call-if-won' : 'pay-nobody-yet';
    case 'round.voided':
      return isOver ? 'call-unless-void' : 'give-nothing-yet';
    default:
      return 'nothing';
  }
}
