import {
  type Irregularity2025,
  irregularities2025,
} from '../fortune-3-card-poker-2025/article-17-irregularities.js';
import { isObject } from '../reading/shape.js';

/**
 * Which irregularity an event of a vector file is. Article 17(4)(2), and 11(3) of 2008, has no
 * settled name there: it is known by words for a hand without a bet, or by a word for a hand beside
 * the hand itself. Undefined where the name is of something else.
 */
export function irregularityNamed(
  event: string,
  fields: Readonly<Record<string, unknown>>,
): Irregularity2025 | undefined {
  const known = irregularities2025.find((each) => each === event) ?? exposureNamed(event);
  if (known !== undefined) return known;
  const name = event.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
  const isWithoutBet = withoutBet.test(name) || (hand.test(name) && empty.test(name));
  if (isWithoutBet && !aboutOtherCards.test(name)) return 'hand-without-bet-dealt';
  if (somethingElse.test(name)) return undefined;
  const namesHand = handOrDealt.test(name) && handsNamed(fields).length > 0;
  const tellsHand = Object.keys(fields).some((key) => deadKey.test(key));
  return namesHand || tellsHand ? 'hand-without-bet-dealt' : undefined;
}

const withoutBet =
  /(without|with-no|no|non|not|un|missing|lacking)[-_ ]?((an?|any|base|valid)[-_ ])*(bet|stake|wager|ante)/;
const hand = /hand|seat|box|place|spot|position|player/;
const empty = /empty|vacant|unoccupied|unused|betless|extra|surplus|dead|idle|inactive|absent/;
const handOrDealt = new RegExp(`${hand.source}|${empty.source}|bet|dealt`);
const aboutOtherCards = /burn|raise|expos|community|pair|jackpot|six/;
/** What speaks of a hand, but of something else that happens there. */
const somethingElse = new RegExp(
  [
    aboutOtherCards.source,
    ...['shuffl|machine|dealer|banker|wrong|misdeal|order|count|number|receiver|fold|pay'],
    ...['late|after|limit|left|leave|leaving|show|tell|look|change|side|base'],
  ].join('|'),
);

/** One card or several, as the event of the other number is called. */
function exposureNamed(event: string): Irregularity2025 | undefined {
  const [, whose] = /^(dealer|player|community)-cards?-exposed$/.exec(event) ?? [];
  return irregularities2025.find(
    (each) => whose !== undefined && each.startsWith(`${whose}-card`) && each.endsWith('-exposed'),
  );
}

const deadKey = /dead|without|empty|vacant|unbet|no-?bet/i;
const dealtKey = /dealt|^to|extra/i;
const placeKey = /hand|seat|box|place|spot|position/i;
const bettingKey = /betting|bettor|with-?bet(?!ting)|has-?bet/i;
const notAPlace =
  /^(op|event|bets|exposed|count|policy)$|card(?!.*(to|at)$)|including|count|number-?of/i;

/** The hands that an event is about, as the file writes them, by number or by text. */
export function handsNamed(fields: Readonly<Record<string, unknown>>): (number | string)[] {
  const entries = Object.entries(fields).filter(([key]) => !notAPlace.test(key));
  const isBetting = (key: string): boolean => !deadKey.test(key) && bettingKey.test(key);
  const betting = entries.filter(([key]) => isBetting(key)).flatMap(([, value]) => namesIn(value));
  for (const wanted of [deadKey, dealtKey, placeKey]) {
    const told = entries.filter(([key]) => wanted.test(key) && !isBetting(key));
    const names = told.flatMap(([, value]) => namesIn(value));
    if (names.length > 0) return [...new Set(names)].filter((name) => !betting.includes(name));
  }
  return [];
}

function namesIn(value: unknown): (number | string)[] {
  if (typeof value === 'number' || typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  return isObject(value) ? namesIn(value.seat ?? value.hand) : [];
}
