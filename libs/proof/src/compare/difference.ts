import { exitCodes, formatMicros, UserError } from '#contract';
import type { ComparedKind } from '../outputs/message-id.js';

/** Where something stands that the log does not give: in Redis, or on a topic of this kind. */
type DifferencePlace = 'redis' | 'outbox' | 'journal' | 'log' | ComparedKind;

/** One thing that differs from what the log gives, as `verify --json` prints it. */
export interface Difference {
  readonly in: DifferencePlace;
  /** Of the events; null where what was found names none. */
  readonly partition: number | null;
  readonly jackpot: string | null;
  /** For people, without a full stop; amounts in major units. */
  readonly sentence: string;
  /** What is there, in micro-units; null where it is no amount or nothing is there. */
  readonly foundMicros: bigint | null;
  /** What the log gives, likewise. */
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

/** Micro-units for people; as such where no currency is known. */
export function moneyText(micros: bigint, currency: string | undefined): string {
  return currency === undefined ? `${micros} micro-units` : formatMicros(micros, currency);
}

/** How much more or less than the log's there is: `MOP 10.00 more`. */
export function moreOrLess(
  foundMicros: bigint,
  logMicros: bigint,
  currency: string | undefined,
  [more, less] = ['more', 'less'],
): string {
  const micros = foundMicros - logMicros;
  return `${moneyText(micros < 0n ? -micros : micros, currency)} ${micros < 0n ? less : more}`;
}

/** Differences that have a sentence at most; of more there is the number. */
const namedAtMost = 20;

const ledgerPlaces: readonly DifferencePlace[] = ['redis', 'outbox', 'journal', 'log'];

/** What the proof found to differ; its message has a line for each. */
export class DifferenceError extends UserError {
  /** @param differences the first ones, at least one; `count` is how many there are. */
  constructor(
    readonly differences: readonly Difference[],
    readonly count: number,
  ) {
    const isLedger = differences.some((each) => ledgerPlaces.includes(each.in));
    const heading = isLedger
      ? 'The ledger differs from the log.'
      : 'The ledger is what the log gives, and what was sent is not.';
    const lines = differences.map(({ sentence }) => `${sentence}.`);
    const left = count - differences.length;
    if (left > 0) lines.push(`There are ${left.toLocaleString('en')} more differences.`);
    super([heading, ...lines].join('\n'), exitCodes.differs);
  }
}

/** Collects what differs; keeps the first of them and the number of all. */
export class Differences {
  count = 0;
  private readonly ofLedger: Difference[] = [];
  private readonly ofMessages: Difference[] = [];

  /** The first ones, those of the ledger before all messages, whenever they were found. */
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
   * Adds a message that differs. Its sentence must be read first, which is not done for what is
   * only counted.
   */
  async addRead(read: () => Promise<Difference>): Promise<void> {
    if (this.ofMessages.length < namedAtMost) this.add(await read());
    else this.count += 1;
  }

  /** @throws DifferenceError where something differs. */
  assertNone(): void {
    if (this.count > 0) throw new DifferenceError(this.first, this.count);
  }
}
