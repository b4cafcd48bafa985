import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { exitCodes } from '#contract/exit-codes';
import { sha256, blockText, chainBlock, readBlock, type JournalBlock } from '#ledger';
import { WrittenLog } from '#testing/written-log';
import { manifestName } from './archive-names.js';
import { readLimits } from './archive-trim.js';

import { editLines, editManifest } from './testing/altered-archive.js';
import { ThreeSpans } from './testing/three-spans.js';

/**
 * Changes that a permitted signer makes to an archive of three spans, with the sentence that names
 * each.
 */
let spans: ThreeSpans;
let folder: string;

beforeAll(async () => {
  spans = await ThreeSpans.write();
  folder = spans.folder;
});
beforeEach(() => spans.restore());
afterAll(() => spans.remove());

const manifest = (number: number): string => spans.manifest(number);
const events = (number: number): string => spans.events(number);

const expectRefused: ThreeSpans['expectRefused'] = (...said) => spans.expectRefused(...said);

describe('a manifest that was forged by who may sign', () => {
  type Content = Parameters<Parameters<typeof editManifest>[2]>[0];
  type File = Content['partitions'][0]['files'][0];
  const file = (content: Content): File => content.partitions[0]?.files[0] as File;
  const frame = (content: Content) => file(content).frames[0] as File['frames'][0];

  it.each<[string, (content: Content) => unknown, string]>([
    [
      'a day leads out of the folder',
      (all) => (file(all).day = '../../../evil/2026-11-23'),
      'partitions.0.files.0.day',
    ],
    [
      'a kind is another',
      (all) => Object.assign(file(all), { kind: '..' }),
      'partitions.0.files.0.kind',
    ],
    ['a number has a fraction', (all) => (file(all).bytes += 0.5), 'partitions.0.files.0.bytes'],
    ['a number is below zero', (all) => (file(all).first = -1), 'partitions.0.files.0.first'],
    [
      'a number is no safe integer',
      (all) => ((all.partitions[0] as Content['partitions'][0]).records = 2 ** 60),
      'partitions.0.records',
    ],
    ['a hash is none', (all) => (file(all).sha256 = 'F'.repeat(64)), 'partitions.0.files.0.sha256'],
    [
      'there is a member more',
      (all) => Object.assign(file(all), { note: 'x' }),
      'partitions.0.files.0 has no member note',
    ],
    [
      'there is a member less',
      (all) => Object.assign(file(all), { frames: undefined }),
      'partitions.0.files.0.frames is missing',
    ],
    ['a file has no frames', (all) => (file(all).frames = []), 'partitions.0.files.0.frames'],
    [
      'frames do not cover the file',
      (all) => (frame(all).bytes += 1),
      'partitions.0.files.0.frames must have the bytes of the file',
    ],
    [
      'frames end elsewhere',
      (all) => (frame(all).last += 1),
      'partitions.0.files.0.frames must end with the last of the file',
    ],
    [
      'a frame is larger than memory',
      (all) => (file(all).bytes = frame(all).bytes = 2 ** 50),
      'partitions.0.files.0.frames.0.bytes',
    ],
    ['a time is none', (all) => (all.at = 'yesterday'), 'at '],
    ['the root is none', (all) => Object.assign(all.root, { keys: [] }), 'its root: '],
    ['there are no editions', (all) => (all.editions = []), 'editions'],
  ])('is refused where %s, by verify and by archive-trim', async (_, edit, fault) => {
    editManifest(folder, 3, (content) => void edit(content));
    const sentence = `${manifest(3)} is not a manifest of an archive (${fault}`;
    await expectRefused(sentence);
    const { root } = WrittenLog.context;
    await expect(readLimits(folder, root)).rejects.toMatchObject({
      message: expect.stringContaining(sentence) as string,
      exitCode: exitCodes.differs,
    });
  });

  it.each([
    ['is no zstd', () => Buffer.from('no frame'), 'cannot be unpacked ('],
    ['was cut off', (frame: Buffer) => frame.subarray(0, -9), 'cannot be unpacked ('],
    ['is no UTF-8', () => zstdCompressSync(Buffer.from([0xff, 0x0a])), 'is not UTF-8.'],
    ['ends within a line', () => zstdCompressSync('{}'), 'does not end with a line feed.'],
  ])('is refused where a frame %s', async (_, made, end) => {
    const bytes = made(readFileSync(events(3)));
    writeFileSync(events(3), bytes);
    editManifest(folder, 3, (content) => {
      const changes = { bytes: bytes.length, sha256: sha256(bytes) };
      Object.assign(file(content), changes);
      Object.assign(frame(content), changes);
    });
    await expectRefused(`${manifest(3)}: frame 1 of ${events(3)} `, end);
  });

  it.each(['events', 'journal'] as const)(
    'is refused where %s stand in the file of another day',
    async (kind) => {
      const [path, other] = ['21', '22'].map((day) =>
        join(folder, `${kind}/00/2026-11-${day}.000003.zst`),
      ) as [string, string];
      renameSync(path, other);
      editManifest(folder, 3, ({ partitions }) => {
        for (const each of partitions[0]?.files ?? [])
          if (each.kind === kind) each.day = '2026-11-22';
      });
      const what = kind === 'events' ? 'offset 8' : 'block 4';
      await expectRefused(
        `${manifest(3)}: Partition 0: ${what} is of 2026-11-21, but is in the file of 2026-11-22.`,
      );
      rmSync(other);
    },
  );
});

