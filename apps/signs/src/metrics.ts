import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Every metric of the sign gateway. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly connections = new Gauge({
    name: 'jackpot_signs_connections',
    help: 'Open streams to signs.',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly framesReceived = new Counter({
    name: 'jackpot_signs_frames_received_total',
    help: 'Frames that commits published.',
    registers: [this.registry],
  });
  readonly framesSent = new Counter({
    name: 'jackpot_signs_frames_sent_total',
    help: 'Value messages sent to signs.',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly conflated = new Counter({
    name: 'jackpot_signs_frames_conflated_total',
    help: 'Values that a newer value replaced before a slow sign had read them.',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly dropped = new Counter({
    name: 'jackpot_signs_connections_dropped_total',
    help: 'Connections dropped because the sign did not read.',
    labelNames: ['kind'],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}
