import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sha256 } from '#ledger';
import { checkFile, dayFileNameOf, readLines, type KnownFile } from './day-reader.js';
import { DayWriter } from './day-writer.js';

const day = Date.parse('2026-11-21T23:59:59.999Z');
let folder: string;
let files: KnownFile[];

/** Two days of partition 3: offsets 5 to 14 in frames of two lines, and 15 to 16. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'jackpot-days-'));
  const place = { folder, kind: 'events', partition: 3, span: 7 } as const;
  const writer = new DayWriter(place, '2026-11-20', 40);
  for (let offset = 5; offset < 17; offset += 1) {
    await writer.add(
      offset,
      `line ${String(offset).padStart(2, '0')} of about 20`,
      offset < 15 ? day : day + 1,
    );
  }
  files = (await writer.end()).map((file) => ({ folder, partition: 3, span: 7, file }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const first = (): KnownFile => files[0] as KnownFile;
const path = (known: KnownFile): string => join(folder, dayFileNameOf(known));
const check = (known: KnownFile): Promise<void> => {
  const names = new Map(files.map((each) => [each.file.sha256, dayFileNameOf(each)]));
  return checkFile(known, (hash) => names.get(hash));
};

async function linesOf(known: KnownFile): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of readLines(known)) lines.push(...some);
  return lines;
}

describe('the files of an archive', () => {
  it('are one for each UTC day, and give the lines that were written', async () => {
    expect(files.map(dayFileNameOf)).toEqual([
      'events/03/2026-11-21.000007.zst',
      'events/03/2026-11-22.000007.zst',
    ]);
    expect(files.map(({ file }) => [file.first, file.last, file.records])).toEqual([
      [5, 14, 10],
      [15, 16, 2],
    ]);
    expect(first().file.frames.map(({ last }) => last)).toEqual([6, 8, 10, 12, 14]);
    const lines = await linesOf(first());
    expect(lines).toEqual(
      Array.from({ length: 10 }, (_, n) => `line ${String(n + 5).padStart(2, '0')} of about 20`),
    );
    for (const known of files) await check(known);
  });

  it('are zstd frames one after the other, as any program reads them', () => {
    const bytes = readFileSync(path(first()));
    let [text, at] = ['', 0];
    for (const frame of first().file.frames) {
      text += zstdDecompressSync(bytes.subarray(at, (at += frame.bytes))).toString();
    }
    expect(at).toBe(bytes.length);
    expect(text.split('\n')).toHaveLength(11);
  });

  it('never go back by a day, whatever time a line has', async () => {
    const writer = new DayWriter({ folder, kind: 'journal', partition: 0, span: 1 }, '2026-11-21');
    await writer.add(1, 'a', 0);
    await writer.add(2, 'b', day + 1);
    await writer.add(3, 'c', day);
    const days = (await writer.end()).map((file) => [file.day, file.records]);
    expect(days).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 2],
    ]);
  });

  it('name the file, the partition and the offsets of the frame, whichever byte is changed', async () => {
    const whole = readFileSync(path(first()));
    const { frames } = first().file;
    let ends = 0;
    for (const [index, frame] of frames.entries()) {
      const range = `offsets ${5 + 2 * index}-${6 + 2 * index}`;
      const begins = ends;
      ends += frame.bytes;
      for (let at = begins; at < ends; at += 1) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
        writeFileSync(path(first()), bytes);
        const sentence = `${path(first())} was altered: partition 3, ${range}.`;
        await expect(check(first())).rejects.toThrow(sentence);
        await expect(linesOf(first())).rejects.toThrow(sentence);
      }
    }
  });

  it('are not read where a frame has more lines than anybody writes, however well they are signed', async () => {
    const known = first();
    const bytes = zstdCompressSync(Buffer.alloc(250_001, '\n'));
    writeFileSync(path(known), bytes);
    const frame = { last: 14, bytes: bytes.length, sha256: sha256(bytes) };
    const file = { ...known.file, bytes: bytes.length, frames: [frame] };
    await expect(linesOf({ ...known, file })).rejects.toThrow(
      /^frame 1 of .* has more than 250000 lines/,
    );
  });

  it('say that one is missing, cut off, longer, or another one', async () => {
    const known = first();
    const [, second] = files as [KnownFile, KnownFile];
    appendFileSync(path(known), 'x');
    const { bytes } = known.file;
    await expect(check(known)).rejects.toThrow(`has ${bytes + 1} bytes instead of ${bytes}.`);
    truncateSync(path(known), bytes - 1);
    await expect(check(known)).rejects.toThrow(
      `zst was cut off: it has ${bytes - 1} of ${bytes} bytes; damaged: partition 3, offsets 13-14.`,
    );
    copyFileSync(path(second), path(known));
    await expect(check(known)).rejects.toThrow(
      `${path(known)} has the content of events/03/2026-11-22.000007.zst.`,
    );
    rmSync(path(known));
    await expect(check(known)).rejects.toThrow(`${path(known)} is missing.`);
  });
});
