import type { Affected } from './award-words.js';
import type { Accounts, At, ModelEvent, Person } from './events.js';
import type { Witnessed } from './laws-acts.js';
import type { Violation } from './laws.js';
import type { Model, Signed } from './model.js';

/** Each other log takes as long to fold as the log itself. */
const MOST_OTHERS = 6;

/** A log without an award, next to the log that has it. */
interface Without {
  award: string;
  jackpot: string;
  model: Model;
}

/**
 * The law of reversal (contract 4.8): the accounts are those of the same log without the win, plus
 * the amounts in `affects`, to the micro-unit, unless `affects` says that nobody can know them. The
 * model folds that other log, and its accounts are compared with those of the implementation.
 */
export class ReversalLaw {
  private others: Without[] = [];
  /** The number of comparisons of accounts. */
  asked = 0;

  /**
   * @param before a copy of the jackpot before the record, if the record may make an award: it
   * becomes the other log
   * @param signed the jackpots' information about the signature; null if the record did not reach
   * them
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
      const model = before && signed ? without(before, event, at, signed) : null;
      if (model) this.others.push({ award: award.id, jackpot: subject, model });
      this.others = this.others.slice(-MOST_OTHERS);
      return [];
    }
    if (act?.type !== 'award.reversed') return [];
    const other = this.others.find((each) => each.award === award.id);
    this.others = this.others.filter((each) => each !== other);
    const more = sumOf(award.affects);
    if (!other || more === null) return [];
    this.asked += 1;
    const unwon = other.model.accounts(subject);
    const names = Object.keys(unwon) as (keyof Accounts)[];
    return names.flatMap((name) => {
      const due = unwon[name] + (more[name] ?? 0n);
      if (accounts[name] === due) return [];
      const found = `${name} is ${accounts[name]}, and ${due} by the log without ${award.id}`;
      return [`reversal: ${found} and affects (${event.id})`];
    });
  }

  /** contract 4.5: tells the other logs that other keys have come in force. */
  follow(inForce: readonly Person[]): void {
    for (const { model } of this.others) model.follow(inForce);
  }

  /**
   * Gives the record to the other logs too. Drops a log with a different answer, except for an act
   * on its award.
   */
  private goOn({ event, outcome, act }: Witnessed, at: At, signed: Signed): void {
    this.others = this.others.filter(({ award, jackpot, model }) => {
      if (jackpot !== event.subject) return true;
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

/** The sum of all amounts in `affects`; null if an amount cannot be known. */
function sumOf(affects: readonly Affected[]): Partial<Record<keyof Accounts, bigint>> | null {
  const sum = { pool: 0n, reserve: 0n, house: 0n };
  for (const { more } of affects) {
    if (more === null) return null;
    sum.pool += BigInt(more.pool);
    sum.reserve += BigInt(more.reserve);
    sum.house += BigInt(more.house);
  }
  return sum;
}
