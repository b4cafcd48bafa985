import {
  awardNamedIn,
  configurationFields,
  configurationTyped,
  declaredCards,
  mayPayWin,
  readAmount,
  readSum,
  reasonWith,
  receivingData,
  verifyingCommand,
  type ActCommand,
  type AwardActData,
  type Home,
} from '#acts';
import { readConfiguration, UserError, type WrittenConfiguration } from '#contract';
import { awardMessage } from '#engine';
import type { Claim, Configuration } from '#pools';
import type { LiveLedger } from '#proof';
import { memberField, type OwnWish } from './wishes.js';

/** The command of an act, with its reason for the note of a proposal. */
export interface WishedCommand {
  readonly type: ActCommand['type'];
  readonly data: object;
  readonly note: string;
}

type WishTo<Act extends OwnWish['act']> = Extract<OwnWish, { act: Act }>;
type AwardWish = WishTo<'verify' | 'pay' | 'reverse' | 'expire'>;

const types = {
  suspend: 'jackpot.suspended',
  resume: 'jackpot.resumed',
  block: 'table.blocked',
  unblock: 'table.unblocked',
} as const;

/**
 * Makes the command that a person asks for.
 * @throws UserError if a fact is missing that only the person can give.
 */
export async function commandOf(
  live: LiveLedger,
  home: Home,
  wish: OwnWish,
): Promise<WishedCommand> {
  switch (wish.act) {
    case 'suspend':
    case 'resume':
      return because(types[wish.act], {}, wish);
    case 'block':
    case 'unblock':
      return because(types[wish.act], { table: wish.table }, wish);
    case 'reset':
      return because('table.reset', { table: wish.table, sequence: wish.sequence }, wish);
    case 'adjust':
      return adjustment(home, wish);
    case 'retire':
      return because('jackpot.retired', { to: wish.to }, wish);
    case 'receive':
      return because('transfer.received', await receivingData(live, home.id, wish.from), wish);
    case 'close-day':
      return closing(home, wish);
    case 'configure':
      return configuring(home, wish);
    case 'create':
      return creating(home, wish);
    case 'verify':
    case 'pay':
    case 'reverse':
    case 'expire':
      return ofAward(live, home, wish);
  }
}

/** Makes an act with the person's reason. */
function because(
  type: WishedCommand['type'],
  data: object,
  { reason, despite }: { readonly reason: string; readonly despite?: string | undefined },
): WishedCommand {
  const whole = reasonWith(reason, despite);
  return { type, data: { ...data, reason: whole }, note: whole };
}

function adjustment({ jackpot }: Home, wish: WishTo<'adjust'>): WishedCommand {
  const { account, isNoAward, reason } = wish;
  const amount = readAmount(wish.amount, jackpot.configuration.currency);
  if (!isNoAward && mayPayWin(amount, awardNamedIn(reason, jackpot))) {
    throw new UserError(
      'An adjustment pays nobody: an award is paid, or reversed, on its own page, and a win that the table has missed is granted. If this is about the account alone, say that it is no award.',
    );
  }
  return because('pool.adjusted', { amount, account }, wish);
}

function configuring({ jackpot }: Home, wish: WishTo<'configure'>): WishedCommand {
  const { effective, areBothReplaced, madeFrom, reason, despite } = wish;
  // The form has every field, so it would undo another person's change.
  if (madeFrom !== undefined && madeFrom !== String(jackpot.configuredAt)) {
    throw new UserError(
      'The configuration changed after this form was opened. Reload the page, and make your change there.',
    );
  }
  const written = configurationWished(jackpot.pending ?? jackpot.configuration, wish);
  const replacesPending = areBothReplaced !== undefined;
  const note = reasonWith(reason, despite);
  const arrival = { effective, replacesPending, madeFrom: jackpot.configuredAt };
  const data = { ...written, ...arrival, ...(note !== '' && { reason: note }) };
  return { type: 'jackpot.configured', data, note };
}

/** Makes a new jackpot: a copy of this one with another id and the typed fields. */
function creating({ jackpot }: Home, wish: WishTo<'create'>): WishedCommand {
  const written = configurationWished({ ...jackpot.configuration, id: wish.id }, wish);
  const arrival = { effective: 'now', replacesPending: false, madeFrom: null };
  const { despite } = wish;
  const data = { ...written, ...arrival, ...(despite !== undefined && { reason: despite }) };
  return { type: 'jackpot.configured', data, note: '' };
}

