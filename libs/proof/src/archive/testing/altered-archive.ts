import { sha256 } from '#ledger';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { signRecord } from '#contract';
import { testLedger, type TestKey } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';
import { dayName, manifestName, type ArchiveKind } from '../archive-names.js';
import { writeManifest, type DayFile, type Manifest } from '../manifest.js';

/** A manifest with writable members, as people could edit it. */
export type Editable<T> = T extends object
  ? { -readonly [Member in keyof T]: Editable<T[Member]> }
  : T;

/** Edits a manifest and signs it again, as only the holder of the key can. */
export function editManifest(
  folder: string,
  number: number,
  edit: (content: Editable<Manifest>) => void,
  { kid, privateKey }: Pick<TestKey, 'kid' | 'privateKey'> = WrittenLog.keys.signer,
): void {
  const path = join(folder, manifestName(number));
  const { content } = JSON.parse(readFileSync(path, 'utf8')) as { content: Editable<Manifest> };
  edit(content);
  const sign = (text: string): string => signRecord(testLedger, Buffer.from(text), kid, privateKey);
  writeFileSync(path, writeManifest(content, sign));
}

/** Edits the lines of the only file of a kind, and its manifest to match. */
export function editLines(
  folder: string,
  number: number,
  kind: ArchiveKind,
  edit: (lines: string[]) => string[],
): void {
  editManifest(folder, number, ({ partitions }) => {
    for (const { partition, files } of partitions) {
      const file = files.find((each) => each.kind === kind) as Editable<DayFile> | undefined;
      if (!file) continue;
      const path = join(folder, dayName(kind, partition, file.day, number));
      const lines = zstdDecompressSync(readFileSync(path)).toString().split('\n').slice(0, -1);
      const frame = zstdCompressSync(
        edit(lines)
          .map((line) => `${line}\n`)
          .join(''),
      );
      writeFileSync(path, frame);
      const [bytes, hash] = [frame.length, sha256(frame)];
      Object.assign(file, { bytes, sha256: hash });
      file.frames = [{ last: file.last, bytes, sha256: hash }];
    }
  });
}
