import { createRequire } from 'node:module';
import { BatchRecord, RefusedBatch, recordsOf, type BatchContext } from './batch-record.js';
import { crc32c } from './crc32c.js';
import { LogFault } from './log-fault.js';

const require = createRequire(import.meta.url);

/** kafkajs' reader of bytes, as far as it is used here. */
interface Decoder {
  readInt32(): number;
  canReadBytes(length: number): boolean;
  readBytes(length: number): Buffer;
}

interface Batch extends BatchContext {
  readonly records: readonly BatchRecord[];
}

const { lookupCodecByAttributes } = require('kafkajs/src/protocol/message/compression') as {
  lookupCodecByAttributes: (
    attributes: number,
  ) => { decompress(bytes: Buffer): Promise<Buffer> } | null;
};

/** Where the parts of a batch begin; its length counts what follows the length. */
const lengthAt = 8;
const afterLength = 12;
const magicAt = 16;
const checksumAt = 17;
const attributesAt = 21;
const recordsAt = 61;

const timestampTypeFlag = 0x08;
const transactionalFlag = 0x10;
const controlFlag = 0x20;

/** A longer batch is none: brokers take at most 1 MiB by default. */
const longestBatch = 64 * 1024 * 1024;

/**
 * Decodes what a fetch gives of one partition, in place of kafkajs 2.2.4: there a fault in one batch
 * ends the consumer of all partitions, and no checksum is compared. Here the records end with a
 * `RefusedBatch` that has the fault. A last batch that the fetch cut off is left out.
 */
export async function decodeFetched(
  fetched: Decoder,
): Promise<readonly (BatchRecord | RefusedBatch)[]> {
  const size = fetched.readInt32();
  if (size <= 0 || !fetched.canReadBytes(size)) return [];
  const bytes = fetched.readBytes(size);
  const found: (BatchRecord | RefusedBatch)[] = [];
  try {
    for (let at = 0, next = 0; at + recordsAt <= size; at = next) {
      next = at + afterLength + lengthOf(bytes, at);
      if (next > size) break;
      const { records } = await decodeBatch(bytes.subarray(at, next));
      for (const record of records) found.push(record);
    }
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    found.push(new RefusedBatch(error));
  }
  return found;
}

/** @throws LogFault when no batch can have this length, so that nobody knows where it ends. */
function lengthOf(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at + lengthAt);
  if (length >= recordsAt - afterLength && length <= longestBatch) return length;
  const first = bytes.readBigInt64BE(at);
  throw new LogFault('log-unreadable', `The batch from offset ${first} has a length of ${length}.`);
}

/**
 * Decodes a batch of records (magic 2), to what kafkajs 2.2.4 gives, except for the records. kafkajs
 * makes all parts of each record at once, with offsets and times as big integers from and to text.
 *
 * For each header of a record it copies all headers before it: one with 8,000 headers blocked the
 * consumer for 15 s, one that fills a batch of 1 MiB would for hours, and then the next owner. And
 * it takes a header named `constructor` for one that it has seen before.
 * @param batch from its first offset on, whole.
 * @throws LogFault
 */
export async function decodeBatch(batch: Buffer): Promise<Batch> {
  const magicByte = batch.readInt8(magicAt);
  if (magicByte !== 2) {
    const format = `is of format ${magicByte}, and only format 2 is read`;
    throw new LogFault('log-unreadable', `${nameOf(batch)} ${format}.`);
  }
  assertIntact(batch);
  const attributes = batch.readInt16BE(attributesAt);
  const context = {
    magicByte,
    firstOffset: String(batch.readBigInt64BE(0)),
    partitionLeaderEpoch: batch.readInt32BE(12),
    lastOffsetDelta: batch.readInt32BE(23),
    firstTimestamp: String(batch.readBigInt64BE(27)),
    maxTimestamp: String(batch.readBigInt64BE(35)),
    producerId: String(batch.readBigInt64BE(43)),
    producerEpoch: batch.readInt16BE(51),
    firstSequence: batch.readInt32BE(53),
    timestampType: (attributes & timestampTypeFlag) > 0 ? 1 : 0,
    inTransaction: (attributes & transactionalFlag) > 0,
    isControlBatch: (attributes & controlFlag) > 0,
  };
  const codec = lookupCodecByAttributes(attributes);
  const count = Math.max(batch.readInt32BE(57), 0);
  const bytes = batch.subarray(recordsAt);
  const isPacked = codec !== null && count > 0;
  const records = recordsOf(isPacked ? await codec.decompress(bytes) : bytes, context, count);
  return { ...context, records };
}

/** @throws LogFault when the bytes are not those that the producer, or the broker, wrote. */
function assertIntact(batch: Buffer): void {
  const written = batch.readUInt32BE(checksumAt);
  const found = crc32c(batch.subarray(attributesAt));
  if (found === written) return;
  const sums = `has the checksum ${hex(found)}, and was written with ${hex(written)}`;
  throw new LogFault('log-damaged', `${nameOf(batch)} ${sums}.`);
}

/** As its first bytes say, which may be damaged too. */
function nameOf(batch: Buffer): string {
  const first = batch.readBigInt64BE(0);
  return `The batch at offsets ${first} to ${first + BigInt(batch.readInt32BE(23))}`;
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
