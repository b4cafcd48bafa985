import type { Arrivals, TableRecord } from './arrivals.js';
import { CannotDo, DriverAbsent, type DriverDoor } from './door.js';
import type { House } from './house.js';
import { sentenceOf, type DeclaredWin, type Happening, type LookAt } from './instructions.js';
import type { Place, ReadCards, Settings, Shown } from './instructions.js';
import type { Line } from './line.js';

/** The controller does not do what the clause asks. The sentence says what came instead. */
export class CaseFailed extends Error {}

export interface PlayLimits {
  /** The longest delay of the display or of an event. */
  readonly seenMs: number;
  /** The interval between the dealer's looks. */
  readonly lookMs: number;
}

/** The environment of a case. */
interface Ground {
  readonly name: string;
  readonly house: House;
  readonly door: DriverDoor;
  readonly line: Line;
  readonly arrivals: Arrivals;
  readonly limits: PlayLimits;
  readonly settings: Settings;
}

interface LaidChip {
  readonly stake?: number;
  readonly baseBets?: readonly ('ante' | 'pair-plus')[];
}

const usualChip = { stake: 5_000, baseBets: ['ante'] } as const;

/** @param bet as `bet.placed` has it, or should have it */
function betText(bet: Readonly<Record<string, unknown>>): string {
  const { seat, stake, baseBets } = bet;
  const bases = Array.isArray(baseBets) ? [...(baseBets as string[])].sort() : baseBets;
  return `seat ${String(seat)}: ${String(stake)}, ${String(bases)}`;
}

/** One case in progress: what happens at the table, and its results. */
export class Play {
  /** The tasks and the answers, for the report. */
  readonly trace: string[] = [];
  readonly line: Line;
  readonly house: House;
  /** Refusals that the case provokes; any other fails it. */
  readonly mayBeRefused = new Set<string>();
  /** Whether the table's counter may skip to a higher number. */
  mayJump = false;
  /** The ledger must have these bets and no others. */
  private readonly bets: string[] = [];
  /** The running round, if it has a bet. */
  private running: string | undefined;
  /** Events that the case waited for, and that came. */
  private readonly found = new Set<TableRecord>();

  constructor(private readonly ground: Ground) {
    this.line = ground.line;
    this.house = ground.house;
  }

  get settings(): Settings {
    return this.ground.settings;
  }

  get records(): readonly TableRecord[] {
    return this.ground.arrivals.records;
  }

  /** Switches the controller on, and waits until it takes bets. */
  async ready(own: Partial<Settings> = {}): Promise<void> {
    await this.start(own);
    await this.sees('lamp', null, 'on');
    await this.sees('call', null, 'no');
  }

  async start(own: Partial<Settings> = {}): Promise<void> {
    await this.do({ do: 'start', settings: { ...this.ground.settings, ...own } });
  }

  /** Kills the controller, and starts it again on its disk. */
  async restart(own: Partial<Settings> = {}): Promise<void> {
    await this.do({ do: 'cut-power' });
    await this.ready({ disk: 'kept', ...own });
  }

  /** Switches the controller off, at the end of every case. */
  async off(): Promise<void> {
    const { door, name } = this.ground;
    await door.ask(name, { do: 'cut-power' }).catch((error: unknown) => {
      if (!(error instanceof CannotDo)) throw error;
    });
  }

  /** Gives the driver a task. */
  async do(happening: Happening): Promise<Shown | null> {
    if (happening.do !== 'look') this.note(sentenceOf(happening));
    return this.ground.door.ask(this.ground.name, happening);
  }

  /** Lays a chip, without waiting for the result. */
  async lay(seat: number, own: LaidChip = {}) {
    await this.do({ do: 'bet', seat, ...usualChip, ...own });
  }

  /**
   * Lays a chip, and waits until the bet is taken. Lays it again if the controller has just missed
   * the ledger's messages, as on a stalled machine.
   * @returns the round's id
   */
  async takes(seat: number, own: LaidChip = {}): Promise<string> {
    const deadline = performance.now() + this.ground.limits.seenMs;
    for (;;) {
      await this.sees('lamp', null, 'on');
      const before = this.records.length;
      await this.lay(seat, own);
      const shown = await this.settled(seat);
      if (shown === 'taken') {
        this.counts(seat, own);
        const { data } = await this.applied('bet.placed', { seat });
        this.running = String(data.round);
        return this.running;
      }
      await this.ground.arrivals.look();
      const isSent = this.records.slice(before).some(({ type }) => type === 'bet.placed');
      if (isSent || performance.now() > deadline) {
        throw new CaseFailed(`The bet of seat ${seat} is not taken: the display says ${shown}.`);
      }
    }
  }

  /** Lays chips one after the other, without waiting; each must become a bet. */
  async takesAtOnce(seats: readonly number[]): Promise<void> {
    for (const seat of seats) await this.lay(seat);
    const back: number[] = [];
    for (const seat of seats) {
      if ((await this.settled(seat)) === 'taken') this.counts(seat);
      else back.push(seat);
    }
    this.line.mend();
    // A controller that has just missed the ledger's messages gives them back.
    for (const seat of back) await this.takes(seat);
  }

