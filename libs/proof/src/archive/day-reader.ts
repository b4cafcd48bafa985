import { sha256 } from '#ledger';
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdDecompress, type ZstdOptions } from 'node:zlib';
import { UserError, differs } from '#contract/exit-codes';
import { dayName } from './archive-names.js';
import type { DayFile, ArchiveFrame } from './manifest.js';
import { sizeOfRegular } from './regular-file.js';

const decompress: (frame: Buffer, options: ZstdOptions) => Promise<Buffer> =
  promisify(zstdDecompress);

/** A frame has 4 MB of lines, or one line, which is several times as long as its record. */
const contentBytesAtMost = 256 * 1024 * 1024;
/** More than 4 MB of the shortest lines give. Empty lines would take far more memory than bytes. */
const linesAtMost = 250_000;

const lineFeed = 10;

/** A file of the archive, with its entry in the manifest. */
export interface KnownFile {
  readonly folder: string;
  readonly partition: number;
  readonly span: number;
  readonly file: DayFile;
}

/** Path of the file, relative to the archive's folder. */
export function dayFileNameOf({ partition, span, file: { kind, day } }: KnownFile): string {
  return dayName(kind, partition, day, span);
}

/**
 * Compares a file with its manifest, to the byte.
 * @param ofContent returns the name of the file whose content has this SHA-256, if there is one.
 * @throws UserError that names the file and the fault; if only one frame differs, also its
 *   partition and range.
 */
export async function checkFile(
  known: KnownFile,
  ofContent: (hash: string) => string | undefined,
): Promise<void> {
  const path = dayFilePath(known);
  const { file } = known;
  const hash = createHash('sha256');
  const altered: number[] = [];
  let bytes = 0;
  await withFile(known, async (handle) => {
    for (const [index, frame] of file.frames.entries()) {
      const read = await readBytes(handle, bytes, frame.bytes);
      hash.update(read);
      bytes += read.length;
      if (sha256(read) !== frame.sha256) altered.push(index);
    }
    for (let more = await readBytes(handle, bytes, 1 << 20); more.length > 0;) {
      hash.update(more);
      bytes += more.length;
      more = await readBytes(handle, bytes, 1 << 20);
    }
  });
  const found = hash.digest('hex');
  if (found === file.sha256 && bytes === file.bytes && altered.length === 0) return;
  const other = ofContent(found);
  if (other !== undefined) throw differs(`${path} has the content of ${other}`);
  const [first = 0] = altered;
  const where = `partition ${known.partition}, ${rangeOf(known, first, altered.at(-1) ?? first)}`;
  if (bytes < file.bytes) {
    throw differs(`${path} was cut off: it has ${bytes} of ${file.bytes} bytes; damaged: ${where}`);
  }
  if (bytes > file.bytes) {
    throw differs(`${path} has ${bytes} bytes instead of ${file.bytes}`);
  }
  throw differs(`${path} was altered: ${where}`);
}

/**
 * Yields the lines of a file, frame by frame, oldest first.
 * @throws UserError if a frame differs from its manifest; nothing of the frame was decompressed
 *   then.
 */
export async function* readLines(known: KnownFile): AsyncGenerator<readonly string[]> {
  const { file } = known;
  const handle = await opened(known);
  try {
    const { size } = await handle.stat();
    if (size !== file.bytes) {
      throw differs(`${dayFilePath(known)} has ${size} bytes instead of ${file.bytes}`);
    }
    let at = 0;
    for (const [index, frame] of file.frames.entries()) {
      const bytes = await readBytes(handle, at, frame.bytes);
      if (sha256(bytes) !== frame.sha256) {
        const where = `partition ${known.partition}, ${rangeOf(known, index, index)}`;
        throw differs(`${dayFilePath(known)} was altered: ${where}`);
      }
      at += frame.bytes;
      yield await linesIn(bytes, `frame ${index + 1} of ${dayFilePath(known)}`);
    }
  } finally {
    await handle.close();
  }
}

/** @throws UserError if a frame is not whole lines of UTF-8, or exceeds the limits of a frame. */
async function linesIn(frame: Buffer, name: string): Promise<readonly string[]> {
  let content: Buffer;
  try {
    content = await decompress(frame, { maxOutputLength: contentBytesAtMost });
  } catch (error) {
    throw differs(`${name} cannot be unpacked (${(error as Error).message})`);
  }
  if (!isUtf8(content)) throw differs(`${name} is not UTF-8`);
  if (content.length > 0 && content.at(-1) !== lineFeed)
    throw differs(`${name} does not end with a line feed`);
  assertFew(content, name);
  return content.toString().split('\n').slice(0, -1);
}

/** @throws UserError before the lines are split. */
function assertFew(content: Buffer, name: string): void {
  let lines = 0;
  for (let at = content.indexOf(lineFeed); at >= 0; at = content.indexOf(lineFeed, at + 1)) {
    lines += 1;
    if (lines > linesAtMost) throw differs(`${name} has more than ${linesAtMost} lines`);
  }
}

/** Offsets or block numbers of consecutive frames. */
function rangeOf({ file }: KnownFile, from: number, to: number): string {
  const { kind, first, frames } = file;
  const begin = from === 0 ? first : (frames[from - 1] as ArchiveFrame).last + 1;
  const { last } = frames[to] as ArchiveFrame;
  return `${kind === 'events' ? 'offsets' : 'blocks'} ${begin}-${last}`;
}

async function readBytes(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, at + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

async function withFile(known: KnownFile, use: (handle: FileHandle) => Promise<void>) {
  const handle = await opened(known);
  await use(handle).finally(() => handle.close());
}

/** @throws UserError if it is missing, is not a regular file, or cannot be read. */
async function opened(known: KnownFile): Promise<FileHandle> {
  const path = dayFilePath(known);
  sizeOfRegular(path);
  try {
    return await open(path, 'r');
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

function dayFilePath(known: KnownFile): string {
  return join(known.folder, dayFileNameOf(known));
}
