import { formatMicros, formatMinor } from '#contract';
import { awardMessage } from '#engine';
import type { Jackpot } from '#pools';

/** The amount of a seat, minor units. */
export interface SeatAmount {
  readonly seat: number;
  readonly amount: number;
}

/** Members of the commands of contract 4.4 and 4.8. */
interface SignedWords {
  readonly amount?: number;
  readonly account?: string;
  readonly award?: string;
  readonly seat?: number;
  readonly seats?: readonly number[];
  readonly table?: string;
  readonly round?: string;
  readonly proposal?: number;
  readonly payouts?: readonly SeatAmount[];
  readonly keys?: readonly { readonly kid?: string }[];
  readonly version?: number;
  readonly effective?: string;
  readonly day?: string;
  /** Members for the end of a jackpot, and for the amounts that it leaves. */
  readonly to?: string;
  readonly from?: string;
  readonly pool?: string;
  readonly reserve?: string;
  readonly opening?: { readonly amount: number; readonly from: string };
}

/** The seats of the award that an act names, before the act. */
export function seatsNamed(jackpot: Jackpot | undefined, data: object): SeatAmount[] {
  const { award = '', seat, seats = seat === undefined ? undefined : [seat] } = data as SignedWords;
  const claim = jackpot?.claims.get(award);
  if (!jackpot || !claim) return [];
  return awardMessage(claim, jackpot)
    .payouts.filter((each) => seats?.includes(each.seat) ?? true)
    .map((each) => ({ seat: each.seat, amount: each.amount }));
}

/**
 * The subject of an act: its amount, award and seats, table, keys, or time of effect.
 * @param named `seatsNamed` of it
 */
export function aboutAct(data: object, named: readonly SeatAmount[], currency: string): string {
  const { amount, account, award, table, round, payouts, keys, ...words } = data as SignedWords;
  const money = (minor: number): string => formatMinor(minor, currency);
  const seats = (all: readonly SeatAmount[]): string =>
    all.map((each) => `seat ${each.seat} ${money(each.amount)}`).join(', ');
  if (words.opening) {
    return `takes over ${money(words.opening.amount)} of ${words.opening.from}`;
  }
  if (account !== undefined && amount !== undefined) {
    return `${account} ${amount > 0 ? '+' : ''}${money(amount)}`;
  }
  if (payouts) return `${table}/${round}: ${seats(payouts)}`;
  if (award !== undefined) return named.length === 0 ? award : `${award}: ${seats(named)}`;
  if (keys) return `version ${words.version}, ${keys.map(({ kid }) => kid).join(', ')}`;
  const proposal = words.proposal === undefined ? '' : `proposal ${words.proposal}`;
  if (words.to !== undefined) return `to ${words.to}`;
  if (words.from !== undefined) {
    const micros = BigInt(words.pool ?? 0) + BigInt(words.reserve ?? 0);
    return `from ${words.from}: ${formatMicros(micros, currency)}`;
  }
  return table ?? words.day ?? words.effective ?? proposal;
}
