import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

/** A record of the log in the form of the archive's files. */
export interface ArchivedRecord {
  readonly offset: number;
  readonly timestampMs: number;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, Buffer>>;
}

interface Manifest {
  readonly content: {
    readonly number: number;
    readonly partitions: readonly {
      readonly partition: number;
      readonly files: readonly {
        readonly kind: 'events' | 'journal';
        readonly day: string;
        readonly frames: readonly { readonly bytes: number }[];
      }[];
    }[];
  };
}

type Bytes = string | { readonly base64: string } | null;

interface Line {
  readonly offset: number;
  readonly time: number;
  readonly value: Bytes;
  readonly headers: readonly (readonly [string, Bytes])[];
}

/**
 * Reads the records of one partition by libs/proof/src/archive/README.md alone: a second opinion
 * must not use the program's own reader.
 * @throws Error if an offset has no record, or two records that are not equal
 */
export function archivedRecords(archive: string, partition: number): ArchivedRecord[] {
  const lines = new Map<number, string>();
  const manifests = readdirSync(archive).filter((name) => name.endsWith('.manifest.json'));
  for (const name of manifests.sort()) {
    const { content } = JSON.parse(readFileSync(join(archive, name), 'utf8')) as Manifest;
    const span = String(content.number).padStart(6, '0');
    const own = content.partitions.find((each) => each.partition === partition);
    for (const { kind, day, frames } of own?.files ?? []) {
      if (kind !== 'events') continue;
      const folder = join(archive, kind, String(partition).padStart(2, '0'));
      const file = readFileSync(join(folder, `${day}.${span}.zst`));
      for (const line of linesOf(file, frames)) {
        const { offset } = JSON.parse(line) as Line;
        if ((lines.get(offset) ?? line) !== line)
          throw new Error(`offset ${offset} is there twice`);
        lines.set(offset, line);
      }
    }
  }
  return Array.from({ length: lines.size }, (_, offset) => {
    const line = lines.get(offset);
    if (line === undefined) throw new Error(`offset ${offset} is missing`);
    return recordOf(JSON.parse(line) as Line);
  });
}

function linesOf(file: Buffer, frames: readonly { readonly bytes: number }[]): string[] {
  let from = 0;
  const texts = frames.map(({ bytes }) => {
    from += bytes;
    return String(zstdDecompressSync(file.subarray(from - bytes, from)));
  });
  return texts.flatMap((text) => text.split('\n').filter((line) => line !== ''));
}

function recordOf({ offset, time, value, headers }: Line): ArchivedRecord {
  const given = headers.map(([name, bytes]) => [name, bytesOf(bytes) ?? Buffer.alloc(0)] as const);
  return { offset, timestampMs: time, value: bytesOf(value), headers: Object.fromEntries(given) };
}

function bytesOf(bytes: Bytes): Buffer | null {
  if (bytes === null) return null;
  return typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes.base64, 'base64');
}
