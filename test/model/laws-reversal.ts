import { minorUnit } from './configuration.js';
import type { Accounts, At, ModelEvent, Person } from './events.js';
import type { Witnessed } from './laws-acts.js';
import type { Violation } from './laws.js';
import type { Model, Signed } from './model.js';

/** Each other log takes as long to fold as the log itself. */
const MOST_OTHERS = 6;
const REFUNDING = ['bet.withdrawn', 'round.voided'];

/** A log without an award, beside the one that has it. */
interface Without {
  award: string;
  jackpot: string;
  model: Model;
}

/**
 * The law of reversal (contract 4.8): where nothing of `affects` fell between award and reversal,
 * the accounts are those of the same log without the win. The model folds that other log, and what
 * it has is compared with the accounts of the implementation.
 */
export class ReversalLaw {
  private others: Without[] = [];
  /** How often accounts were compared. */
  asked = 0;

  /**
   * @param before a copy of the jackpot as it was before the record, where the record may make an
   * award: it becomes the other log
   * @param signed what the jackpots have heard of the signature; null where it did not come as far
   * @param accounts of the implementation after the record
   */
  check(
    seen: Witnessed,
    before: Model | null,
    signed: Signed | null,
    accounts: Accounts,
  ): Violation[] {
    const { event, outcome, act, offset, nowMs } = seen;
    const { subject } = event;
    const at = { offset, timestampMs: nowMs };
    if (signed) this.goOn(seen, at, signed);
    const { award } = outcome;
    if (outcome.effect !== 'applied' || award === null) return [];
    if (award.offset === offset) {
      const isToCome = before && signed && isExact(before, subject, award.restart !== null);
      const model = isToCome ? without(before, event, at, signed) : null;
      if (model) this.others.push({ award: award.id, jackpot: subject, model });
      this.others = this.others.slice(-MOST_OTHERS);
      return [];
    }
    if (act?.type !== 'award.reversed') return [];
    const other = this.others.find((each) => each.award === award.id);
    this.others = this.others.filter((each) => each !== other);
    if (!other || award.affects.length > 0) return [];
    this.asked += 1;
    const due = other.model.accounts(subject);
    const names = Object.keys(due) as (keyof Accounts)[];
    return names.flatMap((name) => {
      if (accounts[name] === due[name]) return [];
      const found = `${name} is ${accounts[name]}, and ${due[name]} without ${award.id}`;
      return [`reversal: ${found} (${event.id})`];
    });
  }

  /** contract 4.5: other keys have come in force. */
  follow(inForce: readonly Person[]): void {
    for (const { model } of this.others) model.follow(inForce);
  }

  /** The other logs have the record too. One that answers otherwise is another log from here on. */
  private goOn({ event, outcome, act }: Witnessed, at: At, signed: Signed): void {
    this.others = this.others.filter(({ award, jackpot, model }) => {
      if (jackpot !== event.subject) return true;
      if (REFUNDING.includes(event.type) && hasCeiling(model, jackpot)) return false;
      const { effect } = model.apply(event, at, signed);
      const { act: meant = act } = event.data as { act?: Witnessed['act'] };
      const isAbout = meant?.data?.['award'] === award;
      return isAbout || effect === outcome.effect;
    });
  }
}

function without(model: Model, event: ModelEvent, at: At, signed: Signed): Model | null {
  if (event.type === 'award.granted') return model;
  if (event.type !== 'round.settled') return null;
  const { round } = event.data;
  model.apply({ ...event, data: { round, wins: [] } }, at, signed);
  return model;
}

/**
 * Can the inverse of an award be exact? Not where the pool was below the seed. Nor where it was
 * above the ceiling, which the reversal then keeps, and not where the restart has put another
 * configuration in force.
 */
function isExact(before: Model, subject: string, isRestart: boolean): boolean {
  const jackpot = before.look(subject);
  if (!jackpot || (isRestart && jackpot.pending !== null)) return false;
  const { accounts, configuration } = jackpot;
  const unit = minorUnit(configuration.currency);
  const { ceiling = null, seed } = configuration;
  const isAbove = ceiling !== null && accounts.pool > BigInt(ceiling) * unit;
  return accounts.pool >= BigInt(seed) * unit && !isAbove;
}

/** Under a ceiling the two logs divide a bet in other parts, and so refund it from others. */
function hasCeiling(model: Model, jackpot: string): boolean {
  return (model.look(jackpot)?.configuration.ceiling ?? null) !== null;
}
