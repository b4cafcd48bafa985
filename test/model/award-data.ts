import { HANDS, type Act, type Hand } from './events.js';
import { isName, isText } from './texts.js';

/** Observations of the people who verify an award. */
export interface Evidence {
  deck: string;
  hands?: { seat: number; cards: string[] }[];
  community?: string[];
  surveillance?: string;
  note?: string;
}

export interface Paid {
  award: string;
  seat: number;
  slip: number;
  amount: number;
  method: string;
  withheld?: number;
  receipt?: string;
  note?: string;
}

export interface Granted {
  table: string;
  round: string;
  payouts: { seat: number; hand: Hand; amount: number; fromPool: number }[];
  cause: string;
  reason: string;
  replaces?: string;
  restarts?: true;
}

const DECKS = ['counted', 'short', 'not-counted'];
const METHODS = ['cash', 'cheque', 'chips', 'transfer'];
const CAUSES: Record<string, string[]> = {
  'award.reversed': ['false-claim', 'misread', 'misdeal', 'malfunction'],
  'award.granted': ['missed-win', 'wrong-seat', 'ruling'],
};
const CARD = /^[AKQJT98765432][shdc]$/;
const SEATS = 7;
const MOST_HANDS = 64;

/** contract 4.8: whether the data of an act on an award is wrong for every award. */
export function isFaultyAward({ type, data }: Act): boolean {
  const { award, seat, cause, reason } = data;
  if (type === 'award.granted') return isFaultyGrant(data as unknown as Granted);
  if (!isText(award)) return true;
  if (type === 'award.verified') return !areSeats(data['seats']) || !isEvidence(data['evidence']);
  if (type === 'award.paid') return isFaultyPayment(data as unknown as Paid);
  if (!isText(reason)) return true;
  return type === 'award.expired' ? !isSeat(seat) : !isIn(CAUSES[type] ?? [], cause);
}

function isIn(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value);
}

function isWhole(value: unknown, least: number): boolean {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

function isSeat(value: unknown): boolean {
  return isWhole(value, 1) && Number(value) <= SEATS;
}

function areSeats(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 1 || value.length > SEATS) return false;
  return value.every(isSeat) && new Set(value).size === value.length;
}

function areCards(value: unknown, count: number): boolean {
  if (!Array.isArray(value) || value.length !== count) return false;
  return value.every((card) => typeof card === 'string' && CARD.test(card));
}

function isEvidence(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { deck, hands, community, surveillance, note } = value as Record<string, unknown>;
  if (!isIn(DECKS, deck)) return false;
  if (hands !== undefined && !areHands(hands)) return false;
  if (community !== undefined && !areCards(community, 2)) return false;
  if (deck !== 'counted' && note === undefined) return false;
  return [surveillance, note].every((text) => text === undefined || isText(text));
}

function areHands(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MOST_HANDS) return false;
  return value.every((each) => {
    const { seat, cards } = Object(each) as Record<string, unknown>;
    return isSeat(seat) && areCards(cards, 3);
  });
}

function isFaultyPayment({ seat, slip, amount, method, withheld, receipt, note }: Paid): boolean {
  if (!isSeat(seat) || !isWhole(slip, 1) || !isWhole(amount, 0)) return true;
  if (!isIn(METHODS, method)) return true;
  if (withheld !== undefined && (!isWhole(withheld, 0) || withheld > amount)) return true;
  if (note !== undefined && !isText(note)) return true;
  return receipt !== undefined && !isText(receipt, 256);
}

function isFaultyGrant(granted: Granted): boolean {
  const { table, round, payouts, cause, reason, replaces, restarts } = granted;
  if (!isName(table) || !isText(round, 64) || !isText(reason)) return true;
  if (!isIn(CAUSES['award.granted'] ?? [], cause)) return true;
  if (replaces !== undefined && !isText(replaces)) return true;
  if (!Array.isArray(payouts)) return true;
  const isPayout = (each: unknown) => {
    const { seat, hand, amount, fromPool } = Object(each) as Record<string, unknown>;
    if (!isSeat(seat) || !isIn(HANDS, hand)) return false;
    return isWhole(amount, 1) && isWhole(fromPool, 0) && Number(fromPool) <= Number(amount);
  };
  if (!payouts.every(isPayout) || !areSeats(payouts.map(({ seat }) => seat))) return true;
  if (restarts === undefined) return false;
  return restarts !== true || payouts.every(({ fromPool }) => fromPool === 0);
}
