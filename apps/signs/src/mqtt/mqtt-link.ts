import type { ServiceLog } from '#contract';
import mqtt, { type IClientPublishOptions, type MqttClient } from 'mqtt';

const reconnectEveryMs = 1_000;
const connectLimitMs = 5_000;
/** A broker without a message for 1.5 times this long reports the gateway as offline. */
const keepAliveSeconds = 5;
/** A shorter wait gets no line in the log. */
const worthALineMs = 1_000;
const goodbyeLimitMs = 500;
/** Retained messages of a gateway that is gone expire after a day. */
const presenceSeconds = 86_400;
/** Longest time for which a refusal counts: the next hit may come hours later. */
const refusalCountsMs = 10 * 60_000;
/** A broker may allow fewer messages under way; it says so at connection. */
const underWayMost = 100;

export interface MqttAddress {
  readonly url: string;
  /** Retained topic with the state of the link: `online`, `offline`. */
  readonly presenceTopic: string;
  readonly clientId: string;
}

/** A connection to an MQTT 5 broker that reconnects by itself. */
export class MqttLink {
  private readonly client: MqttClient;
  private underWay = 0;
  private room = underWayMost;
  private waitsSinceMs: number | undefined = performance.now();
  private isLogged = false;
  /** Time of the last refusal, by topic: a broker may accept some topics and refuse others. */
  private readonly refusals = new Map<string, number>();
  private isClosing = false;
  private why = 'no answer';
  private lineTimer: NodeJS.Timeout | undefined;

  /** @param onRoom called when there is room for a message again */
  constructor(
    private readonly address: MqttAddress,
    private readonly log: Pick<ServiceLog, 'info' | 'warn'>,
    private readonly onRoom: () => void,
  ) {
    this.logLater();
    this.client = mqtt.connect(address.url, {
      protocolVersion: 5,
      clientId: address.clientId,
      keepalive: keepAliveSeconds,
      reconnectPeriod: reconnectEveryMs,
      connectTimeout: connectLimitMs,
      reconnectOnConnackError: true,
      will: { topic: address.presenceTopic, payload: Buffer.from('offline'), ...presence },
    });
    this.client.on('connect', ({ properties }) => {
      this.room = Math.min(properties?.receiveMaximum ?? underWayMost, underWayMost);
      this.connected();
    });
    this.client.on('error', ({ message }) => (this.why = message));
    this.client.on('close', () => {
      if (!this.isClosing) this.waits();
    });
    // It subscribes to nothing, so any message to it is an attempt to fill its memory.
    this.client.on('packetreceive', ({ cmd }) => void (cmd === 'publish' && this.drop()));
  }

  isConnected(): boolean {
    return this.client.connected;
  }

  /** Returns whether the broker is connected, and accepts messages. */
  isTaking(): boolean {
    return this.client.connected && this.waitsSinceMs === undefined;
  }

  hasRoom(): boolean {
    return this.client.connected && this.underWay < this.room;
  }

  /**
   * Publishes a message. The client sends again after reconnection what a broken connection lost.
   */
  publish(topic: string, text: string, options: IClientPublishOptions, sent: () => void): void {
    this.underWay += 1;
    this.client.publish(topic, text, options, (error) => {
      this.underWay -= 1;
      if (error) this.refused(topic, error);
      else {
        this.refusals.delete(topic);
        this.taken();
        sent();
      }
      this.onRoom();
    });
  }

  /** Breaks a connection that accepts nothing; the client reconnects. */
  drop(): void {
    if (this.client.connected) this.client.stream.destroy();
  }

  async close(): Promise<void> {
    clearTimeout(this.lineTimer);
    this.isClosing = true;
    if (this.client.connected) {
      const limit = new Promise((resolve) => setTimeout(resolve, goodbyeLimitMs).unref());
      const { presenceTopic } = this.address;
      const goodbye = this.client.publishAsync(presenceTopic, 'offline', presence);
      // A broker may refuse it too, and the last will says the same.
      await Promise.race([goodbye.catch(() => undefined), limit]);
    }
    await this.client.endAsync(true);
  }

  private connected(): void {
    const { presenceTopic } = this.address;
    this.client.publish(presenceTopic, 'online', presence, (error) => {
      if (error) this.refused(presenceTopic, error);
      else this.refusals.delete(presenceTopic);
    });
    this.taken();
    this.onRoom();
  }

  /** The broker is back once it accepts all that it has refused. */
  private taken(): void {
    if (this.waitsSinceMs === undefined) return;
    const nowMs = performance.now();
    if ([...this.refusals.values()].some((atMs) => nowMs - atMs < refusalCountsMs)) return;
    clearTimeout(this.lineTimer);
    const waitedMs = Math.round(performance.now() - this.waitsSinceMs);
    this.waitsSinceMs = undefined;
    if (this.isLogged) this.log.info({ event: 'mqtt-back', waitedMs }, 'the MQTT broker is back');
    this.isLogged = false;
  }

  /**
   * The broker has answered that it does not accept a message, for example if an ACL lacks its
   * topic.
   */
  private refused(topic: string, { message }: Error): void {
    this.why = `${topic}: ${message}`;
    this.refusals.set(topic, performance.now());
    if (!this.isClosing) this.waits();
  }

  private waits(): void {
    if (this.waitsSinceMs === undefined) this.logLater();
    this.waitsSinceMs ??= performance.now();
  }

  private logLater(): void {
    this.lineTimer = setTimeout(() => {
      this.isLogged = true;
      const fields = { event: 'mqtt-waits', error: this.why } as const;
      this.log.warn(fields, 'the MQTT broker cannot be used');
    }, worthALineMs);
  }
}

const presence = {
  qos: 1,
  retain: true,
  properties: { messageExpiryInterval: presenceSeconds },
} as const;
