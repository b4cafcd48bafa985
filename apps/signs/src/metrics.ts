import { secondsBuckets, type ServiceMetrics } from '#service';

const kinds = [{ kind: 'sse' }, { kind: 'ws' }] as const;
const outcomes = ['within', 'above', 'unjudged', 'refused'].map((outcome) => ({ outcome }));
/**
 * Label for all signs that no file names: a label for each would have no limit. No sign has this
 * name.
 */
const strangers = '(others)';

/** Sources of each page of metrics. */
export interface SignSources {
  /** Open streams by jackpot, for every jackpot that is known or expected. */
  readonly streams: () => Iterable<readonly [jackpot: string, count: number]>;
  readonly late: () => Iterable<readonly [jackpot: string, count: number]>;
  readonly expected: Iterable<readonly [jackpot: string, count: number]>;
  readonly isLive: () => boolean;
  /** For each expected sign, seconds since its last acknowledgement. */
  readonly ackAges: () => Iterable<readonly [sign: string, seconds: number]>;
  /** Undefined if no broker is configured. */
  readonly isMqttConnected: () => boolean | undefined;
}

/** Every metric of the sign gateway; contract 9.4 gives the meaning of each. */
export class SignMetrics {
  readonly connections;
  readonly framesReceived;
  readonly framesSent;
  readonly conflated;
  readonly dropped;
  readonly frameAge;
  readonly signAcks;
  private readonly acksNotKept;
  private acksNotKeptAtMs: number | undefined;
  private readonly aboveBySign = new Map([[strangers, 0]]);
  private readonly aboveAtMs = new Map<string, number>();
  readonly mqttPublished;

  constructor(private readonly service: ServiceMetrics) {
    this.connections = service.gauge('jackpot_signs_connections', 'Open streams.', ['kind']);
    for (const labels of kinds) this.connections.set(labels, 0);
    this.framesReceived = service.counter(
      'jackpot_signs_frames_received_total',
      'Frames that commits published.',
    );
    this.framesSent = service.counter(
      'jackpot_signs_frames_sent_total',
      'Value messages sent to signs.',
      ['kind'],
      kinds,
    );
    this.conflated = service.counter(
      'jackpot_signs_frames_conflated_total',
      'Values that a newer value replaced before a slow sign had read them.',
      ['kind'],
      kinds,
    );
    this.dropped = service.counter(
      'jackpot_signs_connections_dropped_total',
      'Connections dropped because the sign did not read.',
      ['kind'],
      kinds,
    );
    this.frameAge = service.histogram(
      'jackpot_signs_frame_age_seconds',
      'From the record that moved a pool, by its Kafka time, to the first sign that is sent it.',
      secondsBuckets(0.0025, 60),
    );
    this.signAcks = service.counter(
      'jackpot_sign_acks_total',
      'Acknowledgements of what signs painted, by what became of them.',
      ['outcome'],
      outcomes,
    );
    this.acksNotKept = service.counter(
      'jackpot_sign_acks_not_kept_total',
      'Acknowledgements that Kafka did not take in time.',
    );
    this.mqttPublished = service.counter(
      'jackpot_signs_mqtt_published_total',
      'Messages that the MQTT broker has taken.',
      ['kind'],
      [{ kind: 'value' }, { kind: 'hit' }],
    );
  }

  /** @param sign undefined for a sign that no file names */
  countAbove(sign = strangers): void {
    this.aboveBySign.set(sign, (this.aboveBySign.get(sign) ?? 0) + 1);
    this.aboveAtMs.set(sign, Date.now());
  }

  countNotKept(acks: number): void {
    this.acksNotKept.inc(acks);
    this.acksNotKeptAtMs = Date.now();
  }

  watch({ streams, late, expected, isLive, ackAges, isMqttConnected }: SignSources): void {
    const { service } = this;
    service.watch(
      'gauge',
      'jackpot_signs_streams',
      'Open streams that show a jackpot.',
      ['jackpot'],
      streams,
    );
    service.watch(
      'gauge',
      'jackpot_signs_expected',
      'Signs that there should be; no series where no file names them.',
      ['jackpot'],
      () => expected,
    );
    service.watch(
      'gauge',
      'jackpot_signs_late',
      'Streams for which a value waits too long because the sign does not read.',
      ['jackpot'],
      late,
    );
    service.watch('gauge', 'jackpot_signs_ledger_up', '1 while values come.', [], () => [
      [isLive() ? 1 : 0],
    ]);
    service.watch('gauge', 'jackpot_signs_mqtt_connected', '1 while the broker is.', [], () => {
      const isConnected = isMqttConnected();
      return isConnected === undefined ? [] : [[isConnected ? 1 : 0]];
    });
    this.watchAcks(ackAges);
  }

  private watchAcks(ackAges: SignSources['ackAges']): void {
    const { service, aboveBySign } = this;
    for (const [sign] of ackAges()) aboveBySign.set(sign, 0);
    service.watch(
      'gauge',
      'jackpot_sign_ack_age_seconds',
      'Since an expected sign has acknowledged what it painted.',
      ['sign'],
      ackAges,
    );
    service.watch(
      'counter',
      'jackpot_sign_values_above_total',
      'Acknowledged values above those of the ledger: must be 0.',
      ['sign'],
      () => aboveBySign,
    );
    service.watch(
      'gauge',
      'jackpot_sign_above_timestamp_seconds',
      'When a sign last acknowledged a value above the ledger’s; no series before.',
      ['sign'],
      () => [...this.aboveAtMs].map(([sign, atMs]) => [sign, atMs / 1_000] as const),
    );
    service.watch(
      'gauge',
      'jackpot_sign_acks_not_kept_timestamp_seconds',
      'When Kafka last did not take an acknowledgement in time; no series before.',
      [],
      () => (this.acksNotKeptAtMs === undefined ? [] : [[this.acksNotKeptAtMs / 1_000]]),
    );
  }
}
