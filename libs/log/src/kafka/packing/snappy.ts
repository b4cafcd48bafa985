import { UnpackError } from './unpack-error.js';
import { Unpacked } from './unpacked.js';

/** The start of Java's Snappy stream, before two numbers of four bytes. */
const javaMagic = Buffer.from([0x82, ...Buffer.from('SNAPPY'), 0]);
const javaHeaderBytes = 16;

/**
 * Unpacks Snappy: one raw block, as librdkafka's producers write it, or the stream of blocks of
 * Java's producers (snappy-java, once of xerial.org), also several streams one after another.
 * @param limit of the unpacked bytes.
 * @throws UnpackError
 */
export function unpackSnappy(packed: Buffer, limit: number): Buffer {
  const unpacked = new Unpacked(limit, 4 * packed.length);
  if (!isJavaStream(packed, 0)) {
    unpackSnappyBlock(packed, unpacked);
    return unpacked.bytes;
  }
  for (let at = 0; at < packed.length;) {
    if (isJavaStream(packed, at)) {
      at += javaHeaderBytes;
      continue;
    }
    if (at + 4 > packed.length) throw snappyCutOff();
    const end = at + 4 + packed.readUInt32BE(at);
    if (end > packed.length) throw snappyCutOff();
    unpackSnappyBlock(packed.subarray(at + 4, end), unpacked);
    at = end;
  }
  return unpacked.bytes;
}

function isJavaStream(packed: Buffer, at: number): boolean {
  return packed.subarray(at, at + javaMagic.length).equals(javaMagic);
}

/** Kinds of an element, in the low bits of its first byte. */
const literal = 0;
const nearCopy = 1;

function unpackSnappyBlock(packed: Buffer, unpacked: Unpacked): void {
  const first = unpacked.length;
  const { length, start } = unpackedLength(packed);
  for (let at = start; at < packed.length;) {
    const tag = packed[at++] as number;
    const kind = tag & 3;
    const rest = tag >> 2;
    if (kind === literal) {
      const sizeBytes = Math.max(0, rest - 59);
      const end = at + sizeBytes + 1 + (sizeBytes > 0 ? uint(packed, at, sizeBytes) : rest);
      unpacked.append(packed, at + sizeBytes, end);
      at = end;
    } else if (kind === nearCopy) {
      unpacked.repeat(((rest >> 3) << 8) | uint(packed, at, 1), 4 + (rest & 7), first);
      at += 1;
    } else {
      const distanceBytes = kind === 2 ? 2 : 4;
      unpacked.repeat(uint(packed, at, distanceBytes), rest + 1, first);
      at += distanceBytes;
    }
  }
  if (unpacked.length - first === length) return;
  throw new UnpackError(`they unpack to ${unpacked.length - first} bytes, and say ${length}`);
}

/** Reads the unpacked length at the start of a block, seven bits per byte. */
function unpackedLength(packed: Buffer): { length: number; start: number } {
  let length = 0;
  for (let start = 0; start < 5; start += 1) {
    const byte = uint(packed, start, 1);
    length += (byte & 0x7f) * 2 ** (7 * start);
    if (byte < 0x80) return { length, start: start + 1 };
  }
  throw new UnpackError('they do not say how many they are');
}

/** Reads a number, lowest byte first. */
function uint(bytes: Buffer, at: number, length: number): number {
  if (at + length > bytes.length) throw snappyCutOff();
  return bytes.readUIntLE(at, length);
}

function snappyCutOff(): UnpackError {
  return new UnpackError('they end before they are whole');
}
