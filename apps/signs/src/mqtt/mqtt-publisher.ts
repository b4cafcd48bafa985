import type { ServiceLog } from '#contract';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { SignMetrics } from '../metrics.js';
import type { SignFrame } from '../pools/frame.js';
import { FrameSender, type Wire } from '../pools/frame-sender.js';
import type { PoolBoard } from '../pools/pool-board.js';
import { MqttLink } from './mqtt-link.js';

/** Interval of looks at the values, for a change of state and for their age. */
const lookEveryMs = 500;
const publishEveryMs = 2_000;
/** The broker drops a value that nobody refreshes, soon after it would be a fault. */
const valueStaysSeconds = 15;

export interface MqttSettings {
  readonly url: string;
  readonly prefix: string;
  /** Id of this gateway. */
  readonly id: string;
}

/** A value that waits for the broker: a hit as it was made, or the newest value at that time. */
interface WaitingValue {
  readonly jackpot: string;
  readonly hit: SignFrame | undefined;
}

interface Published {
  readonly fault: string | null;
  readonly atMs: number;
}

/** Publishes the shown values and hits to an MQTT 5 broker (contract 9.6). */
export class MqttPublisher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private link: MqttLink | undefined;
  private sender: FrameSender | undefined;
  private timer: NodeJS.Timeout | undefined;
  private waiting: WaitingValue[] = [];
  private readonly published = new Map<string, Published>();
  private resume: (() => void) | undefined;

  /** @param settings undefined if no broker is configured: then nothing happens */
  constructor(
    private readonly settings: MqttSettings | undefined,
    private readonly log: Pick<ServiceLog, 'info' | 'warn'>,
    private readonly board: PoolBoard,
    private readonly metrics: SignMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.settings) return;
    const { url, prefix, id } = this.settings;
    const presenceTopic = `${prefix}/gateway/${id}`;
    const address = { url, presenceTopic, clientId: `jackpot-signs-${id}` };
    this.link = new MqttLink(address, this.log, () => this.pump());
    this.timer = setInterval(() => this.look(), lookEveryMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    this.sender?.close();
    await this.link?.close();
  }

  /** Returns whether the broker accepts messages; undefined if none is configured. */
  isTaking(): boolean | undefined {
    return this.link?.isTaking();
  }

  private look(): void {
    // A win before the first values is history.
    if (this.board.isFilled) this.sender ??= this.begin();
    if (!this.sender || this.waiting.length > 0 || !this.link?.isConnected()) return;
    const nowMs = performance.now();
    for (const { jackpot, fault } of this.board.shown(undefined)) {
      const last = this.published.get(jackpot);
      const isFresh = last && last.fault === fault && nowMs - last.atMs < publishEveryMs;
      if (!isFresh) this.add({ jackpot, hit: undefined });
    }
  }

  /** As for a sign that does not read: while the broker is away, hits and newest values wait. */
  private begin(): FrameSender {
    const wire: Wire = {
      send: (frame) => {
        const { jackpot, hit } = frame.message;
        if (hit) this.add({ jackpot, hit: frame });
        this.add({ jackpot, hit: undefined });
        return this.waiting.length === 0;
      },
      sendPulse: () => true,
      onDrain: (resume) => (this.resume = resume),
      drop: () => this.link?.drop(),
      end: () => undefined,
    };
    return new FrameSender(this.board, wire, undefined, new Map(), () => undefined);
  }

  private add(waiting: WaitingValue): void {
    const { jackpot, hit } = waiting;
    const isThere = (each: WaitingValue) => each.jackpot === jackpot && each.hit === hit;
    if (!this.waiting.some(isThere)) this.waiting.push(waiting);
    this.pump();
  }

  private pump(): void {
    while (this.link?.hasRoom()) {
      const next = this.waiting.shift();
      if (!next) break;
      if (next.hit) this.publishHit(next.jackpot, next.hit);
      else this.publishValue(next.jackpot);
    }
    if (this.waiting.length > 0 || !this.resume) return;
    const { resume } = this;
    this.resume = undefined;
    resume();
  }

  private publishHit(jackpot: string, hit: SignFrame): void {
    const sent = () => this.metrics.mqttPublished.inc({ kind: 'hit' });
    this.link?.publish(this.topic(jackpot, 'hit'), JSON.stringify(hit.shown()), { qos: 1 }, sent);
  }

  private publishValue(jackpot: string): void {
    const [shown] = this.board.shown(new Set([jackpot]));
    if (!shown) return;
    this.published.set(jackpot, { fault: shown.fault, atMs: performance.now() });
    const properties = { messageExpiryInterval: valueStaysSeconds };
    const options = { qos: 1, retain: true, properties } as const;
    const sent = () => this.metrics.mqttPublished.inc({ kind: 'value' });
    this.link?.publish(this.topic(jackpot, 'value'), JSON.stringify(shown), options, sent);
  }

  private topic(jackpot: string, what: 'value' | 'hit'): string {
    return `${this.settings?.prefix}/${jackpot}/${what}`;
  }
}
