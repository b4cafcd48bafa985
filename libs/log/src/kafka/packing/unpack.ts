import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { unpackLz4 } from './lz4.js';
import { unpackSnappy } from './snappy.js';
import { UnpackError } from './unpack-error.js';

/** Unpacks bytes, to at most `limit`. @throws UnpackError */
type Unpack = (packed: Buffer, limit: number) => Buffer | Promise<Buffer>;

/** Codecs by their number in a batch; 0 means not packed. */
const codecs: readonly (Unpack | undefined)[] = [
  (bytes) => bytes,
  byZlib(promisify(gunzip)),
  unpackSnappy,
  unpackLz4,
  byZlib(promisify(zstdDecompress)),
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

function byZlib(
  run: (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>,
): Unpack {
  return async (packed, limit) => {
    try {
      return await run(packed, { maxOutputLength: limit });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const isOverLimit = code === 'ERR_BUFFER_TOO_LARGE';
      const what = isOverLimit ? `they unpack to more than ${limit} bytes` : message;
      throw new UnpackError(what, isOverLimit);
    }
  };
}
