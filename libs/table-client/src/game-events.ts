/** The data of each event of a table (contract 3.2). Amounts are minor units. */
export interface GameEventData {
  'bet.placed': {
    readonly round: string;
    readonly seat: number;
    readonly stake: number;
    readonly baseBets: readonly ('ante' | 'pair-plus')[];
    /** ISO 4217; the ledger checks it if given. */
    readonly currency?: string;
  };
  'bet.withdrawn': { readonly round: string; readonly seat: number };
  'round.opened': { readonly round: string };
  'round.dealt': { readonly round: string; readonly seats?: readonly number[] };
  'round.settled': {
    readonly round: string;
    readonly wins: readonly { readonly seat: number; readonly hand: (typeof hands)[number] }[];
    readonly hands?: readonly { readonly seat: number; readonly cards: readonly string[] }[];
    readonly community?: readonly string[];
  };
  'round.voided': { readonly round: string; readonly reason: (typeof reasons)[number] };
  'table.heartbeat': { readonly meters?: TableMeters };
}

/** The table's own counts for the jackpot, never reset (contract 3.7). Minor units. */
export interface TableMeters {
  /** Stakes of jackpot bets, minus returned stakes. */
  readonly stakes: number;
  /** Prizes paid at the table, without stakes. */
  readonly paid: number;
}

/** An event of a table without its envelope. */
export type GameEvent = {
  [Type in keyof GameEventData]: { readonly type: Type; readonly data: GameEventData[Type] };
}[keyof GameEventData];

/** The envelope of an event (contract 3). */
export interface GameEnvelope {
  readonly jackpot: string;
  readonly table: string;
  readonly id: string;
  readonly sequence: bigint;
  /** ISO 8601; for people. */
  readonly time: string;
}

const hands = ['royal-flush', 'straight-flush', 'four-of-a-kind', 'full-house', 'flush'] as const;
const reasons = [
  'dealing-procedure',
  'shuffler-fault',
  'dealer-card-exposed',
  'player-cards-exposed',
  'other',
] as const;

/** The text of a record: it is signed, kept, and sent again exact to the byte. */
export function writeEvent({ type, data }: GameEvent, envelope: GameEnvelope): string {
  const { jackpot, table, id, sequence, time } = envelope;
  return (
    `{"specversion":"1.0","type":"${type}","id":"${id}","source":"${table}",` +
    `"sequence":"${sequence}","time":"${time}","subject":"${jackpot}",` +
    `"data":${JSON.stringify(data)}}`
  );
}

