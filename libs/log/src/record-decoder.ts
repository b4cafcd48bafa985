import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const path = require.resolve('kafkajs/src/protocol/recordBatch/record/v0/decoder');

/** What kafkajs tells of the batch that a record is in. */
interface BatchContext {
  readonly firstOffset: string;
  readonly firstTimestamp: string;
  readonly timestampType: number;
  readonly magicByte: number;
  readonly isControlBatch: boolean;
}

/** kafkajs' reader of bytes. */
interface Decoder {
  readonly buffer: Buffer;
  offset: number;
  readInt8(): number;
  readVarInt(): number;
  readVarIntBytes(): Buffer | null;
  readVarIntString(): string;
}

type DecodeRecord = (decoder: Decoder, batch: BatchContext) => object;

/** kafkajs' own; what is out of the ordinary is left to it. */
export const decodeAny = require(path) as DecodeRecord;

const createTime = 0;

/**
 * One record of a batch exactly as kafkajs 2.2.4 gives it, in half of the time: kafkajs counts offsets
 * and times in big integers, made of text and made into text again for every record, and copies the
 * headers for each further one. Doubles are exact for offsets and milliseconds below 2^53.
 */
export function decodeRecord(decoder: Decoder, batch: BatchContext): object {
  const begin = decoder.offset;
  const attributes = decoder.readInt8();
  const timestamp = Number(batch.firstTimestamp) + readDistance(decoder);
  const offset = Number(batch.firstOffset) + decoder.readVarInt();
  const isExact = Number.isSafeInteger(timestamp) && Number.isSafeInteger(offset);
  if (!isExact || batch.timestampType !== createTime) return leave(decoder, begin, batch);
  const key = decoder.readVarIntBytes();
  const value = decoder.readVarIntBytes();
  const headers = readHeaders(decoder);
  if (headers === null) return leave(decoder, begin, batch);
  return {
    magicByte: batch.magicByte,
    attributes,
    timestamp: String(timestamp),
    offset: String(offset),
    key,
    value,
    headers,
    isControlRecord: batch.isControlBatch,
    batchContext: batch,
  };
}

function leave(decoder: Decoder, begin: number, batch: BatchContext): object {
  decoder.offset = begin;
  return decodeAny(decoder, batch);
}

/** A zigzag number of up to 49 bits; NaN for a longer one. */
function readDistance(decoder: Decoder): number {
  let zigZag = 0;
  let scale = 1;
  for (let length = 1; length <= 7; length += 1) {
    const byte = decoder.buffer[decoder.offset + length - 1] as number;
    zigZag += (byte & 0x7f) * scale;
    if (byte < 0x80) {
      decoder.offset += length;
      return zigZag % 2 === 0 ? zigZag / 2 : -(zigZag + 1) / 2;
    }
    scale *= 0x80;
  }
  return NaN;
}

/** Null where a name comes twice, or is one that every object has: kafkajs has its way with those. */
function readHeaders(decoder: Decoder): Record<string, Buffer | null> | null {
  const headers: Record<string, Buffer | null> = {};
  for (let left = decoder.readVarInt(); left > 0; left -= 1) {
    const name = decoder.readVarIntString();
    if (name in headers) return null;
    headers[name] = decoder.readVarIntBytes();
  }
  return headers;
}

// kafkajs takes its decoders when it makes the first fetch, so this comes in time on any import.
(require.cache[path] as NodeModule).exports = decodeRecord;