/** @param before the configuration that the form was made from. */
function configurationWished(
  before: Configuration,
  wish: WishTo<'configure' | 'create'>,
): WrittenConfiguration {
  const fields = new Map(
    configurationFields(before).map(({ member }) => [memberField(member), member] as const),
  );
  const typed = new Map<string, string>();
  for (const [name, text] of Object.entries(wish)) {
    const member = fields.get(name);
    if (member !== undefined && typeof text === 'string') typed.set(member, text);
    else if (name.startsWith(memberField(''))) {
      throw new UserError(`${name}: the configuration has no such field to change.`);
    }
  }
  const written = configurationTyped(before, typed);
  const read = readConfiguration(written);
  if ('refused' in read) throw new UserError(`${read.refused.join('. ')}.`);
  return written;
}

function closing({ jackpot }: Home, { day, funds, despite }: WishTo<'close-day'>): WishedCommand {
  const { currency } = jackpot.configuration;
  const data = {
    day,
    ...(funds !== undefined && { funds: readSum('funds', funds, currency) }),
    ...(despite !== undefined && { note: despite }),
  };
  return { type: 'day.closed', data, note: '' };
}

async function ofAward(live: LiveLedger, home: Home, wish: AwardWish): Promise<WishedCommand> {
  const { award } = wish;
  const claim = home.jackpot.claims.get(award);
  if (!claim) throw new UserError(`There is no award ${award} that the ledger remembers.`);
  switch (wish.act) {
    case 'verify':
      return verifying(live, home, claim, wish);
    case 'pay':
      return payment(home, claim, wish);
    case 'reverse': {
      const paid = claim.seats.some(({ state }) => state === 'awarded');
      if (paid && !wish.areChipsBack) {
        throw new UserError(
          'The ledger has a seat of this award as paid by the table. Are its chips back, or did they never leave? Say so first; else the award stands.',
        );
      }
      return because('award.reversed', { award, cause: wish.cause }, wish);
    }
    case 'expire':
      return because('award.expired', { award, seat: wish.seat }, wish);
  }
}

async function verifying(
  live: LiveLedger,
  home: Home,
  claim: Claim,
  { seats, deck, areCardsSeen, surveillance, note, despite }: WishTo<'verify'>,
): Promise<WishedCommand> {
  const cards = areCardsSeen ? await declaredCards(live, home, claim) : undefined;
  const hands = cards?.hands?.filter((hand) => seats.includes(hand.seat));
  return verifyingCommand(claim.id, {
    ...{ seats, deck, note, despite },
    ...(hands && hands.length > 0 && { hands }),
    ...(cards?.community && { community: cards.community }),
    ...(surveillance !== undefined && { surveillance }),
  });
}

function payment(
  { jackpot }: Home,
  claim: Claim,
  { seat: own, slip: typed, method, withheld, receipt, despite }: WishTo<'pay'>,
): WishedCommand {
  const slip = claim.seats.find((each) => each.seat === own)?.slip ?? null;
  if (slip === null) {
    throw new UserError(`Seat ${own} of ${claim.id} has no slip: it has to be verified first.`);
  }
  if (typed !== String(slip)) {
    throw new UserError(
      `Seat ${own} of ${claim.id} has another slip than ${typed}. Open the award of the slip in your hand, and pay nothing here.`,
    );
  }
  const payout = awardMessage(claim, jackpot).payouts.find((each) => each.seat === own);
  if (!payout) throw new UserError(`Seat ${own} of ${claim.id} has no payout.`);
  const { currency } = jackpot.configuration;
  const data: AwardActData<'award.paid'> = {
    ...{ award: claim.id, seat: own, slip, method },
    amount: payout.amount + (payout.stakeReturned ?? 0),
    ...(withheld !== undefined && { withheld: readSum('withheld', withheld, currency) }),
    ...(receipt !== undefined && { receipt }),
    ...(despite !== undefined && { note: despite }),
  };
  return { type: 'award.paid', data, note: method };
}