/** Identifies an event among those of its table, for people. */
export function eventName({ type, data }: GameEvent, sequence: bigint): string {
  if (type === 'table.heartbeat') return `heartbeat/${sequence}`;
  const what = type === 'bet.placed' ? 'bet' : type.slice(type.indexOf('.') + 1);
  // A round may have any visible character, but JSON text escapes some of them.
  const round = data.round.replaceAll(/["\\]|[^ -~]/g, '_');
  return `${round}/${what}${'seat' in data ? `/${data.seat}` : ''}`;
}

/** Faults of an event by itself, as a sentence; undefined if there are none. */
export function eventFault({ type, data }: GameEvent): string | undefined {
  const rule = Object.hasOwn(rules, type) ? rules[type] : undefined;
  if (!rule) return sentence('type', `be ${Object.keys(rules).join(', ')}`, type);
  return rule(data, '');
}

/** Faults of the name of a jackpot or a table (contract 3). */
export function nameFault(what: string, name: unknown): string | undefined {
  return demand('be 1 to 64 of A–Z a–z 0–9 . _ -', isName)(name, what);
}

/** Checks the value at a place of an event; returns the fault as a sentence. */
type MemberRule = (value: unknown, place: string) => string | undefined;

function demand(what: string, isIt: (value: unknown) => boolean): MemberRule {
  return (value, place) => (isIt(value) ? undefined : sentence(place, what, value));
}

function sentence(place: string, what: string, value: unknown): string {
  const isWritten = typeof value === 'object' || typeof value === 'string';
  const was = isWritten ? JSON.stringify(value) : String(value);
  return `${place || 'data'} must ${what}, was ${value === undefined ? 'missing' : was}.`;
}

function oneOf(names: readonly string[]): MemberRule {
  return demand(`be ${names.join(', ')}`, (value) => names.includes(value as string));
}

function optional(rule: MemberRule): MemberRule {
  return (value, place) => (value === undefined ? undefined : rule(value, place));
}

function members(own: Readonly<Record<string, MemberRule>>): MemberRule {
  const isObject = demand('be an object', (value) => typeof value === 'object' && value !== null);
  return (value, place) =>
    isObject(value, place) ??
    firstFault(Object.entries(value as object), ([name, each]) =>
      // JSON has no undefined members.
      Object.hasOwn(own, name) || each === undefined
        ? undefined
        : `${place || 'data'} has no member ${name}.`,
    ) ??
    firstFault(Object.entries(own), ([name, rule]) =>
      rule((value as Record<string, unknown>)[name], place ? `${place}.${name}` : name),
    );
}

function eachOf(
  rule: MemberRule,
  isIt: (list: readonly unknown[]) => boolean,
  what: string,
): MemberRule {
  const isList = demand(what, (value) => Array.isArray(value) && isIt(value));
  return (value, place) =>
    isList(value, place) ??
    firstFault((value as unknown[]).entries(), ([index, each]) => rule(each, `${place}.${index}`));
}

function firstFault<Each>(list: Iterable<Each>, faultOf: (each: Each) => string | undefined) {
  for (const each of list) {
    const fault = faultOf(each);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function isText(form: RegExp) {
  return (value: unknown): boolean => typeof value === 'string' && form.test(value);
}

const isName = (name: unknown): boolean =>
  isText(/^[A-Za-z0-9._-]{1,64}$/)(name) && isText(/[A-Za-z0-9]/)(name);
const isRound = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.isWellFormed() &&
  value.length >= 1 &&
  value.length <= 64 &&
  !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(value);
const isWhole = (from: number, to: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
const areDistinct = (list: readonly unknown[]): boolean => new Set(list).size === list.length;
const isShort = (list: readonly unknown[]): boolean => list.length <= 64;

const round = demand('be a text of 1 to 64 visible characters', isRound);
const seat = demand('be a whole number from 1 to 7', isWhole(1, 7));
const stake = demand(
  'be a whole number of minor units, at least 1',
  isWhole(1, Number.MAX_SAFE_INTEGER),
);
const counted = demand('be a whole number of minor units, at most 10^15', isWhole(0, 10 ** 15));
const currency = demand('be a code such as MOP', isText(/^[A-Z]{3}$/));
const baseBets = eachOf(oneOf(['ante', 'pair-plus']), areDistinct, 'be a list, no bet twice');
const seats = eachOf(seat, areDistinct, 'be a list, no seat twice');
const card = demand('be a card such as As or Td', isText(/^[2-9TJQKA][shdc]$/));
const cards = (count: number): MemberRule =>
  eachOf(card, ({ length }) => length === count, `be a list of ${count} cards`);
const shown = members({ seat, cards: cards(3) });

const rules: Readonly<Record<keyof GameEventData, MemberRule>> = {
  'bet.placed': members({ round, seat, stake, baseBets, currency: optional(currency) }),
  'bet.withdrawn': members({ round, seat }),
  'round.opened': members({ round }),
  'round.dealt': members({ round, seats: optional(seats) }),
  'round.settled': members({
    round,
    wins: eachOf(members({ seat, hand: oneOf(hands) }), isShort, 'be a list'),
    hands: optional(eachOf(shown, isShort, 'be a list')),
    community: optional(cards(2)),
  }),
  'round.voided': members({ round, reason: oneOf(reasons) }),
  'table.heartbeat': members({ meters: optional(members({ stakes: counted, paid: counted })) }),
};
