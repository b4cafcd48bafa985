import { unpackGzip, unpackZstd } from './frames.js';
import { unpackLz4 } from './lz4.js';
import { unpackSnappy } from './snappy.js';
import { UnpackError } from './unpack-error.js';

/** Unpacks bytes, to at most `limit`. @throws UnpackError */
type Unpack = (packed: Buffer, limit: number) => Buffer | Promise<Buffer>;

/** Codecs by their number in a batch; 0 means not packed. */
const codecs: readonly (Unpack | undefined)[] = [
  (bytes) => bytes,
  unpackGzip,
  unpackSnappy,
  unpackLz4,
  unpackZstd,
];

/**
 * Unpacks the records of a batch, using memory for at most `limit` bytes and as much again.
 * @param codec the low three bits of the batch's attributes.
 * @throws UnpackError
 */
export function unpack(codec: number, packed: Buffer, limit: number): Buffer | Promise<Buffer> {
  const unpackBytes = codecs[codec];
  if (!unpackBytes) throw new UnpackError(`they are packed by a codec without a name (${codec})`);
  return unpackBytes(packed, limit);
}
