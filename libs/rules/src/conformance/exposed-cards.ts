import { integer, isObject, within, written } from '../reading/shape.js';
import { handsNamed } from './irregular-event.js';

/**
 * How many cards of each hand were exposed, Article 17(1)(3) and 17(4)(1). A file tells it by hand
 * under `exposed`, or names one hand and the number of its cards; the event of a single card needs
 * no number. What does not tell the number is a fault, for without it the round cannot be judged.
 */
export function exposedCards(
  event: string,
  fields: Readonly<Record<string, unknown>>,
  faults: string[],
): Record<string, number> {
  const { exposed } = fields;
  const isReport = isObject(exposed) && ('seat' in exposed || 'hand' in exposed);
  if (isObject(exposed) && !isReport && Object.keys(exposed).length > 0) {
    const counts = Object.entries(exposed).map(([seat, cards]) => [seat, counted(cards, faults)]);
    const stranger = Object.keys(exposed).find((seat) => !/^\d+$/.test(seat));
    if (stranger !== undefined) faults.push(`"${stranger}" under "exposed" is not a hand.`);
    return stranger === undefined ? Object.fromEntries(counts) : {};
  }
  const reports = Array.isArray(exposed) ? exposed : [isReport ? exposed : fields];
  const counts = new Map<string, number>();
  for (const report of reports) {
    const told: Readonly<Record<string, unknown>> = isObject(report) ? report : {};
    for (const [seat, count] of exposedIn(event, told, faults)) {
      counts.set(seat, (counts.get(seat) ?? 0) + count);
    }
  }
  return Object.fromEntries(counts);
}

function exposedIn(
  event: string,
  told: Readonly<Record<string, unknown>>,
  faults: string[],
): [seat: string, count: number][] {
  const hands = handsNamed(told).map(String);
  const cards = Array.isArray(told.cards) ? told.cards.length : told.cards;
  const under = isObject(told.exposed) ? undefined : told.exposed;
  const number = told.count ?? under ?? cards;
  if (number === undefined || number === null) {
    if (!/-card-/.test(event)) {
      faults.push(`The event "${event}" does not say how many cards of which hand were exposed.`);
    }
    return (hands.length > 0 ? hands : ['1']).map((hand) => [hand, 1]);
  }
  if (hands.length > 1) {
    faults.push(`${hands.length} hands are named; say under "exposed" how many of each of them.`);
  }
  // Cards "of a player" are those of one hand, even where the file does not say of which.
  return [[hands[0] ?? '1', counted(number, faults)]];
}

const ofOneHand = within(integer, 0, 3);

/** A hand has three cards. */
export function counted(value: unknown, faults: string[]): number {
  return ofOneHand(value, `The number of exposed cards, ${written(value)},`, faults);
}
