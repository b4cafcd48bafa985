import { BatchRecord, RefusedBatch, recordsOf, type BatchContext } from './batch-record.js';
import { crc32c } from './crc32c.js';
import { LogFault } from '../log-fault.js';
import { recordsPerApply } from '../pace.js';
import { unpack } from './packing/unpack.js';
import { UnpackError } from './packing/unpack-error.js';

/** The part of kafkajs' byte reader that is used here. */
interface Decoder {
  readInt32(): number;
  canReadBytes(length: number): boolean;
  readBytes(length: number): Buffer;
}

interface Batch extends BatchContext {
  readonly records: readonly BatchRecord[];
  /** Memory used for its records. */
  readonly unpackedBytes: number;
}

/** Positions of the parts of a batch; its length counts the bytes after the length field. */
const lengthAt = 8;
const afterLength = 12;
const magicAt = 16;
const checksumAt = 17;
const attributesAt = 21;
const recordsAt = 61;

const codecBits = 0x07;
const timestampTypeFlag = 0x08;
const transactionalFlag = 0x10;
const controlFlag = 0x20;

/**
 * Most unpacked bytes of a batch, and of all batches of a partition in one fetch together. By
 * default brokers accept at most 1 MiB, packed or not, and 1 MiB of zstd can hold 30 GiB.
 */
const mostBytes = 64 * 1024 * 1024;
/** Most records of these batches: each uses some hundred bytes of memory, even an empty one. */
const mostRecords = 100_000;
/**
 * Decodes one partition's part of a fetch, in place of kafkajs 2.2.4: there a fault in a batch ends
 * the consumer of all partitions, no checksum is compared and nothing limits the memory. Here the
 * records end with a `RefusedBatch` that contains the fault.
 *
 * Omits a last batch that the fetch cut off, and batches over the limits, which the next fetch
 * brings.
 */
export async function decodeFetched(
  fetched: Decoder,
): Promise<readonly (BatchRecord | RefusedBatch)[]> {
  const size = fetched.readInt32();
  if (size <= 0 || !fetched.canReadBytes(size)) return [];
  const bytes = fetched.readBytes(size);
  const found: (BatchRecord | RefusedBatch)[] = [];
  const room = { bytes: mostBytes, records: mostRecords };
  try {
    // Later batches wait for the next fetch: with empty records, a fetch can have 100,000.
    const hasRoom = (at: number) => at + recordsAt <= size && found.length < recordsPerApply;
    for (let at = 0, next = 0; hasRoom(at); at = next) {
      next = at + afterLength + batchLength(bytes, at);
      if (next > size) break;
      const { records, unpackedBytes } = await decodeBatch(bytes.subarray(at, next), room);
      room.bytes -= unpackedBytes;
      room.records -= records.length;
      for (const record of records) found.push(record);
    }
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    if (!error.isOverLimit || found.length === 0) found.push(new RefusedBatch(error));
  }
  return found;
}

/** @throws LogFault if no batch can have this length, so that its end is unknown. */
function batchLength(bytes: Buffer, at: number): number {
  const length = bytes.readInt32BE(at + lengthAt);
  if (length >= recordsAt - afterLength && length <= mostBytes) return length;
  const first = bytes.readBigInt64BE(at);
  throw new LogFault('log-unreadable', `The batch from offset ${first} has a length of ${length}.`);
}

/**
 * Decodes a batch of records (magic 2) to the form of kafkajs 2.2.4, except for the records:
 * kafkajs makes all parts of each record at once, with offsets and times as big integers from and
 * to text.
 *
 * For each header of a record it copies all earlier headers: one with 8,000 headers blocked the
 * consumer for 15 s, one that fills a batch of 1 MiB would for hours, and then the next owner. And
 * it mistakes a header named `constructor` for a repeated one.
 * @param batch from its first offset on, whole.
 * @param room most unpacked bytes, and most records.
 * @throws LogFault
 */
export async function decodeBatch(
  batch: Buffer,
  room = { bytes: mostBytes, records: mostRecords },
): Promise<Batch> {
  const magicByte = batch.readInt8(magicAt);
  if (magicByte !== 2) {
    const format = `is of format ${magicByte}, and only format 2 is read`;
    throw new LogFault('log-unreadable', `${batchName(batch)} ${format}.`);
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
    steppedOver: (attributes & controlFlag) > 0 ? ('marker' as const) : undefined,
  };
  const count = batch.readInt32BE(57);
  if (count > room.records) {
    const many = `has ${count} records, and at most ${mostRecords} are read`;
    throw new LogFault('log-unreadable', `${batchName(batch)} ${many}.`, true);
  }
  try {
    // Compaction can leave such a batch.
    if (count === 0) return { ...context, records: [], unpackedBytes: 0 };
    const codec = attributes & codecBits;
    const unpacking = unpack(codec, batch.subarray(recordsAt), room.bytes);
    const bytes = Buffer.isBuffer(unpacking) ? unpacking : await unpacking;
    const unpackedBytes = codec === 0 ? 0 : bytes.length;
    return { ...context, records: recordsOf(bytes, context, count), unpackedBytes };
  } catch (error) {
    throw faultOf(batch, error);
  }
}

/** The fault of a batch whose checksum is right; any other error is a bug. */
function faultOf(batch: Buffer, error: unknown): unknown {
  const name = batchName(batch);
  if (error instanceof UnpackError) {
    const detail = `${name} cannot be unpacked: ${error.message}.`;
    return new LogFault('log-unreadable', detail, error.isOverLimit);
  }
  if (!(error instanceof RangeError)) return error;
  return new LogFault('log-unreadable', `${name} does not hold its records: ${error.message}.`);
}

/** @throws LogFault if the bytes are not those that the producer, or the broker, wrote. */
function assertIntact(batch: Buffer): void {
  const written = batch.readUInt32BE(checksumAt);
  const found = crc32c(batch.subarray(attributesAt));
  if (found === written) return;
  const sums = `has the checksum ${hex(found)}, and was written with ${hex(written)}`;
  throw new LogFault('log-damaged', `${batchName(batch)} ${sums}.`);
}

/** Names a batch by its first bytes, which may be damaged too. */
function batchName(batch: Buffer): string {
  const first = batch.readBigInt64BE(0);
  return `The batch at offsets ${first} to ${first + BigInt(batch.readInt32BE(23))}`;
}

function hex(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
