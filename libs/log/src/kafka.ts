import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import kafkajs, { Kafka, logLevel, type KafkaConfig, type LogEntry } from 'kafkajs';
import './batch-decoder.js';

/** How to reach the brokers; the names are those of the environment (contract 10). */
export interface KafkaOptions {
  readonly brokers: string[];
  readonly ssl: boolean;
  readonly sasl: KafkaConfig['sasl'] | undefined;
  readonly clientId: string;
}

/** The part of a logger that this library uses; pino's fits. */
export interface LogSink {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export function openKafka(options: KafkaOptions, sink: LogSink): Kafka {
  return new Kafka({
    clientId: options.clientId,
    brokers: options.brokers,
    ssl: options.ssl,
    ...(options.sasl && { sasl: options.sasl }),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 5 },
    logLevel: logLevel.WARN,
    // kafkajs reports each attempt and each wait; what matters of it the callers say in one line.
    logCreator: () => (entry) => sink.debug(fieldsOf(entry), `kafka: ${entry.log.message}`),
  });
}

function fieldsOf({ namespace, log }: LogEntry): object {
  const { error, broker, groupId } = log as { error?: unknown; broker?: string; groupId?: string };
  return { namespace, error: String(error ?? ''), broker, groupId };
}

/**
 * kafkajs 2.2.4 sets a timer after every reply whether or not a request waits, with a negative
 * delay: a wake-up each millisecond and Node 24's TimeoutNegativeWarning (kafkajs #1751). This sets
 * it only when there is something to wait for.
 */
function patchRequestQueue(): void {
  const require = createRequire(import.meta.url);
  const RequestQueue = require('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueueInside;
  };
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    const wait = this.throttledUntil - Date.now();
    if (this.throttleCheckTimeoutId || (this.pending.length === 0 && wait <= 0)) return;
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null;
        this.checkPendingRequests();
      },
      wait > 0 ? wait : 10,
    );
  };
}

interface RequestQueueInside {
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  pending: unknown[];
  checkPendingRequests(): void;
  scheduleCheckPendingRequests(): void;
}

patchRequestQueue();

/** kafkajs itself knows gzip alone, and a batch that it cannot read stops the consumer. */
kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD] = () => ({
  compress: ({ buffer }: { buffer: Buffer }) => promisify(zstdCompress)(buffer),
  decompress: (buffer: Buffer) => promisify(zstdDecompress)(buffer),
});
