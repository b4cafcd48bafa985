import type { Redis } from 'ioredis';
import { openForFrames, type ClusterNode, type RedisAddress } from './redis.js';

/** Most nodes to ask for a channel, one after the other, in one call. */
const nodesAsked = 4;

/** A connection to a node. */
interface NodeLine {
  /** Undefined without a Cluster. */
  readonly node: ClusterNode | undefined;
  readonly redis: Redis;
}

/**
 * Receives the frames that commits publish, in a Cluster from a node that has the partition.
 * ioredis 6.0.0's own sharded subscribers stay closed after a lost connection until the slots
 * change, throw out of a callback before the slots are known, and `ping` any node.
 */
export class FrameSubscriber {
  private readonly lines = new Map<string, NodeLine>();
  /** The line of each channel's last subscription, or the line that a MOVED named. */
  private readonly homes = new Map<string, string>();
  private readonly entries: readonly (ClusterNode | undefined)[];
  private listener: (frame: string) => void = () => undefined;
  private onGap: () => void = () => undefined;
  private nodesTried = 0;
  private callsRunning = 0;
  private isClosed = false;

  constructor(private readonly address: RedisAddress) {
    this.entries = address.clusterNodes.length > 0 ? address.clusterNodes : [undefined];
  }

  listen(listener: (frame: string) => void): void {
    this.listener = listener;
  }

  /** Calls `listener` if frames may have been lost because of a reconnect. */
  listenToGaps(listener: () => void): void {
    this.onGap = listener;
  }

  /**
   * Subscribes to the channels, including those already subscribed. A repeat is harmless, finds the
   * new home of a slot, and its reply comes after all frames that the node sent before.
   * @returns the number of failed subscriptions; the next call tries them again.
   */
  async subscribe(channels: readonly string[]): Promise<number> {
    this.callsRunning += 1;
    const results = await Promise.all(channels.map((channel) => this.subscribeOne(channel)));
    this.callsRunning -= 1;
    if (this.callsRunning === 0) this.closeUnused();
    return results.filter((isSubscribed) => !isSubscribed).length;
  }

  close(): void {
    this.isClosed = true;
    for (const { redis } of this.lines.values()) redis.disconnect();
    this.lines.clear();
  }

  /** Asks the channel's home first, then the node that a MOVED names, or any other. */
  private async subscribeOne(channel: string): Promise<boolean> {
    let line = this.lines.get(this.homes.get(channel) ?? '') ?? this.otherNode(undefined);
    for (let asked = 0; asked < nodesAsked && !this.isClosed; asked += 1) {
      try {
        await line.redis.ssubscribe(channel);
        this.homes.set(channel, nodeName(line.node));
        return true;
      } catch (error) {
        const node = movedTo(error as Error, line.node);
        if (node) this.homes.set(channel, nodeName(node));
        if (this.isClosed) return false;
        line = node ? this.lineTo(node) : this.otherNode(line.node);
      }
    }
    return false;
  }

  /** A node that may know the home of a channel, another one each time. */
  private otherNode(than: ClusterNode | undefined): NodeLine {
    const others = this.entries.filter((entry) => nodeName(entry) !== nodeName(than));
    const from = others.length > 0 ? others : this.entries;
    this.nodesTried += 1;
    return this.lineTo(from[this.nodesTried % from.length]);
  }

  private lineTo(node: ClusterNode | undefined): NodeLine {
    const name = nodeName(node);
    const known = this.lines.get(name);
    if (known) return known;
    const redis = openForFrames(this.address, node);
    redis.on('smessage', (_channel: string, frame: string) => this.listener(frame));
    // Reports the gap at once after a reconnect: every frame until then is lost.
    redis.on('ready', () => {
      this.onGap();
      const own = [...this.homes].filter(([, home]) => home === name);
      for (const [channel] of own) void this.subscribeOne(channel);
    });
    const line = { node, redis };
    this.lines.set(name, line);
    return line;
  }

  /** Closes connections to nodes that only redirected, or have lost their slots. */
  private closeUnused(): void {
    const used = new Set(this.homes.values());
    for (const [name, { redis }] of this.lines) {
      if (used.has(name)) continue;
      redis.disconnect();
      this.lines.delete(name);
    }
  }
}

/** The node in a MOVED answer; an empty host means the host of the answering node. */
function movedTo({ message }: Error, answering: ClusterNode | undefined): ClusterNode | undefined {
  const [, host, port] = /^MOVED \d+ (.*):(\d+)$/.exec(message) ?? [];
  if (host === undefined || port === undefined || !answering) return undefined;
  return { host: host || answering.host, port: Number(port) };
}

function nodeName(node: ClusterNode | undefined): string {
  return node === undefined ? 'redis' : `${node.host}:${node.port}`;
}
