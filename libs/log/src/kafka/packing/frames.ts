import { promisify } from 'node:util';
import { inflateRaw, zstdDecompress } from 'node:zlib';
import { overLimit, UnpackError } from './unpack-error.js';
import { Unpacked } from './unpacked.js';

/** Unpacks the frame at `at`, to at most `limit` bytes; undefined if no frame begins there. */
type UnpackFrame = (packed: Buffer, at: number, limit: number) => Promise<Frame> | undefined;

interface Frame {
  readonly bytes: Buffer;
  /** Offset after its last byte. */
  readonly end: number;
}

/**
 * Unpacks gzip, of any number of members (RFC 1952, 2.2). Their checksums are ignored, because the
 * batch has one.
 * @param limit of the unpacked bytes.
 * @throws UnpackError
 */
export const unpackGzip = unpackerOf((packed, at, limit) => {
  const start = deflatedFrom(packed, at);
  return start === undefined ? undefined : unpackFrom(inflate, packed, start, limit, trailerBytes);
});

/**
 * Unpacks Zstandard, of any number of frames, skippable ones too (RFC 8878, 3.1).
 * @param limit of the unpacked bytes.
 * @throws UnpackError
 */
export const unpackZstd = unpackerOf((packed, at, limit) => {
  const start = afterSkippable(packed, at);
  const isFrame = magicAt(packed, start) === zstdMagic;
  return isFrame ? unpackFrom(unzstd, packed, start, limit) : undefined;
});

/** Steps over skippable frames: magic, length of four bytes, content. */
function afterSkippable(packed: Buffer, begin: number): number {
  let at = begin;
  while (magicAt(packed, at) >>> 4 === skippableMagic && at + 8 <= packed.length) {
    at += 8 + packed.readUInt32LE(at + 4);
  }
  return at;
}

function magicAt(packed: Buffer, at: number): number {
  return at + 4 > packed.length ? 0 : packed.readUInt32LE(at);
}

const zstdMagic = 0xfd2fb528;
/** Its first 28 bits; any four bits may follow. */
const skippableMagic = 0x184d2a5;

/** Each frame costs a call of zlib; a producer writes one. */
const framesAtMost = 1_000;

/**
 * Unpacks frames that follow each other, as Java's consumer does: it ignores bytes behind a frame
 * that are not another one, and never sees what they are if it has its records.
 */
function unpackerOf(unpackFrame: UnpackFrame) {
  return async (packed: Buffer, limit: number): Promise<Buffer> => {
    let frame = await frameAt(unpackFrame, packed, 0, limit, 0);
    if (frame?.end === packed.length) return frame.bytes;
    // zlib returns slices of larger buffers; a copy lets those be freed.
    const unpacked = new Unpacked(limit, frame?.bytes.length ?? 0);
    for (let count = 1; frame; count += 1) {
      if (count > framesAtMost) throw new UnpackError(`they have more than ${framesAtMost} frames`);
      unpacked.append(frame.bytes, 0, frame.bytes.length);
      frame = await frameAt(unpackFrame, packed, frame.end, limit, unpacked.length);
    }
    return unpacked.bytes;
  };
}

/** @param length of the bytes unpacked before, which count for `limit`. */
async function frameAt(
  unpackFrame: UnpackFrame,
  packed: Buffer,
  at: number,
  limit: number,
  length: number,
): Promise<Frame | undefined> {
  try {
    // zlib takes no limit of 0.
    const frame = await unpackFrame(packed, at, Math.max(1, limit - length));
    if (frame && frame.end <= packed.length) return frame;
    if (at === 0) throw new UnpackError('they are not a whole frame');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw overLimit(limit);
    if (at === 0) throw error instanceof UnpackError ? error : new UnpackError(message);
  }
  return undefined;
}

/** Answer of zlib with the option `info`; the engine has read `bytesWritten` bytes of the input. */
interface Informed {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

type Run = (packed: Buffer, options: object) => Promise<unknown>;

const inflate = promisify(inflateRaw) as Run;
const unzstd = promisify(zstdDecompress) as Run;

async function unpackFrom(
  run: Run,
  packed: Buffer,
  start: number,
  limit: number,
  after = 0,
): Promise<Frame> {
  const answer = await run(packed.subarray(start), { maxOutputLength: limit, info: true });
  const { buffer, engine } = answer as Informed;
  return { bytes: buffer, end: start + engine.bytesWritten + after };
}

/** CRC-32 and length. */
const trailerBytes = 8;
const flags = { headerChecksum: 0x02, extra: 0x04, name: 0x08, comment: 0x10 };

/** Returns where the packed bytes of a gzip member begin; undefined if `at` has no member. */
function deflatedFrom(packed: Buffer, at: number): number | undefined {
  if (packed.subarray(at, at + 3).toString('hex') !== '1f8b08') return undefined;
  const flag = packed[at + 3] ?? 0;
  let start = at + 10;
  if (flag & flags.extra) {
    if (start + 2 > packed.length) return undefined;
    start += 2 + packed.readUInt16LE(start);
  }
  for (const each of [flags.name, flags.comment]) {
    if ((flag & each) === 0) continue;
    const zero = packed.indexOf(0, start);
    if (zero < 0) return undefined;
    start = zero + 1;
  }
  return flag & flags.headerChecksum ? start + 2 : start;
}
