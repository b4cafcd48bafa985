import { sha256 } from '#ledger';
import { createHash } from 'node:crypto';
import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import { dayName, dayOf, type ArchiveKind } from './archive-names.js';
import type { DayFile, ArchiveFrame } from './manifest.js';

const compress = promisify(zstdCompress);
const params = { [constants.ZSTD_c_checksumFlag]: 1 };

/** Bytes of lines that are compressed together; a longer line has a frame of its own. */
const bytesPerFrame = 4 * 1024 * 1024;

/** Place for a span's files of one kind and partition. */
interface DayFilesPlace {
  readonly folder: string;
  readonly kind: ArchiveKind;
  readonly partition: number;
  readonly span: number;
}

/**
 * Writes the lines of a partition, one file per UTC day, frame by frame: compresses one frame while
 * it collects the next. Days never go back, so the lines of a file are consecutive.
 */
export class DayWriter {
  private readonly files: DayFile[] = [];
  private file: OpenFile | undefined;
  private lines: string[] = [];
  private bytes = 0;
  private last = -1;
  /** The frame that is being compressed and written. */
  private writing: Promise<void> = Promise.resolve();

  /** @param day of the last line before this span */
  constructor(
    private readonly place: DayFilesPlace,
    private day: string,
    private readonly frameBytes = bytesPerFrame,
  ) {}

  /** @param id offset of the record, or number of the block; @param timeMs of a four-digit year */
  async add(id: number, line: string, timeMs: number): Promise<void> {
    const day = dayOf(timeMs);
    if (day > this.day) {
      await this.endFile();
      this.day = day;
    }
    this.file ??= await OpenFile.begin(this.place, this.day, id);
    this.file.records += 1;
    this.lines.push(line, '\n');
    this.bytes += Buffer.byteLength(line) + 1;
    this.last = id;
    if (this.bytes >= this.frameBytes) await this.endFrame();
  }

  /** Writes the rest to disk. @returns the files. */
  async end(): Promise<readonly DayFile[]> {
    await this.endFile();
    return this.files;
  }

  /** Closes the open file after a failed run. */
  async abandon(): Promise<void> {
    await this.writing.catch(() => undefined);
    await this.file?.handle.close().catch(() => undefined);
  }

  private async endFrame(): Promise<void> {
    const { file, last } = this;
    if (!file || this.lines.length === 0) return;
    const text = this.lines.join('');
    this.lines = [];
    this.bytes = 0;
    await this.writing;
    this.writing = file.write(text, last);
    // It is awaited before the next frame; until then nobody handles a failure.
    this.writing.catch(() => undefined);
  }

  private async endFile(): Promise<void> {
    const { file } = this;
    if (!file) return;
    await this.endFrame();
    await this.writing;
    this.files.push(await file.end(this.last));
    this.file = undefined;
  }
}

class OpenFile {
  records = 0;
  private bytes = 0;
  private readonly frames: ArchiveFrame[] = [];
  private readonly hash = createHash('sha256');

  private constructor(
    private readonly place: DayFilesPlace,
    private readonly day: string,
    private readonly first: number,
    private readonly path: string,
    readonly handle: FileHandle,
  ) {}

  static async begin(place: DayFilesPlace, day: string, first: number): Promise<OpenFile> {
    const { folder, kind, partition, span } = place;
    const path = join(folder, dayName(kind, partition, day, span));
    await mkdir(dirname(path), { recursive: true });
    return new OpenFile(place, day, first, path, await open(`${path}.part`, 'wx'));
  }

  async write(text: string, last: number): Promise<void> {
    const frame = await compress(text, { params });
    await this.handle.appendFile(frame);
    this.hash.update(frame);
    this.bytes += frame.length;
    this.frames.push({ last, bytes: frame.length, sha256: sha256(frame) });
  }

  async end(last: number): Promise<DayFile> {
    const { day, bytes, records, first, frames } = this;
    await this.handle.sync();
    await this.handle.close();
    await rename(`${this.path}.part`, this.path);
    await syncFolder(dirname(this.path));
    const hash = this.hash.digest('hex');
    return { kind: this.place.kind, day, bytes, sha256: hash, records, first, last, frames };
  }
}

/** Flushes the names in a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}
