import { Home } from '#acts';
import { type CommandType, UserError } from '#contract';
import type { AwardAct } from '#pools';
import { act, reasonOf, type ActOptions, type DoOptions } from './acts.js';
import { readSum } from './amount.js';
import { jackpotOf } from './award-id.js';
import {
  readCards,
  readHands,
  readNumber,
  readPayout,
  readSeat,
  readSeats,
} from './award-options.js';
import type { Connections } from './connections.js';

type AwardActData<Type extends CommandType> = Extract<AwardAct, { type: Type }>['data'];

interface VerifyAwardOptions extends DoOptions {
  /** By default all that are locked. */
  readonly seats?: string;
  readonly deck: AwardActData<'award.verified'>['evidence']['deck'];
  readonly hands?: string;
  readonly community?: string;
  readonly surveillance?: string;
  readonly note?: string;
}

interface PayOptions extends DoOptions {
  readonly seat: string;
  readonly slip: string;
  /** Major units, without a sign; so is `withheld`. */
  readonly amount: string;
  readonly method: AwardActData<'award.paid'>['method'];
  readonly withheld?: string;
  readonly receipt?: string;
}

interface ReverseOptions extends ActOptions {
  readonly cause: AwardActData<'award.reversed'>['cause'];
}

interface ExpireOptions extends ActOptions {
  readonly seat: string;
}

interface GrantOptions extends ActOptions {
  readonly table: string;
  readonly round: string;
  readonly payout: readonly string[];
  readonly cause: AwardActData<'award.granted'>['cause'];
  readonly replaces?: string;
}

/** Confirms seats of an award that is locked: each gets its slip. */
export async function verifyAward(
  connections: Connections,
  award: string,
  options: VerifyAwardOptions,
): Promise<void> {
  const subject = jackpotOf(award);
  const { deck, surveillance, note } = options;
  const given = options.seats === undefined ? undefined : readSeats('--seats', options.seats);
  const evidence: AwardActData<'award.verified'>['evidence'] = {
    deck,
    ...(options.hands !== undefined && { hands: readHands('--hands', options.hands) }),
    ...(options.community !== undefined && {
      community: readCards('--community', options.community),
    }),
    ...(surveillance !== undefined && { surveillance }),
    ...(note !== undefined && { note }),
  };
  const home = await Home.open(connections, subject);
  const seats = given ?? lockedSeats(home, award);
  const data: AwardActData<'award.verified'> = { award, seats, evidence };
  const why = note ?? `the deck was ${deck}`;
  return act(connections, home, { type: 'award.verified', subject, data }, options, why);
}

/** Hands a verified seat its money, against its slip. */
export async function pay(
  connections: Connections,
  award: string,
  options: PayOptions,
): Promise<void> {
  const subject = jackpotOf(award);
  const home = await Home.open(connections, subject);
  const { currency } = home.jackpot.configuration;
  const { method, withheld, receipt } = options;
  const data: AwardActData<'award.paid'> = {
    award,
    seat: readSeat('--seat', options.seat),
    slip: readNumber('--slip', options.slip),
    amount: readSum('--amount', options.amount, currency),
    method,
    ...(withheld !== undefined && { withheld: readSum('--withheld', withheld, currency) }),
    ...(receipt !== undefined && { receipt }),
  };
  return act(connections, home, { type: 'award.paid', subject, data }, options, method);
}

/** Takes a whole award back: the accounts become what they were, but for what came since. */
export async function reverse(
  connections: Connections,
  award: string,
  options: ReverseOptions,
): Promise<void> {
  const subject = jackpotOf(award);
  const reason = reasonOf(options);
  const home = await Home.open(connections, subject);
  const data: AwardActData<'award.reversed'> = { award, cause: options.cause, reason };
  return act(connections, home, { type: 'award.reversed', subject, data }, options, reason);
}

/** Gives up a seat for which nobody comes: its money goes where the configuration says. */
export async function expire(
  connections: Connections,
  award: string,
  options: ExpireOptions,
): Promise<void> {
  const subject = jackpotOf(award);
  const reason = reasonOf(options);
  const seat = readSeat('--seat', options.seat);
  const data: AwardActData<'award.expired'> = { award, seat, reason };
  const home = await Home.open(connections, subject);
  return act(connections, home, { type: 'award.expired', subject, data }, options, reason);
}

/** Makes an award that no table has declared. */
export async function grant(
  connections: Connections,
  id: string,
  options: GrantOptions,
): Promise<void> {
  const reason = reasonOf(options);
  const home = await Home.open(connections, id);
  const { configuration } = home.jackpot;
  const { table, round, cause, replaces } = options;
  const data: AwardActData<'award.granted'> = {
    ...{ table, round, cause, reason },
    payouts: options.payout.map((given) => readPayout('--payout', given, configuration)),
    ...(replaces !== undefined && { replaces }),
  };
  return act(connections, home, { type: 'award.granted', subject: id, data }, options, reason);
}

/** @throws UserError when no seat of the award waits to be verified. */
function lockedSeats(home: Home, award: string): number[] {
  const seats = home.jackpot.claims.get(award)?.seats ?? [];
  const locked = seats.filter(({ state }) => state === 'locked');
  if (locked.length > 0) return locked.map(({ seat }) => seat);
  throw new UserError(
    `No seat of ${award} waits to be verified: \`claims ${home.id}\` lists those that do, \`explain\` says what became of this award.`,
  );
}