describe('an archive whose records were forged by who may sign', () => {
  const inManifest = (number: number): string => `${manifest(number)}: `;

  it('names the first block that its records do not give', async () => {
    editLines(folder, 3, 'events', (lines) =>
      lines.map((line) => line.replace(String.raw`\"stake\":1000`, String.raw`\"stake\":9000`)),
    );
    await expectRefused(
      `${inManifest(3)}Partition 0: jackpot main: block 4 of partition 0 (offsets 8-10) posts `,
    );
  });

  it.each([
    [
      'the first is left out',
      (lines: string[]) => lines.slice(1),
      'the next record is at offset 8, but in the files it is 9.',
    ],
    [
      'the last is left out',
      (lines: string[]) => lines.slice(0, -1),
      'the next record is at offset 10, but in the files it is none.',
    ],
    [
      'one is added',
      (lines: string[]) => [...lines, (lines[0] as string).replace('8', '11')],
      'the next record is at offset none, but in the files it is 11.',
    ],
  ])('is refused where %s', async (_, edit, sentence) => {
    editLines(folder, 3, 'events', edit);
    await expectRefused(inManifest(3), sentence);
  });

  it.each(['{}', 'null', '{"offset":8', '{"offset":8,"time":0,"key":null,"value":null}'])(
    'is refused where a line is no record: %s',
    async (line) => {
      editLines(folder, 3, 'events', (lines) => [line, ...lines.slice(1)]);
      await expectRefused(
        `${inManifest(3)}Partition 0: a line of events/00/2026-11-21.000003.zst is not as \`archive\` writes it: ${line}.`,
      );
    },
  );

  it('is refused where a line says the same in another way', async () => {
    editLines(folder, 3, 'events', (lines) => lines.map((line) => line.replace(':', ': ')));
    await expectRefused(inManifest(3), 'is not as `archive` writes it');
  });

  it('is refused where a block is left out, or is none to the byte', async () => {
    editLines(folder, 3, 'journal', (lines) => lines.slice(1));
    await expectRefused(inManifest(3), 'block 4 is not the one that follows');
    writeFileSync(manifest(2), spans.kept.get(manifestName(2)) as Buffer);
    editLines(folder, 3, 'journal', () => ['{"partition":0}']);
    await expectRefused(inManifest(3), 'block 4 is not the one that follows');
  });

  it('is refused where a forged block has the right place in the chain', async () => {
    editLines(folder, 3, 'journal', ([line = '']) => {
      const block = readBlock(line) as JournalBlock;
      return [blockText(chainBlock({ ...block, digest: 'f'.repeat(64) }))];
    });
    await expectRefused(inManifest(3), 'the awards, exceptions or values that it sends are not');
  });

  it('is refused where blocks are said to be undone, and no act has undone them', async () => {
    editManifest(folder, 3, (content) => {
      (content.partitions[0] as (typeof content.partitions)[0]).undone = [[4, 4]];
    });
    await expectRefused(inManifest(3), 'the fold ends at offset 8');
  });

  it('is refused where a manifest counts otherwise', async () => {
    editManifest(folder, 3, (content) => {
      (content.partitions[0] as (typeof content.partitions)[0]).awards = 2;
    });
    await expectRefused(inManifest(3), 'Partition 0 has 1 awards, and by the manifest 2.');
  });
});
