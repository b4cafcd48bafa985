/**
 * The names of the lines in a service's log (contract 9.5). A line without one of them does not
 * compile; `test/contract.spec.ts` compares them with the sources and the page.
 */
export const lineNames = [
  'listening',
  'stopping',
  'service-failed',
  'request-failed',
  'log-back',
  'redis-waits',
  'redis-back',
  'redis-settings',
  'kafka-waits',
  'kafka-back',
  'peer-silent',
  'kafka-throttled',
  'group-joined',
  'group-foreign',
  'ledger-replaced',
  'consumer-crashed',
  'partitions-not-assigned',
  'partition-reopened',
  'partition-halted',
  'partition-resumed',
  'outbox-waits',
  'outbox-back',
  'frames-missing',
  'frames-back',
  'frame-refused',
  'value-forged',
  'sign-above',
  'acks-not-kept',
  'acks-lost',
  'mqtt-waits',
  'mqtt-back',
  'passkey-waits',
  'tokens-read',
  'tokens-refused',
  'tracing-on',
  'traces-lost',
  'traces-back',
  'process-warning',
  'framework',
  'kafka-client',
  'ledger-unknown',
  'offsets-unknown',
  'topic-settings',
  'partition-opening',
] as const;
type LineName = (typeof lineNames)[number];

type WriteLine = (
  fields: { readonly event: LineName; readonly [field: string]: unknown },
  message: string,
) => void;

/** The log of a service; pino's logger has these methods. */
export interface ServiceLog {
  readonly debug: WriteLine;
  readonly info: WriteLine;
  readonly warn: WriteLine;
  readonly error: WriteLine;
  readonly fatal: WriteLine;
}
