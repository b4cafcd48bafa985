import { sha256 } from '#ledger';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '#contract/exit-codes';
import { newKey, rootOf } from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';
import { checkpointName, manifestName } from './archive-names.js';

import { editManifest } from './testing/altered-archive.js';
import { ThreeSpans } from './testing/three-spans.js';
import { proveArchive } from './verify-archive.js';

/** Changes that somebody makes to an archive of three spans, with the sentence that names each. */
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
const refused: ThreeSpans['refused'] = (root) => spans.refused(root);

const expectRefused: ThreeSpans['expectRefused'] = (...said) => spans.expectRefused(...said);

function editText(path: string, edit: (text: string) => string): void {
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}

describe('an archive that was altered', () => {
  // clause 32
  it('is proven as it was written', async () => {
    expect(await refused()).toEqual(['nothing was refused', 0]);
  });

  it('names the manifest or the checkpoint in which a byte was changed', async () => {
    for (const path of [manifest(2), join(folder, checkpointName(2))]) {
      const whole = readFileSync(path);
      for (let at = 0; at < whole.length; at += 97) {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] as number) ^ 1;
        writeFileSync(path, bytes);
        const [sentence, code] = await refused();
        expect([at, sentence, code]).toEqual([
          at,
          expect.stringContaining(path),
          exitCodes.differs,
        ]);
      }
      writeFileSync(path, whole);
    }
  });

  it('names the file of a day in which a byte was changed, with its partition and offsets', async () => {
    const bytes = readFileSync(events(2));
    bytes[40] = (bytes[40] as number) ^ 1;
    writeFileSync(events(2), bytes);
    await expectRefused(`${events(2)} was altered: partition 0, offsets 5-7.`);
  });

  it.each([
    [
      'a manifest in the middle',
      () => rmSync(manifest(2)),
      () => `${manifest(2)} is missing, but ${manifest(3)} exists.`,
    ],
    ['the first manifest', () => rmSync(manifest(1)), () => `${manifest(1)} is missing`],
    [
      'a checkpoint',
      () => rmSync(join(folder, checkpointName(3))),
      () => `${join(folder, checkpointName(3))} is missing.`,
    ],
    ['the file of a day', () => rmSync(events(2)), () => `${events(2)} is missing.`],
  ])('names %s that is missing', async (_, remove, sentence) => {
    remove();
    await expectRefused(sentence());
  });

  it.each<[string, (path: string) => void]>([
    [
      'a link to the same file',
      (path) => (renameSync(path, join(folder, 'x')), symlinkSync(join(folder, 'x'), path)),
    ],
    ['a link to a device', (path) => (rmSync(path), symlinkSync('/dev/zero', path))],
    ['a pipe', (path) => (rmSync(path), execFileSync('mkfifo', [path]))],
    ['a folder', (path) => (rmSync(path), mkdirSync(path))],
  ])('names %s in the place of a file, and does not open it', async (_, replace) => {
    for (const path of [events(2), manifest(2), join(folder, checkpointName(2))]) {
      replace(path);
      await expectRefused(`${path} is not a regular file`);
      rmSync(path, { recursive: true });
      spans.restore();
    }
  });

  it('names a manifest that is too large to be one, and does not read it', async () => {
    truncateSync(manifest(2), 64 * 1024 * 1024 + 1);
    await expectRefused(
      `${manifest(2)} has 67108865 bytes, and at most 67108864 are allowed: it was not read.`,
    );
  });

  it('names files that were swapped', async () => {
    renameSync(events(2), join(folder, 'x'));
    renameSync(events(1), events(2));
    renameSync(join(folder, 'x'), events(1));
    await expectRefused(`${events(1)} has the content of events/00/2026-11-21.000002.zst.`);
  });

  it('names manifests and checkpoints that were swapped', async () => {
    writeFileSync(manifest(2), spans.kept.get(manifestName(3)) as Buffer);
    await expectRefused(`${manifest(2)} is the manifest of span 3`);
    writeFileSync(manifest(2), spans.kept.get(manifestName(2)) as Buffer);
    writeFileSync(join(folder, checkpointName(2)), spans.kept.get(checkpointName(3)) as Buffer);
    await expectRefused(`${join(folder, checkpointName(2))} is another checkpoint than`);
  });

  it('is refused where it does not end with the manifest that was expected: the last spans are gone', async () => {
    const digest = (number: number): string => sha256(readFileSync(manifest(number)));
    const [second, third] = [digest(2), digest(3)];
    const prove = () => proveArchive(folder, WrittenLog.context.root, third);
    expect(await prove()).toMatchObject({ agrees: true });
    rmSync(manifest(3));
    expect(await refused()).toEqual(['nothing was refused', 0]);
    await expect(prove()).rejects.toMatchObject({
      message: `${manifest(2)}, with which the archive ends, has the SHA-256 ${second}, and --expect is ${third}: take the copy of the archive that ends with that.`,
      exitCode: exitCodes.differs,
    });
  });

  it('names a manifest that nobody has signed, or another than who may', async () => {
    editText(manifest(3), (text) => text.replace(/"signature": ".*"/, '"signature": null'));
    await expectRefused(`${manifest(3)} is not signed`);
    editManifest(folder, 3, () => undefined, newKey('ops-1'));
    await expectRefused(`The signature of ${manifest(3)} is not valid.`);
    editManifest(folder, 3, () => undefined, newKey('stranger'));
    await expectRefused(
      `The signature of ${manifest(3)} is not valid.`,
      'There is no key stranger',
    );
  });

  it('names a manifest that is not what was written to the byte, and a checkpoint that is unsigned', async () => {
    editText(manifest(3), (text) => `${text}\n`);
    await expectRefused(`${manifest(3)} was edited: its content does not fit its digest.`);
    writeFileSync(manifest(3), '{}');
    await expectRefused(`${manifest(3)} is not a manifest of an archive, or was edited.`);
    writeFileSync(manifest(3), spans.kept.get(manifestName(3)) as Buffer);
    const checkpoint = join(folder, checkpointName(3));
    editText(checkpoint, (text) => text.replace(/"signature": ".*"/, '"signature": null'));
    await expectRefused(`${checkpoint} is not signed`);
  });

  it('names a manifest of another ledger, also where its key is the same', async () => {
    editManifest(folder, 2, (content) => (content.ledger = 'other'));
    await expectRefused(
      `${manifest(2)} is of the ledger other, but the archive is of test-ledger.`,
    );
    editManifest(folder, 1, (content) => (content.ledger = 'other'));
    await expectRefused(`${manifest(1)} names another ledger, cluster, time or edition`);
  });

  it('names a manifest that does not follow the one before it, or does not end with its checkpoint', async () => {
    editManifest(folder, 2, (content) => (content.at = '2026-11-21T00:00:00.000Z'));
    await expectRefused(`${manifest(3)} follows the manifest with SHA-256 `);
    editManifest(folder, 2, (content) => {
      (content.partitions[0] as (typeof content.partitions)[0]).from.position = 4;
    });
    await expectRefused(
      `${manifest(2)}: partition 0 does not begin where the span before it ends.`,
    );
    writeFileSync(manifest(2), spans.kept.get(manifestName(2)) as Buffer);
    editManifest(folder, 3, (content) => {
      (content.partitions[0] as (typeof content.partitions)[0]).until.state = 'f'.repeat(64);
    });
    await expectRefused(`${manifest(3)}: partition 0 does not end as the checkpoint does.`);
    writeFileSync(manifest(3), spans.kept.get(manifestName(3)) as Buffer);
    editManifest(folder, 1, (content) => void content.partitions.pop());
    await expectRefused(`${manifest(1)}: a partition does not end as the checkpoint does.`);
  });

  it('is not judged by another root, a build of an older edition, or a program of an older format', async () => {
    const [sentence, code] = await refused(rootOf(newKey('root')).root);
    expect(sentence).toContain(`${manifest(1)} is of a ledger whose keys began with the root `);
    expect(code).toBe(exitCodes.config);
    editManifest(folder, 3, (content) => (content.editions = [1, 2]));
    await expectRefused(`${manifest(3)}: newer-edition.`, 'install a newer one', exitCodes.failed);
    editText(manifest(3), (text) => text.replace('"version": 1', '"version": 2'));
    await expectRefused(`${manifest(3)} is a manifest of version 2`, '', exitCodes.failed);
    editManifest(
      folder,
      3,
      (content) => void Object.assign(content, { partitions: null, editions: [1] }),
    );
    await expectRefused(`${manifest(3)} is not a manifest of an archive (`);
    writeFileSync(manifest(3), 'no JSON');
    await expectRefused(`${manifest(3)} is not a manifest of an archive`);
  });
});
