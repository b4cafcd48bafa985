import { isObject } from '../reading/shape.js';

/**
 * The hands of one player in a question about Article 10(2), or 6(2) of 2008, which has no settled
 * name in vector files. Told may be a list of the hands, their number, the own hand beside another,
 * or a word for who bets; the first of the answer is the own hand. Undefined where nothing is told.
 */
export function handsOfPlayer(fields: Readonly<Record<string, unknown>>): number[] | undefined {
  const told: Told = { own: [], places: [], others: [], isOwn: [] };
  for (const [key, value] of Object.entries(fields)) {
    if (!notAPlace.test(key)) tell(told, key, value);
  }
  const [own, ...further] = [...told.own, ...told.places, ...told.others];
  const other = further.find((hand) => hand !== own);
  if (own !== undefined && other !== undefined) return [own, other];
  if (told.isOwn.includes(false)) return [own ?? 1, (own ?? 1) + 1];
  // Another hand without the own one is a further hand, whichever the own one is.
  if (told.others.length > 0 && told.own.length + told.places.length === 0) return [0, own!];
  return told.isOwn.length > 0 || further.length > 0 ? [own ?? 1] : undefined;
}

/** Whether any field speaks of hands or of who bets; a bare number could be of anything. */
export function speaksOfHands(fields: Readonly<Record<string, unknown>>): boolean {
  const words = [place, other, own, who, /^bets$/];
  return Object.keys(fields).some(
    (key) => !notAPlace.test(key) && words.some((word) => word.test(key)),
  );
}

/** Hands by their number, and whether the player keeps to his own. */
interface Told {
  own: number[];
  places: number[];
  others: number[];
  isOwn: boolean[];
}

const notAPlace = /stake|amount|ante|raise|pair|jackpot|limit|^min$|^max$|card|including/i;
const place = /hand|seat|box|place|spot|position|^bets?(on|at)/i;
const places = /hands|seats|boxes|places|spots|positions|count/i;
const other = /other|further|second|also|joint|several|multiple|proxy|through|^via$|extra|behalf/i;
const own = /own|self|same|sits|seated|player(?!s)/i;
const who = /^(by|who|whose)$|by$/i;

function tell(told: Told, key: string, value: unknown): void {
  const isOther = other.test(key);
  if (typeof value === 'boolean') {
    if (isOther || own.test(key)) told.isOwn.push(value !== isOther);
    return;
  }
  const isPlace = place.test(key) || isOther || own.test(key);
  if (typeof value === 'string' && !isDigits(value)) {
    tellByWord(told, value, isPlace || who.test(key));
  } else if (isOther && value !== 0) {
    told.others.push(...handsIn(value));
    if (handsIn(value).length === 0) told.isOwn.push(true);
  } else if (isOther) {
    told.isOwn.push(true);
  } else if (places.test(key) && typeof value === 'number') {
    told.isOwn.push(value <= 1);
  } else if (isPlace || key === 'bets') {
    const isOne = typeof value !== 'object' && !places.test(key);
    (isOne && own.test(key) ? told.own : told.places).push(...handsIn(value));
    if (!isOne && handsIn(value).length > 0) told.isOwn.push(true);
  }
}

function tellByWord(told: Told, word: string, isAsked: boolean): void {
  if (!isAsked) return;
  if (/other|friend|else|proxy|third|neighbou?r|second/i.test(word)) told.isOwn.push(false);
  else if (/own|self|same/i.test(word)) told.isOwn.push(true);
}

/** A hand, a list of hands, or stakes by hand. */
function handsIn(value: unknown): number[] {
  if (typeof value === 'number') return [value];
  if (typeof value === 'string') return isDigits(value) ? [Number(value)] : [];
  if (Array.isArray(value)) return value.flatMap(handsIn);
  if (!isObject(value)) return [];
  const named = value.hand ?? value.seat;
  if (named !== undefined) return handsIn(named);
  return Object.keys(value)
    .filter((key) => isDigits(key) && value[key] !== 0)
    .map(Number);
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}