  /** Plays a round with a bet of one seat, which does not win. @returns its id */
  async round(seat: number): Promise<string> {
    const id = await this.takes(seat);
    await this.deals([seat]);
    await this.settles();
    return id;
  }

  /** Lays a chip that the controller itself or the ledger must give back, or asks about. */
  async givesBack(seat: number, own: LaidChip = {}, orElse: 'ask'[] = []): Promise<void> {
    await this.lay(seat, own);
    await this.sees('bet', seat, 'give-back', ...orElse);
  }

  /** Expects the ledger to have this bet. */
  counts(seat: number, own: LaidChip = {}): void {
    this.bets.push(betText({ seat, ...usualChip, ...own }));
  }

  async deals(seats: readonly number[]): Promise<TableRecord> {
    await this.do({ do: 'deal', seats });
    return this.applied('round.dealt', this.ofRound);
  }

  async declares(wins: readonly DeclaredWin[], cards: ReadCards | null = null): Promise<void> {
    await this.do({ do: 'result', wins, cards });
  }

  async settles(wins: readonly DeclaredWin[] = [], cards: ReadCards | null = null) {
    await this.declares(wins, cards);
    const record = await this.applied('round.settled', this.ofRound);
    this.running = undefined;
    const [came, want] = [record.data['wins'], wins].map((each) => winsText(each));
    this.expect(came === want, `wins must be those declared, ${want}`, record);
    await this.sees('result', null, 'taken');
    return record;
  }

  async voids(reason: string): Promise<TableRecord> {
    await this.do({ do: 'void', reason });
    const record = await this.applied('round.voided', this.ofRound);
    this.running = undefined;
    this.expect(record.data['reason'] === reason, `The reason is ${reason}`, record);
    await this.sees('result', null, 'taken');
    return record;
  }

  private get ofRound(): Readonly<Record<string, unknown>> {
    return this.running === undefined ? {} : { round: this.running };
  }

  /** Waits until the display shows one of these words. */
  async sees<At extends Place>(at: At, seat: number | null, ...words: Shown<At>[]): Promise<void> {
    const look = { do: 'look', at, seat } as const;
    await this.waits(look, (shown) => words.includes(shown as Shown<At>), words.join(' or '));
  }

  /** Waits until the display says that the table pays this prize to the seat; minor units. */
  async seesPrize(seat: number, amount: number): Promise<void> {
    const [right, hundredfold] = [amount, amount * 100].map((each) => (each / 100).toFixed(2));
    const amounts = [right, hundredfold] as [`${number}`, `${number}`];
    await this.sees('claim', seat, 'pay');
    const look = { do: 'look', at: 'prize', seat, amounts } as const;
    await this.waits(look, (shown) => shown === right, amounts[0]);
  }

  /**
   * Waits until the table takes no bets. Sums the pauses between looks instead of the clock, so
   * that a stalled machine fails no controller.
   */
  async seesClosed(withinMs: number): Promise<void> {
    const { lookMs } = this.ground.limits;
    for (let passedMs = 0; passedMs < withinMs; passedMs += lookMs) {
      if ((await this.do({ do: 'look', at: 'lamp', seat: null })) === 'off') return;
      await this.pause();
    }
    throw new CaseFailed(`No bets may be taken after ${withinMs / 1_000} s; they are.`);
  }

  /** Lays a chip until its bet is sent: the controller may have missed the ledger's messages. */
  async sends(seat: number): Promise<void> {
    const isIt = ({ type, data }: TableRecord): boolean =>
      type === 'bet.placed' && data.seat === seat;
    const deadline = performance.now() + this.ground.limits.seenMs;
    while (performance.now() < deadline) {
      await this.sees('lamp', null, 'on');
      await this.lay(seat);
      for (;;) {
        await this.read();
        if (this.records.some(isIt)) return;
        const shown = await this.do({ do: 'look', at: 'bet', seat });
        if (shown === 'give-back' || performance.now() > deadline) break;
        await this.pause();
      }
    }
    throw new CaseFailed(`The bet of seat ${seat} is not sent.`);
  }

  /**
   * Performs an action while the line holds events back, so that the ledger cannot have judged it:
   * meanwhile the display must not show this word.
   */
  async unjudged<At extends Place>(
    happens: () => Promise<unknown>,
    [at, seat, word]: readonly [at: At, seat: number | null, word: Shown<At>],
  ): Promise<void> {
    this.line.postFate = 'hold';
    await happens();
    await this.never(at, seat, word);
    this.line.mend();
  }

  /** Checks for a second that the display does not show this. */
  async never<At extends Place>(at: At, seat: number | null, word: Shown<At>): Promise<void> {
    for (let looks = 4; looks > 0; looks -= 1) {
      const shown = await this.do({ do: 'look', at, seat });
      const where = seat === null ? at : `${at} of seat ${seat}`;
      this.expect(shown !== word, `The display must not show ${where} ${word} here`);
      await this.pause(250);
    }
  }

