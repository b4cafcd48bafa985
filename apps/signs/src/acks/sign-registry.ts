import type { ExpectedSign } from './signs-file.js';

/** Limit of known signs that no file names; each costs about 200 bytes. */
const strangersKnown = 10_000;
const strangersForgottenAfterMs = 3_600_000;
/** A sign may acknowledge once a second for each jackpot, on average over this many seconds. */
const meanOfSeconds = 10;
/** Number of jackpots assumed for a sign that no file names. */
const jackpotsOfStranger = 4;

interface KnownSign {
  ackedAtMs: number;
  /** Number of acknowledgements that it may still send, and the time of that count. */
  room: number;
  roomAtMs: number;
  /** True if its last acknowledgement was above the ledger's value. */
  isAbove: boolean;
}

/** The expected signs, and those that have acknowledged something. */
export class SignRegistry {
  private readonly expected: ReadonlyMap<string, KnownSign>;
  /** Ordered: the sign that has been silent for longest is the first. */
  private readonly strangers = new Map<string, KnownSign>();

  /** @param nowMs a clock of durations */
  constructor(
    readonly signs: ReadonlyMap<string, ExpectedSign>,
    private readonly nowMs: () => number = () => performance.now(),
    readonly limit = strangersKnown,
  ) {
    this.expected = new Map([...signs.keys()].map((sign) => [sign, this.newlyKnown(sign)]));
  }

  isExpected(sign: string): boolean {
    return this.expected.has(sign);
  }

  /**
   * Returns whether an acknowledgement of this sign is taken: not from a stranger above the limit.
   */
  admits(sign: string): boolean {
    if (this.known(sign)) return true;
    const [oldest] = this.strangers;
    if (this.strangers.size < this.limit || !oldest) return true;
    const [name, { ackedAtMs }] = oldest;
    if (this.nowMs() - ackedAtMs < strangersForgottenAfterMs) return false;
    return this.strangers.delete(name);
  }

  /** Returns whether a sign acknowledges no more often than it paints; if so, counts this one. */
  keepsPace(sign: string): boolean {
    const known = this.known(sign);
    if (!known) return true;
    const nowMs = this.nowMs();
    const aSecond = this.jackpotsOf(sign);
    const grown = known.room + ((nowMs - known.roomAtMs) / 1_000) * aSecond;
    known.room = Math.min(grown, aSecond * meanOfSeconds);
    known.roomAtMs = nowMs;
    if (known.room < 1) return false;
    known.room -= 1;
    return true;
  }

  /** @returns whether the sign shows too much now and did not before. */
  acknowledged(sign: string, isAbove: boolean): boolean {
    const known = this.known(sign) ?? this.newlyKnown(sign);
    const hasTurned = isAbove && !known.isAbove;
    Object.assign(known, { ackedAtMs: this.nowMs(), isAbove });
    if (!this.expected.has(sign)) {
      // Deleted first, so that it moves to the end.
      this.strangers.delete(sign);
      this.strangers.set(sign, known);
    }
    return hasTurned;
  }

  /** For each expected sign: seconds since its last one, or since the gateway began. */
  *agesSeconds(): Iterable<readonly [sign: string, seconds: number]> {
    const nowMs = this.nowMs();
    for (const [sign, { ackedAtMs }] of this.expected) yield [sign, (nowMs - ackedAtMs) / 1_000];
  }

  /** Counts the expected signs by the jackpots that they show. */
  expectedByJackpot(): Map<string, number> {
    const jackpots = [...this.signs.values()].flatMap((sign) => sign.jackpots);
    const grouped = Map.groupBy(jackpots, (jackpot) => jackpot);
    return new Map([...grouped].map(([jackpot, each]) => [jackpot, each.length]));
  }

  private known(sign: string): KnownSign | undefined {
    return this.expected.get(sign) ?? this.strangers.get(sign);
  }

  private newlyKnown(sign: string): KnownSign {
    const nowMs = this.nowMs();
    const room = this.jackpotsOf(sign) * meanOfSeconds;
    return { ackedAtMs: nowMs, isAbove: false, room, roomAtMs: nowMs };
  }

  private jackpotsOf(sign: string): number {
    return this.signs.get(sign)?.jackpots.length ?? jackpotsOfStranger;
  }
}
