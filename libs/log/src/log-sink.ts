/** The names of the lines that this library logs; the contract lists them all (contract 9.5). */
type LogLine =
  | 'kafka-waits'
  | 'kafka-back'
  | 'kafka-client'
  | 'peer-silent'
  | 'kafka-throttled'
  | 'group-joined'
  | 'group-foreign'
  | 'ledger-replaced'
  | 'consumer-crashed'
  | 'ledger-unknown'
  | 'offsets-unknown'
  | 'partitions-not-assigned'
  | 'topic-settings'
  | 'partition-opening'
  | 'partition-reopened'
  | 'partition-halted'
  | 'partition-resumed';

type SinkWrite = (
  fields: { readonly event: LogLine; readonly [field: string]: unknown },
  message: string,
) => void;

/** The part of a logger that this library uses; pino's logger has it. */
export interface LogSink {
  readonly debug: SinkWrite;
  readonly info: SinkWrite;
  readonly warn: SinkWrite;
  readonly error: SinkWrite;
}
