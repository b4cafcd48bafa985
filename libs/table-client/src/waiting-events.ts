import type { GameEvent } from './game-events.js';
import type { ForTheDealer, JudgedEvent, Judgement, StreamMessage } from './messages.js';
import type { KeptEvent } from './table-file.js';

/** The number of events that the ledger knows by their contents: each of them can be sent again. */
const sentAtOnce = 16;
const refusalsRemembered = 256;

/** An event that waits for its judgement. */
interface WaitingEvent extends KeptEvent {
  readonly sinceMs: number;
  readonly judged: (judgement: Judgement) => void;
  /** Offset in the log; undefined while unknown. */
  offset: number | undefined;
  /** It may be in the log already: only the answer to this request gives its judgement. */
  mayBeRepeated: boolean;
}

/** The events of a table without a judgement, in order, with the known facts of each. */
export class WaitingEvents {
  private events: WaitingEvent[] = [];
  /** The stream reports records from here on, and has reported all of those before `heardTo`. */
  private heardFrom = Infinity;
  private heardTo = -1;
  private refusals = new Map<string, ForTheDealer>();

  /** @param forget takes the sequences of events that are judged; it does not throw. */
  constructor(private readonly forget: (sequences: readonly bigint[]) => void) {}

  get isEmpty(): boolean {
    return this.events.length === 0;
  }

  /** Time since which the oldest event waits; undefined if none waits. */
  get sinceMs(): number | undefined {
    return this.events[0]?.sinceMs;
  }

  add(event: KeptEvent, mayBeRepeated: boolean, judged: WaitingEvent['judged']): void {
    const sinceMs = performance.now();
    this.events.push({ ...event, sinceMs, judged, mayBeRepeated, offset: undefined });
  }

  /**
   * The events that can be sent now, in order. A signed event goes alone, because its header does.
   */
  due(): readonly WaitingEvent[] {
    const limit = (this.events[0]?.sequence ?? 0n) + BigInt(sentAtOnce);
    const due = this.events.filter(
      ({ offset, sequence }) => offset === undefined && sequence < limit,
    );
    const signed = due.findIndex(({ signature }) => signature !== undefined);
    return signed < 0 ? due : due.slice(0, Math.max(1, signed));
  }

  /** Notes that the log has an event; the stream gives its judgement. */
  placed(event: WaitingEvent, offset: number | undefined): void {
    if (offset === undefined || event.mayBeRepeated) event.mayBeRepeated = true;
    else event.offset = offset;
    this.judgeHeard();
  }

  judge(event: WaitingEvent, refused: ForTheDealer | null): void {
    this.end([[event, refused]]);
  }

  hear({ event, data }: StreamMessage): void {
    if (event === 'state') {
      this.askAgain(() => true);
      [this.heardFrom, this.heardTo] = [data.position, data.position];
      this.refusals.clear();
    } else if (event === 'refused' && data.offset !== null) {
      const { reason, do: act, chip, say } = data;
      const refusal = { reason, do: act, chip, say };
      if (this.refusals.size >= refusalsRemembered) {
        this.refusals.clear();
        this.heardFrom = this.heardTo;
      }
      this.refusals.set(`at ${data.offset}`, refusal);
      if (data.sequence !== null) this.refusals.set(data.sequence, refusal);
      this.heardTo = Math.max(this.heardTo, data.offset + 1);
    } else if (event === 'applied') {
      this.heardTo = Math.max(this.heardTo, data.position);
    } else return;
    this.judgeHeard();
  }

  private judgeHeard(): void {
    this.askAgain((offset) => offset < this.heardFrom);
    const heard = this.events.filter(({ offset = Infinity }) => offset < this.heardTo);
    this.end(
      heard.map((event) => {
        const { offset, sequence } = event;
        return [event, this.refusals.get(`at ${offset}`) ?? this.refusals.get(String(sequence))];
      }),
    );
  }

  private askAgain(isIt: (offset: number) => boolean): void {
    for (const event of this.events) {
      if (event.offset === undefined || !isIt(event.offset)) continue;
      event.offset = undefined;
      event.mayBeRepeated = true;
    }
  }

  private end(ended: readonly (readonly [WaitingEvent, ForTheDealer | null | undefined])[]): void {
    const isOver = new Set(ended.map(([event]) => event));
    const known = ended.filter(([event]) => this.events.includes(event));
    if (known.length === 0) return;
    this.events = this.events.filter((event) => !isOver.has(event));
    this.forget(known.map(([{ sequence }]) => sequence));
    for (const [{ sequence, text, judged }, refused] of known) {
      const own = judgedEvent(String(sequence), JSON.parse(text) as GameEvent);
      judged(refused ? { outcome: 'refused', ...own, ...refused } : { outcome: 'applied', ...own });
    }
  }
}

/** Names an event to the receiver of its judgement. */
export function judgedEvent(sequence: string | null, { type, data }: GameEvent): JudgedEvent {
  const { round = null, seat = null } = data as { round?: string; seat?: number };
  return { sequence, type, round, seat };
}
