import type { FrameSender } from './frame-sender.js';

/** The open streams. */
export class OpenStreams {
  private readonly senders = new Set<FrameSender>();

  add(sender: FrameSender): void {
    this.senders.add(sender);
  }

  delete(sender: FrameSender): void {
    this.senders.delete(sender);
  }

  /** Tells every sign how old its values are. */
  pulse(): void {
    for (const sender of this.senders) sender.pulse();
  }

  /** Ends every stream; signs come back by themselves. */
  end(): void {
    for (const sender of this.senders) sender.end();
  }

  /** How many show each of these jackpots; what else a client has asked for is no series. */
  count(jackpots: Iterable<string>): Map<string, number> {
    const counts = new Map([...jackpots].map((id) => [id, 0]));
    let all = 0;
    for (const { jackpots: shown } of this.senders) {
      if (shown) countUp(counts, shown);
      else all += 1;
    }
    for (const [id, count] of counts) counts.set(id, count + all);
    return counts;
  }

  /** For how many a value of each of these jackpots waits too long. */
  countLate(jackpots: Iterable<string>): Map<string, number> {
    const counts = new Map([...jackpots].map((id) => [id, 0]));
    const nowMs = Date.now();
    for (const sender of this.senders) countUp(counts, sender.late(nowMs));
    return counts;
  }
}

function countUp(counts: Map<string, number>, ids: Iterable<string>): void {
  for (const id of ids) {
    const count = counts.get(id);
    if (count !== undefined) counts.set(id, count + 1);
  }
}
