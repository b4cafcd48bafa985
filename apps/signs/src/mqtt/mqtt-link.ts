import type { ServiceLog } from '#contract';
import mqtt, { type IClientPublishOptions, type MqttClient } from 'mqtt';

const reconnectEveryMs = 1_000;
const connectLimitMs = 5_000;
/** A broker that hears nothing for half as long again says that the gateway is offline. */
const keepAliveSeconds = 5;
/** What waits shorter than this has no line. */
const worthALineMs = 1_000;
const goodbyeLimitMs = 500;
/** What a gateway that is gone has left behind goes after a day. */
const presenceSeconds = 86_400;
/** A broker may want fewer messages under way; it says so when it is connected. */
const underWayMost = 100;

export interface MqttAddress {
  readonly url: string;
  /** Where the link says whether it is there, retained: `online`, `offline`. */
  readonly presenceTopic: string;
  readonly clientId: string;
}

/** A connection to an MQTT 5 broker that comes back by itself. */
export class MqttLink {
  private readonly client: MqttClient;
  private underWay = 0;
  private room = underWayMost;
  private waitsSinceMs: number | undefined = Date.now();
  private isLogged = false;
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
      if (this.waitsSinceMs === undefined) this.logLater();
      this.waitsSinceMs ??= Date.now();
    });
  }

  isConnected(): boolean {
    return this.client.connected;
  }

  hasRoom(): boolean {
    return this.client.connected && this.underWay < this.room;
  }

  /** What a broken connection takes with it is sent again by the client when it is back. */
  publish(topic: string, text: string, options: IClientPublishOptions, sent: () => void): void {
    this.underWay += 1;
    this.client.publish(topic, text, options, (error) => {
      this.underWay -= 1;
      if (!error) sent();
      this.onRoom();
    });
  }

  /** Breaks a connection that takes nothing; it is made again. */
  drop(): void {
    if (this.client.connected) this.client.stream.destroy();
  }

  async close(): Promise<void> {
    clearTimeout(this.lineTimer);
    this.client.removeAllListeners('close');
    if (this.client.connected) {
      const limit = new Promise((resolve) => setTimeout(resolve, goodbyeLimitMs).unref());
      const { presenceTopic } = this.address;
      await Promise.race([this.client.publishAsync(presenceTopic, 'offline', presence), limit]);
    }
    await this.client.endAsync(true);
  }

  private connected(): void {
    clearTimeout(this.lineTimer);
    const waitedMs = Date.now() - (this.waitsSinceMs ?? Date.now());
    this.waitsSinceMs = undefined;
    if (this.isLogged) this.log.info({ event: 'mqtt-back', waitedMs }, 'the MQTT broker is back');
    this.isLogged = false;
    this.client.publish(this.address.presenceTopic, 'online', presence);
    this.onRoom();
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
