import { createRequire } from 'node:module';
import { decodeFetched } from '../batch-decoder.js';
import { RefusedBatch } from '../batch-record.js';
import { crc32c } from '../crc32c.js';

const require = createRequire(import.meta.url);
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0') as {
  RecordBatch: (batch: object) => Promise<{ buffer: Buffer }>;
};
const encodeRecord = require('kafkajs/src/protocol/recordBatch/record/v0') as (
  record: object,
) => object;
/** kafkajs' reader of bytes. */
export const Decoder = require('kafkajs/src/protocol/decoder') as new (
  buffer: Buffer,
) => Parameters<typeof decodeFetched>[0];
export const Long = require('kafkajs/src/utils/long') as new (value: bigint) => object;

/** Positions of the parts of a batch. */
export const magicAt = 16;
export const checksumAt = 17;
export const attributesAt = 21;
export const recordsAt = 61;

/** A batch written by kafkajs, with flags that it cannot write. */
export async function encode(
  written: { readonly records: readonly object[] },
  flags = 0,
): Promise<Buffer> {
  const { buffer } = await RecordBatch({ ...written, records: written.records.map(encodeRecord) });
  buffer[attributesAt + 1]! |= flags;
  return sealed(buffer);
}

/** Two records at an offset, not packed. */
export function plain(firstOffset: number, own: object = {}, flags = 0): Promise<Buffer> {
  const records = [0, 1].map((offsetDelta) => ({
    offsetDelta,
    timestampDelta: new Long(0n),
    key: null,
    value: Buffer.from(`value ${firstOffset + offsetDelta}`),
    headers: {},
  }));
  const batch = { firstOffset: new Long(BigInt(firstOffset)), lastOffsetDelta: 1, records, ...own };
  return encode(batch, flags);
}

/** A batch with other, already packed records, and their checksum. */
export function withRecords(batch: Buffer, records: Buffer, count: number, codec = 0): Buffer {
  const changed = Buffer.concat([batch.subarray(0, recordsAt), records]);
  changed.writeInt32BE(changed.length - 12, 8);
  changed.writeInt16BE(codec, attributesAt);
  changed.writeInt32BE(count, 57);
  return sealed(changed);
}

function sealed(batch: Buffer): Buffer {
  batch.writeUInt32BE(crc32c(batch.subarray(attributesAt)), checksumAt);
  return batch;
}

/** The batches in the form of a partition's fetch. */
export function fetched(...batches: Buffer[]) {
  const bytes = Buffer.concat(batches);
  const size = Buffer.alloc(4);
  size.writeInt32BE(bytes.length);
  return new Decoder(Buffer.concat([size, bytes]));
}

/** The offsets of a fetch; for a refused batch its sentence. */
export async function read(...batches: Buffer[]): Promise<string[]> {
  const found = await decodeFetched(fetched(...batches));
  return found.map((each) => (each instanceof RefusedBatch ? each.fault.message : each.offset));
}
