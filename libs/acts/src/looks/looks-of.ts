import type { Configuration, Jackpot } from '#pools';
import type { LiveLedger } from '#proof';
import type { ActFacts } from '../act-facts.js';
import type { AwardActData } from '../act-data.js';
import type { Command } from '../command.js';
import { warningsOfNew } from '../apply-warnings.js';
import { Home } from '../ledger-door.js';
import { adjustedLooks, adjustmentLooks, sizeLooks } from './adjustment.js';
import { awardNamedIn } from './award-named.js';
import { blockingLooks } from './blocking.js';
import { closingLooks } from './closing.js';
import { receiveLooks, retireLooks, type EndData } from './ends.js';
import { grantLooks, type GrantData } from './grant.js';
import { openingLooks, type RunningAmount } from './opening.js';
import { tablesLeftOut } from './tables-left-out.js';
import { resetLooks, type ResetData } from './reset.js';
import type { Moved } from './moved.js';
import { payingLooks } from './payment.js';
import { newerLooks, reversalLooks } from './reversal.js';

/**
 * Lists the objections to an act that the ledger would accept, as sentences: from its round, the
 * log and other people.
 * @param own offset of the proposal of this act itself, if it was proposed.
 * @throws UserError if nobody may do it.
 */
export async function looksOf(
  live: LiveLedger,
  home: Home,
  { type, data }: Pick<Command, 'type' | 'data'>,
  own?: number,
): Promise<string[]> {
  return (await looksByType[type]?.(live, home, data as never, own)) ?? [];
}

type Look = (
  live: LiveLedger,
  home: Home,
  data: never,
  own: number | undefined,
) => string[] | Promise<string[]>;

const looksByType: Partial<Record<Command['type'], Look>> = {
  'jackpot.configured': configuringLooks,
  'pool.adjusted': adjustingLooks,
  'table.blocked': (_, home, data: { readonly table: string }) => blockingLooks(home, data),
  'table.reset': (_, home, data: ResetData) => resetLooks(home, data),
  'jackpot.retired': (live, home, data: EndData['retired']) => retireLooks(live, home, data),
  'transfer.received': (live, home, data: EndData['received']) => receiveLooks(live, home, data),
  'day.closed': (_, { jackpot }, data: Parameters<typeof closingLooks>[1]) =>
    closingLooks(jackpot, data),
  'award.granted': (live, home, data: GrantData) => grantLooks(live, home, data),
  'award.reversed': reversingLooks,
  'award.verified': (live, home, { award }: AwardActData<'award.verified'>) =>
    reversalLooks(live, home, award),
  'award.paid': payingLooks,
  'award.expired': (_, { jackpot }, { award, seat }: AwardActData<'award.expired'>, own) => [
    ...(own === undefined ? earlyLooks(jackpot, award) : []),
    ...slipLooks(jackpot, award, { only: seat, since: own }),
  ],
};

/** Objections from the state of the jackpot, or from the others for a new one. */
async function configuringLooks(
  live: LiveLedger,
  home: Home,
  written: Parameters<typeof warningsOfNew>[0] & Parameters<typeof tablesLeftOut>[2],
): Promise<string[]> {
  const running = home.now.jackpots.get(home.id);
  if (running) return tablesLeftOut(home, running, written);
  return warningsOfNew(written, await jackpotsRunning(live));
}

/** The configurations in force, without those of jackpots that have ended. */
export async function jackpotsRunning(live: LiveLedger): Promise<Configuration[]> {
  const all = await Home.all(live);
  return all.filter(({ jackpot }) => !jackpot.retired).map(({ jackpot }) => jackpot.configuration);
}

type Adjusting = Moved & { readonly reason: string; readonly opening?: RunningAmount };

async function adjustingLooks(live: LiveLedger, home: Home, moved: Adjusting, own?: number) {
  // The other system's reading determines its size.
  if (moved.opening) {
    const ofOpening = openingLooks(home.jackpot, moved.opening, Date.now());
    return [...sizeLooks(home.jackpot, moved, { isKnown: true }), ...ofOpening];
  }
  return adjustmentLooks(live, home, moved, awardNamedIn(moved.reason, home.jackpot), own);
}

async function reversingLooks(
  live: LiveLedger,
  home: Home,
  { award }: AwardActData<'award.reversed'>,
  own: number | undefined,
): Promise<string[]> {
  const looks = [
    ...(await adjustedLooks(live, home, award)),
    ...newerLooks(home.jackpot, award),
    // Slips that the proposer saw are in the proposer's answer.
    ...slipLooks(home.jackpot, award, { since: own }),
  ];
  if (own !== undefined) return looks;
  const seats = home.jackpot.claims.get(award)?.seats.map(({ seat }) => seat) ?? [];
  if (seats.length < 2) return looks;
  const all = seats.toSorted((one, other) => one - other).join(', ');
  return [
    ...looks,
    `all of its seats are reversed, ${all}: grant the win again to each seat that won`,
  ];
}

/**
 * Warns of slips that the cashier may have paid, and not noted yet.
 * @param only the seat; default: all.
 * @param since offset after which they were made; default: any.
 */
function slipLooks(
  { claims }: Pick<Jackpot, 'claims'>,
  award: string,
  { only, since = -1 }: { readonly only?: number; readonly since?: number | undefined },
): string[] {
  return (claims.get(award)?.seats ?? [])
    .filter(({ state, verified }) => state === 'verified' && (verified ?? -1) > since)
    .filter(({ seat }) => only === undefined || seat === only)
    .map(
      ({ seat, slip }) =>
        `seat ${seat} has slip ${slip}: has the cashier paid it? Then note the payment instead (\`pay\`)`,
    );
}

/**
 * Warns of giving up a seat too early: a false win is given up at once, while a right one waits.
 */
function earlyLooks({ claims, configuration }: Jackpot, award: string): string[] {
  const claim = claims.get(award);
  const { unclaimedAfterHours: hours } = configuration;
  if (!claim || Date.now() - claim.recordedAtMs >= hours * 3_600_000) return [];
  return [
    `its player has ${hours} hours (unclaimedAfterHours), which are not over: expire only a seat that did not win`,
  ];
}

/** The facts that a person sees before an act. */
export type ShownAct = Pick<ActFacts, 'award'> & {
  /** Objections to it, as sentences, in addition to those on its award. */
  readonly looks: readonly string[];
};

/** Returns true if there is an objection that nobody has answered. */
export function hasDoubt({ award, looks }: ShownAct): boolean {
  if (looks.length > 0) return true;
  if (!award) return false;
  // The record itself has the reason for another amount.
  const left = award.doubts.filter(({ is }) => is !== 'other-amount');
  return award.sameSeats.length > 0 || left.length > 0;
}
