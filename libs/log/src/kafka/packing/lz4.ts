import { UnpackError } from './unpack-error.js';
import { Unpacked } from './unpacked.js';

const magic = 0x184d2204;
const flags = { independent: 0x20, blockChecksum: 0x10, contentSize: 0x08, dictionary: 0x01 };
/** The high bit of a block's size: the block is not packed. */
const plainBlock = 0x8000_0000;
const shortestMatch = 4;

/**
 * Unpacks a frame of LZ4 (version 1.6.1 of its description) in the form that Java's and
 * librdkafka's producers write: any number of blocks, which may repeat bytes of earlier ones. The
 * frame's own checksums are ignored, because the batch has one.
 * @param limit of the unpacked bytes.
 * @throws UnpackError
 */
export function unpackLz4(packed: Buffer, limit: number): Buffer {
  const { start, isIndependent, checksumBytes } = readHeader(packed);
  const unpacked = new Unpacked(limit, 4 * packed.length);
  for (let at = start; ;) {
    const size = uint32(packed, at);
    at += 4;
    if (size === 0) return unpacked.bytes;
    const end = at + (size % plainBlock);
    if (end > packed.length) throw lz4CutOff();
    if (size >= plainBlock) unpacked.append(packed, at, end);
    else unpackLz4Block(packed, at, end, unpacked, isIndependent ? unpacked.length : 0);
    at = end + checksumBytes;
  }
}

function readHeader(packed: Buffer) {
  if (uint32(packed, 0) !== magic) throw new UnpackError('they are no frame of LZ4');
  const flag = packed[4] ?? 0;
  if (flag >> 6 !== 1) throw new UnpackError(`their frame of LZ4 is of version ${flag >> 6}`);
  if (flag & flags.dictionary) throw new UnpackError('their frame of LZ4 needs a dictionary');
  return {
    // The flags, the size of blocks, the optional size of the content, and a checksum of these.
    start: flag & flags.contentSize ? 15 : 7,
    isIndependent: (flag & flags.independent) !== 0,
    checksumBytes: flag & flags.blockChecksum ? 4 : 0,
  };
}

/** @param first begin of the bytes that the block may repeat. */
function unpackLz4Block(
  packed: Buffer,
  start: number,
  end: number,
  unpacked: Unpacked,
  first: number,
): void {
  let at = start;
  /** Fifteen in the token means: add the following bytes, up to the first below 255. */
  const lengthAfter = (half: number): number => {
    let length = half;
    if (half < 15) return length;
    for (let byte = 255; byte === 255; length += byte) {
      if (at >= end) throw lz4CutOff();
      byte = packed[at++] as number;
    }
    return length;
  };
  while (at < end) {
    const token = packed[at++] as number;
    const literals = lengthAfter(token >> 4);
    if (at + literals > end) throw lz4CutOff();
    unpacked.append(packed, at, at + literals);
    at += literals;
    // A block ends with literals.
    if (at === end) return;
    if (at + 2 > end) throw lz4CutOff();
    const distance = (packed[at] as number) | ((packed[at + 1] as number) << 8);
    at += 2;
    unpacked.repeat(distance, lengthAfter(token & 15) + shortestMatch, first);
  }
}

function uint32(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw lz4CutOff();
  return bytes.readUInt32LE(at);
}

function lz4CutOff(): UnpackError {
  return new UnpackError('they end before they are whole');
}
