import type { Redis } from 'ioredis';
import { openForFrames, type ClusterNode, type RedisAddress } from './redis.js';

/** How many nodes a channel is asked of, one after the other, before the next turn is waited for. */
const nodesAsked = 4;

/** A connection and what it is for. */
interface Line {
  /** Null where there is but one address, or Sentinels tell it. */
  readonly node: ClusterNode | null;
  readonly redis: Redis;
}

/**
 * Hears the frames that commits publish, on a Cluster each from a node that has the partition.
 * The sharded subscribers of ioredis 6.0.0 are not used: one that has lost its connection stays
 * ended until the slots change, one that is asked before the slots are known throws out of a
 * callback, and `ping` goes to any node, so that its reply says nothing about the frames.
 */
export class FrameSubscriber {
  private readonly lines = new Map<string, Line>();
  /** The line that a channel was last subscribed on, or is said to belong to. */
  private readonly homes = new Map<string, string>();
  private readonly entries: readonly (ClusterNode | null)[];
  private listener: (frame: string) => void = () => undefined;
  private asked = 0;
  private hearing = 0;
  private closed = false;

  constructor(private readonly place: RedisAddress) {
    this.entries = place.clusterNodes.length > 0 ? place.clusterNodes : [null];
  }

  listen(listener: (frame: string) => void): void {
    this.listener = listener;
  }

  /**
   * Subscribes to the channels, also to those that it has: to do so again is harmless, finds the
   * new home of a slot, and the reply comes behind all frames that the node sent before it.
   * @returns how many of them cannot be heard now; the next call tries them again.
   */
  async subscribe(channels: readonly string[]): Promise<number> {
    this.hearing += 1;
    const heard = await Promise.all(channels.map((channel) => this.subscribeOne(channel)));
    this.hearing -= 1;
    if (this.hearing === 0) this.closeUnused();
    return heard.filter((isHeard) => !isHeard).length;
  }

  close(): void {
    this.closed = true;
    for (const { redis } of this.lines.values()) redis.disconnect();
    this.lines.clear();
  }

  /** Asks the channel's home first, then the node that a MOVED names, or any other. */
  private async subscribeOne(channel: string): Promise<boolean> {
    let line = this.lines.get(this.homes.get(channel) ?? '') ?? this.otherNode(null);
    for (let asked = 0; asked < nodesAsked && !this.closed; asked += 1) {
      try {
        await line.redis.ssubscribe(channel);
        this.homes.set(channel, nameOf(line.node));
        return true;
      } catch (error) {
        const node = movedTo(error as Error, line.node);
        if (node) this.homes.set(channel, nameOf(node));
        if (this.closed) return false;
        line = node ? this.lineTo(node) : this.otherNode(line.node);
      }
    }
    return false;
  }

  /** A node that may know where a channel is; each time another one. */
  private otherNode(than: ClusterNode | null): Line {
    const others = this.entries.filter((entry) => nameOf(entry) !== nameOf(than));
    const from = others.length > 0 ? others : this.entries;
    this.asked += 1;
    return this.lineTo(from[this.asked % from.length] ?? null);
  }

  private lineTo(node: ClusterNode | null): Line {
    const name = nameOf(node);
    const known = this.lines.get(name);
    if (known) return known;
    const redis = openForFrames(this.place, node);
    redis.on('smessage', (_channel: string, frame: string) => this.listener(frame));
    // After a reconnect at once, since every frame until then is lost.
    redis.on('ready', () => {
      const own = [...this.homes].filter(([, home]) => home === name);
      for (const [channel] of own) void this.subscribeOne(channel);
    });
    const line = { node, redis };
    this.lines.set(name, line);
    return line;
  }

  /** A node that was only asked the way, or has lost its slots, is left. */
  private closeUnused(): void {
    const used = new Set(this.homes.values());
    for (const [name, { redis }] of this.lines) {
      if (used.has(name)) continue;
      redis.disconnect();
      this.lines.delete(name);
    }
  }
}

/** The node that a MOVED answer names; without a host it is that of the node that answered. */
function movedTo({ message }: Error, answering: ClusterNode | null): ClusterNode | null {
  const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(message) ?? [];
  if (host === undefined || port === undefined || answering === null) return null;
  return { host: host || answering.host, port: Number(port) };
}

function nameOf(node: ClusterNode | null): string {
  return node === null ? 'redis' : `${node.host}:${node.port}`;
}
