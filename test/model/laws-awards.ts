import type { Award, SeatState, SeatStateOf } from './award-words.js';
import type { Accounts, RoundSettled } from './events.js';
import type { Believed, Witnessed } from './laws-acts.js';
import type { Violation } from './laws.js';

/** The states from which a command may lead to another state. */
const STEPS: Record<string, { from: SeatState[]; to: SeatState }> = {
  'award.verified': { from: ['locked'], to: 'verified' },
  'award.paid': { from: ['verified'], to: 'paid' },
  'award.expired': { from: ['locked', 'verified'], to: 'expired' },
  'award.reversed': { from: ['awarded', 'locked', 'verified'], to: 'reversed' },
};

type Found = (law: string, seen: string) => unknown;

interface Watched {
  /** The last message of each award, by id. */
  awards: Map<string, Award>;
  slips: number;
  accounts: Accounts | null;
}

/**
 * Laws for any implementation: the life of an award. They rely on the messages about each award and
 * on the acts that were carried out, and never ask for the calculation of an amount.
 */
export class AwardLaws {
  private readonly jackpots = new Map<string, Watched>();

  /**
   * @param jackpot the laws' view of it before the record; undefined if there was none
   * @param accounts after the record
   */
  check(seen: Witnessed, jackpot: Believed | undefined, accounts: Accounts): Violation[] {
    const { event, outcome, act } = seen;
    const broken: Violation[] = [];
    const found = (law: string, said: string) => broken.push(`${law}: ${said} (${event.id})`);
    const watched = this.jackpots.get(event.subject) ?? nothing();
    this.jackpots.set(event.subject, watched);
    const { award } = outcome;
    const isOnAward = act?.type.startsWith('award.') === true;
    if (isOnAward && award === null) found('said', `${act.type} is not said`);
    if (award) this.follow(watched, award, seen, found);
    if (award && jackpot) checkLock(award, seen, jackpot, found);
    if (act?.type === 'award.verified' && outcome.effect === 'applied') {
      if (!isEqual(watched.accounts, accounts)) found('verification', 'it has moved money');
    }
    watched.accounts = { ...accounts };
    return broken;
  }

  private follow(watched: Watched, award: Award, { act, offset }: Witnessed, found: Found): void {
    const before = watched.awards.get(award.id);
    watched.awards.set(award.id, award);
    if (award.offset === offset) {
      if (before) found('made-twice', award.id);
      if (award.states.some(({ slip }) => slip !== null)) found('slips', 'a slip at once');
      return;
    }
    if (!before) return void found('unknown-award', award.id);
    const step = STEPS[act?.type ?? ''];
    if (!step) return void found('steps', `${award.id} was changed by ${act?.type}`);
    if (isEqual(before.payouts, award.payouts) === false) found('payouts', 'they have changed');
    const given: number[] = [];
    for (const state of award.states) {
      const was = before.states.find(({ seat }) => seat === state.seat);
      if (!was) found('steps', `seat ${state.seat} has come to ${award.id}`);
      else checkStep(was, state, step, given, found);
    }
    given.sort((one, other) => one - other);
    for (const slip of given) {
      watched.slips += 1;
      if (slip !== watched.slips) found('slips', `${slip} after ${watched.slips - 1}`);
    }
  }
}

/** @param given receives the slip number of a seat */
function checkStep(
  was: SeatStateOf,
  is: SeatStateOf,
  { from, to }: { from: SeatState[]; to: SeatState },
  given: number[],
  found: Found,
): void {
  const isMoved = was.state !== is.state;
  if (isMoved && was.state === 'paid') found('paid-twice', `seat ${is.seat} was paid`);
  if (isMoved && (!from.includes(was.state) || is.state !== to)) {
    found('steps', `seat ${is.seat} was ${was.state} and is ${is.state}`);
  }
  if (!isMoved && to === 'reversed') found('steps', `seat ${is.seat} stays ${is.state}`);
  if (is.slip === was.slip) {
    if (isMoved && to === 'verified') found('slips', `seat ${is.seat} has got none`);
    return;
  }
  if (was.slip !== null || is.slip === null || to !== 'verified') {
    found('slips', `seat ${is.seat} had ${was.slip} and has ${is.slip}`);
  } else given.push(is.slip);
}

/** contract 4.8: when an award is locked, judged by its message alone. */
function checkLock(
  award: Award,
  { event, offset }: Witnessed,
  { configuration }: Believed,
  found: Found,
): void {
  if (award.offset !== offset) return;
  const { verifyAbove = null, verifyAboveWithCards, tables } = configuration;
  const { hands = [] } = event.data as unknown as RoundSettled;
  const isSigned = (tables ?? []).some(({ id, kid }) => id === event.source && kid !== undefined);
  const isByTable = event.type === 'round.settled';
  const hasCards = isByTable && isSigned && hands.length > 0;
  const least = hasCards ? (verifyAboveWithCards ?? verifyAbove) : verifyAbove;
  const sum = award.payouts.reduce((all, { amount }) => all + amount, 0);
  const due = !isByTable || (least !== null && sum >= least) ? 'locked' : 'awarded';
  if (award.states.some(({ state }) => state !== due)) {
    found('lock', `${sum} is not ${due} although ${least} must be verified`);
  }
}

function nothing(): Watched {
  return { awards: new Map(), slips: 0, accounts: null };
}

function isEqual(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
  return text(one) === text(other);
}
