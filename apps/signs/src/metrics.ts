import { ServiceMetrics } from '#service';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

/** Every metric of the sign gateway. */
@Injectable()
export class Metrics extends ServiceMetrics {
  readonly connections = new Gauge({
    name: 'jackpot_signs_connections',
    help: 'Open streams to signs.',
    labelNames: ['kind'],
    registers: [this.registry],
  });
  readonly framesReceived = this.counter(
    'jackpot_signs_frames_received_total',
    'Frames that commits published.',
  );
  readonly framesSent = this.counter(
    'jackpot_signs_frames_sent_total',
    'Value messages sent to signs.',
    'kind',
  );
  readonly conflated = this.counter(
    'jackpot_signs_frames_conflated_total',
    'Values that a newer value replaced before a slow sign had read them.',
    'kind',
  );
  readonly dropped = this.counter(
    'jackpot_signs_connections_dropped_total',
    'Connections dropped because the sign did not read.',
    'kind',
  );
}
