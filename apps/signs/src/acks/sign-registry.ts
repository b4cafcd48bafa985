import type { ExpectedSign } from './signs-file.js';

/** Of signs that no file names, so many can be known; each costs some 200 bytes. */
const strangersKnown = 10_000;
const strangersForgottenAfterMs = 3_600_000;
/** A sign may acknowledge once a second for each jackpot, in the mean of so many seconds. */
const meanOfSeconds = 10;
/** How many jackpots a sign is taken to show that no file names. */
const jackpotsOfStranger = 4;

interface KnownSign {
  ackedAtMs: number;
  /** How many acknowledgements more it may send now, and when that was so. */
  room: number;
  roomAtMs: number;
  /** Its last acknowledgement was of more than the ledger had. */
  isAbove: boolean;
}

/** The signs that there should be, and those that have acknowledged something. */
export class SignRegistry {
  private readonly expected: ReadonlyMap<string, KnownSign>;
  /** The one that has been silent for longest is the first. */
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

  /** Whether an acknowledgement of this sign is taken: not of one stranger too many. */
  admits(sign: string): boolean {
    if (this.known(sign)) return true;
    const [oldest] = this.strangers;
    if (this.strangers.size < this.limit || !oldest) return true;
    const [name, { ackedAtMs }] = oldest;
    if (this.nowMs() - ackedAtMs < strangersForgottenAfterMs) return false;
    return this.strangers.delete(name);
  }

  /** Whether a sign acknowledges no more often than it paints; if so, this one counts. */
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

  /** Of each sign that there should be: how long ago its last one came, or the gateway began, s. */
  *agesSeconds(): Iterable<readonly [sign: string, seconds: number]> {
    const nowMs = this.nowMs();
    for (const [sign, { ackedAtMs }] of this.expected) yield [sign, (nowMs - ackedAtMs) / 1_000];
  }

  /** How many there should be, by the jackpots that they show. */
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