  /** @returns the display's word for a chip when it no longer waits */
  settled(seat: number): Promise<Shown> {
    const isJudged = (shown: Shown): boolean => shown !== 'wait' && shown !== 'none';
    return this.waits({ do: 'look', at: 'bet', seat }, isJudged, 'judged');
  }

  /** Waits for the next event of this type that the ledger applies; finds each only once. */
  async applied(type: string, has: Readonly<Record<string, unknown>> = {}): Promise<TableRecord> {
    const { arrivals, limits } = this.ground;
    const isIt = (record: TableRecord): boolean =>
      record.type === type &&
      !this.found.has(record) &&
      Object.entries(has).every(([name, value]) => record.data[name] === value);
    const look = async (): Promise<TableRecord | undefined> => {
      await arrivals.look();
      for (const record of this.records.filter(isIt)) {
        const refusal = arrivals.refusalOf(record);
        if (refusal === undefined) return undefined;
        this.found.add(record);
        if (refusal === null) return record;
        if (this.mayBeRefused.has(refusal)) continue;
        throw new CaseFailed(`The ledger refuses ${type} as ${refusal}.`);
      }
      return undefined;
    };
    const of = Object.entries(has).map(([name, value]) => ` of ${name} ${String(value)}`);
    const what = `${type}${of.join(',')}`;
    return this.eventually(
      look,
      () => `The ledger has no ${what} after ${limits.seenMs / 1_000} s.`,
    );
  }

  /**
   * Looks again and again until there is a result.
   * @throws CaseFailed with this sentence, if there is none in time
   */
  async eventually<T>(
    look: () => Promise<T | undefined> | T | undefined,
    failure: () => string,
  ): Promise<T> {
    const deadline = performance.now() + this.ground.limits.seenMs;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (performance.now() > deadline) throw new CaseFailed(failure());
      await this.pause();
    }
  }

  /** @throws CaseFailed with what came, if it is not so */
  expect(isSo: boolean, what: string, came?: TableRecord): void {
    if (!isSo) throw new CaseFailed(came ? `${what}. It came: ${came.text}` : `${what}.`);
  }

  async pause(ms = this.ground.limits.lookMs): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, ms));
  }

  /** Reads what the log has by now. */
  async read(): Promise<void> {
    await this.ground.arrivals.look();
  }

  /** Waits until the log has an event that meets the condition, whatever the ledger made of it. */
  arrived(what: string, isIt: (record: TableRecord) => boolean): Promise<TableRecord> {
    const look = async (): Promise<TableRecord | undefined> => {
      await this.read();
      return this.records.find(isIt);
    };
    return this.eventually(look, () => `The log has no ${what}.`);
  }

  /** Checks the demands on every case, at its end. */
  async judge(): Promise<void> {
    const { arrivals, line, settings, limits } = this.ground;
    const deadline = performance.now() + limits.seenMs;
    for (;;) {
      await arrivals.look();
      if (arrivals.areAllJudged || performance.now() > deadline) break;
      await this.pause();
    }
    const [stranger] = arrivals.strangers;
    this.expect(stranger === undefined, `source must be ${settings.table}, was ${stranger}`);
    let before: bigint | undefined;
    for (const record of this.records) {
      const refusal = arrivals.refusalOf(record);
      const isMeant = refusal === null || this.mayBeRefused.has(refusal ?? '');
      this.expect(isMeant, `The ledger must not refuse it as ${refusal}`, record);
      const isNext = before === undefined || this.mayJump || record.sequence === before + 1n;
      this.expect(isNext, `sequence must be one more than ${before}`, record);
      before = record.sequence;
    }
    this.expect(line.mostAtOnce <= 1, `One request at a time, were ${line.mostAtOnce}`);
    const placed = this.records.filter(
      (record) => record.type === 'bet.placed' && arrivals.refusalOf(record) === null,
    );
    const have = placed.map(({ data }) => betText(data)).sort();
    const want = [...this.bets].sort();
    const what = `The ledger must have the bets [${want.join('; ')}], has [${have.join('; ')}]`;
    this.expect(have.join() === want.join(), what);
  }

  private note(what: string): void {
    this.trace.push(what);
  }

  private async waits(asked: LookAt, isIt: (shown: Shown) => boolean, wanted: string) {
    const { at, seat } = asked;
    const where = seat === null ? at : `${at} of seat ${seat}`;
    let before: Shown | undefined;
    const look = async (): Promise<Shown | undefined> => {
      const shown = await this.do(asked);
      if (shown === null) throw new DriverAbsent(`look at ${at} needs one of its words`);
      if (shown !== before) this.note(`shown: ${where} ${shown}`);
      before = shown;
      return isIt(shown) ? shown : undefined;
    };
    const after = `after ${this.ground.limits.seenMs / 1_000} s`;
    return this.eventually(
      look,
      () => `The display must show ${where} ${wanted}; ${after} it shows ${before}.`,
    );
  }
}

/** The wins as a text, in the order of the seats. */
function winsText(wins: unknown): string {
  const texts = (wins as readonly DeclaredWin[]).map(({ seat, hand }) => `seat ${seat} ${hand}`);
  return `[${texts.sort().join(', ')}]`;
}
