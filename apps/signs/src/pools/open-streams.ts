import type { FrameSender } from './frame-sender.js';

/** All pulses at once would delay, with thousands of streams, a value that comes meanwhile. */
export const pulseShares = 10;

/** The open streams. */
export class OpenStreams {
  private readonly senders = new Set<FrameSender>();
  private readonly shares = Array.from({ length: pulseShares }, () => new Set<FrameSender>());
  private added = 0;
  private pulsed = 0;

  add(sender: FrameSender): void {
    this.senders.add(sender);
    this.shares[this.added % pulseShares]?.add(sender);
    this.added += 1;
  }

  delete(sender: FrameSender): void {
    this.senders.delete(sender);
    for (const share of this.shares) share.delete(sender);
  }

  /** Tells every sign the age of its values. */
  pulse(): void {
    for (const sender of this.senders) sender.pulse();
  }

  /** Tells it the next share of the signs. */
  pulseShare(): void {
    const share = this.shares[this.pulsed % pulseShares] as Set<FrameSender>;
    this.pulsed += 1;
    for (const sender of share) sender.pulse();
  }

  /** Ends every stream; signs reconnect by themselves. */
  end(): void {
    for (const sender of this.senders) sender.end();
  }

  /** Counts the streams that show each of these jackpots; other requested names get no series. */
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

  /** Counts the streams in which a value of each of these jackpots waits too long. */
  countLate(jackpots: Iterable<string>): Map<string, number> {
    const counts = new Map([...jackpots].map((id) => [id, 0]));
    const nowMs = performance.now();
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
