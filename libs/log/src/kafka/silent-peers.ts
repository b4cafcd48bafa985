import type { Socket } from 'node:net';

/** Time for which a silent broker is listed: one that leads nothing is not asked again. */
const rememberedMs = 60_000;
/** Connections given up within this time count as one silence. */
const sameSilenceMs = 5_000;
/** Time for which new connections to a silent broker have less time for their first answer. */
const mistrustedMs = 10_000;

/** A broker that left a request unanswered, and has answered nothing since. */
export interface SilentPeer {
  /** Its `host:port`. */
  readonly peer: string;
  /** The last request that it left unanswered, such as `Produce`. */
  readonly request: string;
  /** Time at which the first of them was sent, ms. */
  readonly sinceMs: number;
  /** Time at which the last of them was given up, ms. */
  readonly atMs: number;
}

/**
 * The connections of this process to brokers, and those given up because a request had no answer in
 * time. No error is ever reported on such a connection: a firewall has forgotten it, or the broker
 * has lost its power. Its times are on the clock of `performance.now()`.
 */
class SilentPeers {
  /** Time of the last data on each open connection, ms. */
  private readonly open = new Map<Socket, { readonly peer: string; atMs: number }>();
  private readonly silent = new Map<string, SilentPeer>();
  private readonly counts = new Map<string, number>();

  watch(peer: string, socket: Socket): void {
    const own = { peer, atMs: performance.now() };
    this.open.set(socket, own);
    socket.on('data', () => (own.atMs = performance.now()));
    socket.once('close', () => this.open.delete(socket));
  }

  /** Time of the last data on a connection, ms; -Infinity for a closed one. */
  heardAtMs(socket: Socket): number {
    return this.open.get(socket)?.atMs ?? -Infinity;
  }

  /**
   * Handles a request without an answer: ends all connections to the peer that have brought nothing
   * since it was sent. Without this each client would wait for as long, one after the other.
   * @returns true for a new silence, false for the last one.
   */
  giveUp(peer: string, request: string, sinceMs: number, nowMs = performance.now()): boolean {
    for (const [socket, { peer: own, atMs }] of this.open) {
      if (own === peer && atMs <= sinceMs) socket.destroy(new Error(`${request} has no answer`));
    }
    const known = this.silent.get(peer);
    const first = known?.sinceMs ?? sinceMs;
    this.silent.set(peer, { peer, request, sinceMs: first, atMs: nowMs });
    if (known && nowMs - known.atMs < sameSilenceMs) return false;
    this.counts.set(peer, (this.counts.get(peer) ?? 0) + 1);
    return true;
  }

  isMistrusted(peer: string, nowMs = performance.now()): boolean {
    if (this.silent.size === 0) return false;
    return nowMs - (this.silent.get(peer)?.atMs ?? -Infinity) < mistrustedMs;
  }

  answered(peer: string): void {
    if (this.silent.size > 0) this.silent.delete(peer);
  }

  /** Brokers that have answered nothing since, and were asked within the last minute. */
  list(nowMs = performance.now()): SilentPeer[] {
    for (const { peer, atMs } of this.silent.values()) {
      if (nowMs - atMs > rememberedMs) this.silent.delete(peer);
    }
    return [...this.silent.values()];
  }

  /** Number of silences of each broker since the start of the process. */
  counted(): ReadonlyMap<string, number> {
    return this.counts;
  }
}

export const silentPeers = new SilentPeers();

/** The message of a line of kafkajs' logger that becomes `peer-silent`. */
export const gaveUpMessage = 'a connection was given up, because a request had no answer';
