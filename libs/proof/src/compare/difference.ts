import { exitCodes, formatMicros, UserError } from '#contract';
import type { ComparedKind } from '../outputs/message-id.js';

/** The place of something that the log does not give: Redis, or a topic of this kind. */
type DifferencePlace = 'redis' | 'outbox' | 'journal' | 'log' | ComparedKind;

/** One difference from the log, in the form that `verify --json` prints. */
export interface Difference {
  readonly in: DifferencePlace;
  /** Partition of the events; null if the finding does not name one. */
  readonly partition: number | null;
  readonly jackpot: string | null;
  /** For people, without a full stop; amounts in major units. */
  readonly sentence: string;
  /** The found value in micro-units; null if it is not an amount, or nothing was found. */
  readonly foundMicros: bigint | null;
  /** The log's value, likewise. */
  readonly logMicros: bigint | null;
}

/** A difference without an amount. */
export function plainDifference(
  place: DifferencePlace,
  partition: number | null,
  sentence: string,
  jackpot: string | null = null,
): Difference {
  return { in: place, partition, jackpot, sentence, foundMicros: null, logMicros: null };
}

/** Micro-units for people; the plain number if the currency is unknown. */
export function moneyText(micros: bigint, currency: string | undefined): string {
  return currency === undefined ? `${micros} micro-units` : formatMicros(micros, currency);
}

/** The difference from the log's amount: `MOP 10.00 more`. */
export function moreOrLess(
  foundMicros: bigint,
  logMicros: bigint,
  currency: string | undefined,
  [more, less] = ['more', 'less'],
): string {
  const micros = foundMicros - logMicros;
  return `${moneyText(micros < 0n ? -micros : micros, currency)} ${micros < 0n ? less : more}`;
}

/** Differences with a sentence, at most; the rest are only counted. */
const namedAtMost = 20;

const ledgerPlaces: readonly DifferencePlace[] = ['redis', 'outbox', 'journal', 'log'];

/** The differences that a proof has found; its message has a line for each. */
export class DifferenceError extends UserError {
  /** @param differences the first ones, at least one; `count` is the number of all. */
  constructor(
    readonly differences: readonly Difference[],
    readonly count: number,
  ) {
    const isLedger = differences.some((each) => ledgerPlaces.includes(each.in));
    const heading = isLedger
      ? 'The ledger differs from the log.'
      : 'The ledger agrees with the log, but the messages that were sent do not.';
    const lines = differences.map(({ sentence }) => `${sentence}.`);
    const left = count - differences.length;
    if (left > 0) lines.push(`There are ${left.toLocaleString('en')} more differences.`);
    super([heading, ...lines].join('\n'), exitCodes.differs);
  }
}

/** Collects differences; keeps the first of them and the number of all. */
export class Differences {
  count = 0;
  private readonly ofLedger: Difference[] = [];
  private readonly ofMessages: Difference[] = [];

  /** The first differences, those of the ledger before all messages, in any order of finding. */
  get first(): readonly Difference[] {
    return [...this.ofLedger, ...this.ofMessages].slice(0, namedAtMost);
  }

  add(...found: readonly Difference[]): void {
    this.count += found.length;
    for (const each of found) {
      const own = ledgerPlaces.includes(each.in) ? this.ofLedger : this.ofMessages;
      if (own.length < namedAtMost) own.push(each);
    }
  }

  /**
   * Adds a message that differs. Its sentence must be read first; one that is only counted is not
   * read.
   */
  async addRead(read: () => Promise<Difference>): Promise<void> {
    if (this.ofMessages.length < namedAtMost) this.add(await read());
    else this.count += 1;
  }

  /** @throws DifferenceError if something differs. */
  assertNone(): void {
    if (this.count > 0) throw new DifferenceError(this.first, this.count);
  }
}
