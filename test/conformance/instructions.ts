/** The name of a hand of the house, as in `round.settled`. */
export type HandName = 'royal-flush' | 'straight-flush' | 'four-of-a-kind' | 'full-house' | 'flush';

export interface DeclaredWin {
  readonly seat: number;
  readonly hand: HandName;
}

/** Cards that a reader has read, as in `round.settled`. */
export interface ReadCards {
  readonly hands: readonly { readonly seat: number; readonly cards: readonly string[] }[];
  readonly community: readonly string[];
}

/** The settings with which a controller is switched on. */
export interface Settings {
  /** Address of the table gateway. */
  readonly gateway: string;
  readonly token: string;
  readonly jackpot: string;
  readonly table: string;
  /** `new`: the disk was lost, or the table has never been on. */
  readonly disk: 'kept' | 'new';
  /** Private JWK with `kid` and `ledger`, for a table that signs. */
  readonly key: object | null;
  /** The error of the machine's clock, hours. */
  readonly clockHours: number;
  /** The interval of `table.heartbeat`; null: the table sends none. */
  readonly heartbeatSeconds: number | null;
}

/** The words on the table's display, by the place where the dealer looks. */
export const shownWords = {
  lamp: ['on', 'off'],
  bet: ['taken', 'give-back', 'wait', 'ask', 'none'],
  claim: ['pay', 'wait', 'none'],
  prize: ['another', 'none'],
  result: ['taken', 'refused', 'wait', 'none'],
  call: ['yes', 'no'],
} as const;
export type Place = keyof typeof shownWords;
export type Shown<At extends Place = Place> = (typeof shownWords)[At][number] | AmountOf<At>;
/** For example 25.00. */
type AmountOf<At extends Place> = At extends 'prize' ? `${number}` : never;

/** The place where the driver looks. */
export interface LookAt {
  readonly do: 'look';
  readonly at: Place;
  readonly seat: number | null;
  /** The possible amounts of the prize. */
  readonly amounts?: readonly `${number}`[];
}

/** The possible answers. */
export function wordsOf({ at, amounts = [] }: LookAt): readonly string[] {
  return [...amounts, ...shownWords[at]];
}

/** A happening at the table, or a task for its driver. Money is in minor units. */
export type Happening =
  | { readonly do: 'start'; readonly settings: Settings }
  | { readonly do: 'cut-power' }
  | { readonly do: 'open-betting' }
  | {
      readonly do: 'bet';
      readonly seat: number;
      readonly stake: number;
      readonly baseBets: readonly ('ante' | 'pair-plus')[];
    }
  | { readonly do: 'withdraw'; readonly seat: number }
  | { readonly do: 'deal'; readonly seats: readonly number[] }
  | {
      readonly do: 'result';
      readonly wins: readonly DeclaredWin[];
      readonly cards: ReadCards | null;
    }
  | { readonly do: 'void'; readonly reason: string }
  | LookAt
  | { readonly do: 'end' };

/** The same as a request to a person at the table. */
export function sentenceOf(happening: Happening): string {
  switch (happening.do) {
    case 'start':
      return startSentence(happening.settings);
    case 'cut-power':
      return 'Cut the power of the controller: kill it, so that it cannot do anything more.';
    case 'open-betting':
      return 'Betting for a new round begins.';
    case 'bet': {
      const { seat, stake, baseBets } = happening;
      const base = baseBets.length === 0 ? 'no base bet' : baseBets.join(' and ');
      return `Seat ${seat} lays a jackpot chip of ${(stake / 100).toFixed(2)}, with ${base}.`;
    }
    case 'withdraw':
      return `Seat ${happening.seat} takes its jackpot chip back.`;
    case 'deal':
      return `The first card is out. Dealt in are seats ${happening.seats.join(', ')}.`;
    case 'result':
      return resultSentence(happening);
    case 'void':
      return `The round is void: ${happening.reason}.`;
    case 'look':
      return lookSentence(happening.at, happening.seat);
    case 'end':
      return 'That was all.';
  }
}

function startSentence(settings: Settings): string {
  const { disk, jackpot, table, key, clockHours, heartbeatSeconds } = settings;
  return [
    disk === 'new' ? 'Give the controller an empty disk, and switch it on' : 'Switch it on again',
    ` as table ${table} of jackpot ${jackpot}.`,
    key === null ? '' : ' It signs.',
    clockHours === 0 ? '' : ` The clock of its machine is ${clockHours} hours wrong.`,
    heartbeatSeconds === null ? '' : ` It sends a heartbeat every ${heartbeatSeconds} s.`,
  ].join('');
}

function resultSentence({ wins, cards }: Extract<Happening, { do: 'result' }>): string {
  const won = wins.map(({ seat, hand }) => `seat ${seat} has a ${hand}`).join(', ');
  const result = `The result: ${won || 'nobody has won the jackpot'}.`;
  if (cards === null) return result;
  const hands = cards.hands.map((each) => `seat ${each.seat}: ${each.cards.join(' ')}`);
  return `${result} The reader has read ${cards.community.join(' ')}; ${hands.join('; ')}.`;
}

function lookSentence(at: Place, seat: number | null): string {
  if (at === 'lamp') return 'Does the display say that jackpot bets are taken?';
  if (at === 'result') return 'What does the display say of the last deal, result or void?';
  if (at === 'call') return 'Does the display call people to the table?';
  if (at === 'prize') return `How much does the display say is paid to seat ${seat}?`;
  if (at === 'claim') return `What does the display say of the win of seat ${seat}?`;
  return `What does the display say of the chip that seat ${seat} has laid last?`;
}
