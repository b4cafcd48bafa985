import { defaultPartitions, homePartition } from '#contract';
import type { LogProducer, OutgoingMessage } from '#log';
import { Table } from '../support/table.js';
import { usualMembers } from './recording.js';

/** A bet that was sent: when, its place in the log, and when the brokers acknowledged it. */
export interface SentBet {
  readonly partition: number;
  readonly sentAt: number;
  offset: number;
  acknowledgedAt: number;
}

type IsOver = (passedMs: number) => boolean;

const tablesOfJackpot = 20;
const seats = 7;

/**
 * Sends events at a fixed rate, each when it is due, even if earlier ones are not yet acknowledged,
 * as independent tables do. Seven of eight are bets; the eighth settles their round.
 */
export class Pacer {
  readonly bets: SentBet[] = [];
  /** Events sent in all runs. */
  sentEvents = 0;
  private readonly tables: { table: Table; partition: number; step: number }[];
  private next = 0;

  constructor(
    private readonly producer: LogProducer,
    prefix: string,
    jackpots: readonly string[],
  ) {
    this.tables = Array.from({ length: tablesOfJackpot }, (_, index) => index).flatMap((index) =>
      jackpots.map((id, place) => ({
        table: new Table(prefix, id, `T${index}`, usualMembers(0)),
        partition: homePartition(id, defaultPartitions),
        // The tables must not all settle together: a short round would have no bet then.
        step: (index + place) % seats,
      })),
    );
  }

  /** Resolves when all are acknowledged. Bets of the first `warmUpMs` are not kept. */
  async run(perSecond: number, isOver: IsOver, warmUpMs: number): Promise<void> {
    const begunAt = performance.now();
    const pending = new Set<Promise<void>>();
    let failure: unknown;
    for (let sent = 0; ;) {
      const passedMs = performance.now() - begunAt;
      if (isOver(passedMs) || failure) break;
      const due = Math.floor((passedMs / 1000) * perSecond) - sent;
      if (due > 0) {
        const sending = this.send(due, passedMs >= warmUpMs)
          .catch((error: unknown) => void (failure = error))
          .finally(() => pending.delete(sending));
        pending.add(sending);
        sent += due;
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await Promise.all(pending);
    if (failure) throw failure;
  }

  /** Sends the next events, up to twelve, each to another partition, and waits for the brokers. */
  async send(count: number, isKept: boolean): Promise<void> {
    const messages: OutgoingMessage[] = [];
    const bets: (SentBet | null)[] = [];
    const sentAt = performance.now();
    this.sentEvents += count;
    for (let index = 0; index < count; index += 1) {
      const { message, partition, isBet } = this.nextEvent();
      messages.push({ ...message, partition });
      bets.push({ partition, sentAt, offset: isBet ? 0 : -1, acknowledgedAt: 0 });
    }
    const bases = await this.producer.send(messages);
    const acknowledgedAt = performance.now();
    const offsets = new Map(bases.map(({ partition, baseOffset }) => [partition, baseOffset]));
    for (const bet of bets) {
      if (!bet) continue;
      const offset = offsets.get(bet.partition) as number;
      offsets.set(bet.partition, offset + 1);
      if (bet.offset === -1 || !isKept) continue;
      Object.assign(bet, { offset, acknowledgedAt });
      this.bets.push(bet);
    }
  }

  private nextEvent(): { message: OutgoingMessage; partition: number; isBet: boolean } {
    const entry = this.tables[this.next % this.tables.length] as (typeof this.tables)[number];
    this.next += 1;
    const { table, partition, step } = entry;
    entry.step += 1;
    const round = String(Math.floor(step / (seats + 1)) + 1);
    const seat = (step % (seats + 1)) + 1;
    const isBet = seat <= seats;
    return { message: isBet ? table.bet(round, seat) : table.settle(round), partition, isBet };
  }
}
