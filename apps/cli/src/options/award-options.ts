import { exitCodes, UserError } from '#contract/exit-codes';
import { isCard, jackpotHands, type Card, type JackpotHand } from '#rules';
import { Option } from '@commander-js/extra-typings';
import { readSum } from '#acts';

/**
 * Seats, cards and payouts, as people type them. Each reader throws a UserError that names the
 * option and its form; the ledger refuses values with the right form that are wrong.
 */

/** One seat, required. */
export const seatOption = () =>
  new Option('--seat <n>', 'the seat')
    .makeOptionMandatory()
    .argParser((given) => readSeat('--seat', given));

/** Reads a whole number, at least 1, such as a slip. */
export const readNumber = (option: string) => (given: string) => {
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  return refuseOption(option, given, 'it takes a whole number from 1.');
};

/** @param given the whole text of the option. */
function readSeat(option: string, given: string, seat = given): number {
  if (/^[1-7]$/.test(seat)) return Number(seat);
  return refuseOption(option, given, 'a seat is 1 to 7.');
}

/** Reads seats such as `1,3`. */
export const readSeats = (option: string) => (given: string) =>
  given.split(',').map((seat) => readSeat(option, given, seat.trim()));

/** Reads cards such as `JsTs`, or `Js Ts`. */
export const readCards = (option: string) => (given: string) => cardsIn(option, given);

function cardsIn(option: string, given: string): Card[] {
  const compact = given.replaceAll(/\s/g, '');
  const cards = compact.match(/.{1,2}/gs) ?? [];
  const wrong = cards.find((card) => !isCard(card));
  if (cards.length > 0 && wrong === undefined) return cards as Card[];
  return refuseOption(
    option,
    given,
    `${wrong ?? 'nothing'} is not a card: a card is a rank of AKQJT98765432 and a suit of shdc, such as As or Td.`,
  );
}

/** Reads hands such as `3:AsKsQs`, or `1:2c2d2h,3:AsKsQs`. */
export const readHands = (option: string) => (given: string) =>
  given.split(',').map((hand) => {
    const [, seat, cards] = /^\s*(\d+):(.*)$/s.exec(hand) ?? [];
    if (seat === undefined || cards === undefined) {
      return refuseOption(option, given, 'it takes SEAT:CARDS, with a comma before the next seat.');
    }
    return { seat: readSeat(option, given, seat), cards: cardsIn(option, cards) };
  });

/** A win that people grant; amounts in minor units. */
export interface GrantedHand {
  readonly seat: number;
  readonly hand: JackpotHand;
  /** Undefined if the law decides. */
  readonly amount?: number;
  readonly fromPool?: number;
}

const form = 'it takes SEAT:HAND, or SEAT:HAND:AMOUNT or SEAT:HAND:AMOUNT:FROMPOOL.';

/** Reads a win such as `3:flush`; with another amount `3:flush:2600.00`, `3:flush:2600.00:0.00`. */
export function readGranted(option: string, given: string, currency: string): GrantedHand {
  const [seatText = '', name, sum, part, more] = given.split(':');
  if (name === undefined || more !== undefined) return refuseOption(option, given, form);
  const seat = readSeat(option, given, seatText);
  const hand = jackpotHands.find((each) => each === name);
  if (!hand) {
    return refuseOption(option, given, `${name} is not a hand: it is ${jackpotHands.join(', ')}.`);
  }
  return {
    ...{ seat, hand },
    ...(sum !== undefined && { amount: readSum(option, sum, currency) }),
    ...(part !== undefined && { fromPool: readSum(option, part, currency) }),
  };
}

function refuseOption(option: string, given: string, sentence: string): never {
  throw new UserError(`${option} ${given}: ${sentence}`, exitCodes.usage);
}
