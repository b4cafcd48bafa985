import { createRequire } from 'node:module';
import { encodeProduce, type PlainProduce } from './produce-encoder.js';

const require = createRequire(import.meta.url);

/** The part of a call of `producer.send` that kafkajs makes for one broker. */
interface ProduceParts extends PlainProduce {
  readonly transactionalId?: string | null;
  /** A `Long`; -1 for a producer without sequences. */
  readonly producerId?: { toString(): string };
  readonly compression?: number;
}

interface ProduceRequest {
  /** @returns an object with its bytes as `buf` and as `buffer`, like an `Encoder` of kafkajs. */
  encode: () => Promise<object>;
  readonly isOurs?: true;
}

type MakeRequest = (parts: ProduceParts) => ProduceRequest;

const firstVersion = 'kafkajs/src/protocol/requests/produce/v3/request';
const usedVersion = 'kafkajs/src/protocol/requests/produce/v7/request';

/**
 * Encodes the requests of `LogProducer` in one pass. kafkajs loads its own encoder with the first
 * request of a producer, so replacing the module's export is enough; later versions build on this
 * one. A request with a transaction, sequences, a codec or its own times is left to kafkajs.
 */
export function patchProduce(): void {
  if (isProducePatched()) return;
  const path = require.resolve(firstVersion);
  const makeOnce = require(path) as MakeRequest;
  const make: MakeRequest = (parts) => {
    const request = makeOnce(parts);
    if (!isPlain(parts)) return request;
    const encode = (): Promise<object> => {
      const bytes = encodeProduce(parts, Date.now());
      return Promise.resolve({ buf: bytes, buffer: bytes });
    };
    return { ...request, encode, isOurs: true };
  };
  (require.cache[path] as NodeModule).exports = make;
}

/** Tells whether the request version that kafkajs sends to current brokers has our encoder. */
export function isProducePatched(): boolean {
  const known = require.cache[require.resolve(firstVersion)];
  if (!known) return false;
  const make = require(usedVersion) as MakeRequest;
  return make({ acks: -1, timeout: 1, topicData: [] }).isOurs === true;
}

function isPlain({ transactionalId, producerId, compression, topicData }: ProduceParts): boolean {
  const hasTransaction = transactionalId !== undefined && transactionalId !== null;
  if (hasTransaction || compression || (producerId && String(producerId) !== '-1')) return false;
  return topicData.every(({ partitions }) =>
    partitions.every(({ messages }) =>
      messages.every(
        ({ headers = {}, ...message }) =>
          !('timestamp' in message) &&
          Object.values(headers).every((value) => !Array.isArray(value)),
      ),
    ),
  );
}
