import type { ServiceMetrics } from '#service';

const outcomes = ['applied', 'refused', 'unknown'].map((outcome) => ({ outcome }));

/** Every metric of the table gateway; contract 9.4 gives the meaning of each. */
export class TableMetrics {
  readonly connections;
  readonly events;

  constructor(service: ServiceMetrics) {
    this.connections = service.gauge('jackpot_tables_connections', 'Open streams of tables.', []);
    this.connections.set({}, 0);
    this.events = service.counter(
      'jackpot_tables_events_total',
      'Events that Kafka has taken from tables.',
      ['outcome'],
      outcomes,
    );
  }
}
