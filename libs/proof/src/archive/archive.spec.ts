import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { WrittenLog } from '#testing/written-log';
import type { Checkpoint } from '../checkpoint-file.js';
import type { Manifest } from './manifest.js';
import { WrittenLedger } from './testing/written-ledger.js';
import { proveArchive } from './verify-archive.js';

const { root } = WrittenLog.context;
let ledger: WrittenLedger;

beforeEach(() => void (ledger = new WrittenLedger()));
afterEach(() => ledger.remove());

const prove = () => proveArchive(ledger.archive, root);

/** Every file of the archive, with its time and content. */
function filesNow(): string[] {
  const names = readdirSync(ledger.archive, { recursive: true }).map(String).toSorted();
  return names.map((name) => {
    const path = join(ledger.archive, name);
    const { mtimeMs } = statSync(path);
    return statSync(path).isFile() ? `${name} ${mtimeMs} ${readFileSync(path, 'hex')}` : name;
  });
}

describe('archive', () => {
  it('writes span after span, which prove every award since the first record', async () => {
    ledger.begin();
    const first = await ledger.add(ledger.checkpoint('one'));
    expect(first).toMatchObject({ added: true, span: 1, records: 6, blocks: 2, awards: 1 });
    ledger.play('2');
    const second = await ledger.add(ledger.checkpoint('second'));
    expect(second).toMatchObject({ added: true, span: 2, records: 4, blocks: 2, awards: 1 });
    expect(second.partitions[0]).toEqual({ partition: 0, from: 6, until: 10, records: 4 });
    expect(await prove()).toMatchObject({
      agrees: true,
      ledger: 'test-ledger',
      partitions: 3,
      records: 10,
      awards: 2,
      blocks: 4,
      jackpots: 1,
      tables: 1,
      spans: [
        { span: 1, since: null, digest: first.digest },
        { span: 2, since: first.until, until: second.until, digest: second.digest },
      ],
    });
  });

  it('of a checkpoint that it has already changes nothing', async () => {
    ledger.begin();
    const path = ledger.checkpoint('one');
    const first = await ledger.add(path);
    const before = filesNow();
    expect(await ledger.add(path)).toEqual({ ...first, added: false });
    expect(filesNow()).toEqual(before);
  });

  it('goes on where the records and blocks before its last span were deleted', async () => {
    ledger.begin();
    await ledger.add(ledger.checkpoint('one'));
    ledger.low = 5;
    ledger.journalLow = 1;
    ledger.play('2');
    expect(await ledger.add(ledger.checkpoint('second'))).toMatchObject({ span: 2, records: 4 });
    expect(await prove()).toMatchObject({ records: 10, awards: 2 });
  });

  it('removes what a run has left that did not end, and says so', async () => {
    ledger.begin();
    await ledger.add(ledger.checkpoint('one'));
    ledger.play('2');
    const left = [
      '000002.checkpoint.json',
      '000002.manifest.json.part',
      'events/00/2026-11-21.000002.zst',
      'journal/00/2026-11-21.000002.zst.part',
    ];
    for (const name of left) writeFileSync(join(ledger.archive, name), 'half');
    writeFileSync(join(ledger.archive, 'notes.txt'), 'kept');
    expect(await ledger.add(ledger.checkpoint('second'))).toMatchObject({
      added: true,
      removed: 4,
    });
    expect(existsSync(join(ledger.archive, 'notes.txt'))).toBe(true);
    expect(await prove()).toMatchObject({ records: 10 });
  });

  it('writes no manifest where a block is not what the log gives', async () => {
    ledger.begin();
    const path = ledger.checkpoint('one');
    const bet = ledger.log.records[2]?.value?.toString() ?? '';
    Object.assign(ledger.log.records[2] as object, {
      value: Buffer.from(bet.replace('1000', '2000')),
    });
    await expect(ledger.add(path)).rejects.toThrow(
      /^Partition 0: .*block 1 of partition 0 \(offsets 0-2\)/,
    );
    expect(readdirSync(ledger.archive)).not.toContain('000001.manifest.json');
  });

  it.each([
    ['holds another ledger', { newestMs: 7 }, 'the checkpoint holds another ledger than the fold.'],
    ['names another last record', { anchor: 'a' }, 'the checkpoint names another last record'],
  ])('writes no manifest where the checkpoint %s than the fold', async (_, own, sentence) => {
    ledger.begin();
    const forged = ledger.checkpoint('forged', {}, own);
    await expect(ledger.add(forged)).rejects.toThrow(`Partition 0: ${sentence}`);
    expect(readdirSync(ledger.archive)).not.toContain('000001.manifest.json');
  });

  it('names an altered block of the journal', async () => {
    ledger.begin();
    ledger.journal[0] = ledger.journal[0]?.replace('"digest":"', '"digest":"0') ?? '';
    await expect(ledger.add(ledger.checkpoint('one'))).rejects.toThrow(
      'Journal of partition 0: block 1 (offsets 0-2) was altered',
    );
  });

  it('says that the journal is needed from the block that the checkpoint names as sent', async () => {
    ledger.begin();
    const sent = { block: 1, partition: 2, offset: 0 };
    await ledger.add(ledger.checkpoint('one', {}, { sent }));
    ledger.play('2');
    await ledger.add(ledger.checkpoint('second'));
    await ledger.add(ledger.checkpoint('the third'));
    const places = [1, 2, 3].map((number) => {
      const text = readFileSync(join(ledger.archive, `00000${number}.manifest.json`), 'utf8');
      const { content } = JSON.parse(text) as { content: Manifest };
      return content.partitions[0]?.until.journal;
    });
    const last = { partition: 2, offset: 3 };
    expect(places).toEqual([{ partition: 2, offset: 0 }, last, last]);
  });

  it('refuses a checkpoint that is no end of a span, each with its sentence', async () => {
    ledger.begin();
    const path = ledger.checkpoint('one');
    const { content } = JSON.parse(readFileSync(path, 'utf8')) as { content: Checkpoint };
    const some = ledger.checkpoint('some', { ledger: content.ledger.slice(0, 2) });
    await expect(ledger.add(some)).rejects.toThrow('has 2 of 3 partitions, and the log has 3');
    const early = ledger.checkpoint('early', {}, { verified: false });
    await expect(ledger.add(early)).rejects.toThrow('was written with --unverified');
    const stray = ledger.checkpoint('stray', {}, { head: 'a'.repeat(64) });
    await expect(ledger.add(stray)).rejects.toThrow(
      'Block 2 of partition 0, with which the checkpoint ends, is not on the ledger’s chain',
    );
    await expect(ledger.add(ledger.path('none'))).rejects.toThrow(
      '--until: the checkpoint cannot be read',
    );
    ledger.play('2');
    await ledger.add(ledger.checkpoint('second'));
    await expect(ledger.add(path)).rejects.toThrow(
      /ends after this checkpoint: .* Give a later one\./,
    );
    const authority = ledger.snapshot.authority.replaceAll('test-ledger', 'other');
    const stranger = ledger.checkpoint('stranger', {}, { authority }, 'other');
    await expect(ledger.add(stranger)).rejects.toThrow(
      'is an archive of the ledger test-ledger, and the checkpoint is of other: name another folder.',
    );
  });

  it('says that records are gone before it touches anything', async () => {
    ledger.begin();
    await ledger.add(ledger.checkpoint('one'));
    ledger.play('2');
    const left = join(ledger.archive, 'events/00/2026-11-21.000002.zst');
    writeFileSync(left, 'of a run that did not end');
    ledger.low = 8;
    await expect(ledger.add(ledger.checkpoint('second'))).rejects.toThrow(
      'Partition 0: the records from offset 6 are gone, the log begins at offset 8.',
    );
    expect(existsSync(left)).toBe(true);
  });

  it('refuses a key that the checkpoint does not have', async () => {
    ledger.begin();
    const path = ledger.checkpoint('one');
    const key = readFileSync(ledger.path('key.jwk'), 'utf8').replace('ops-1', 'ops-2');
    writeFileSync(ledger.path('key.jwk'), key);
    await expect(ledger.add(path)).rejects.toThrow(
      /^COMMAND_KEY: its key must be in force in the checkpoint, with the role adjust\. .*There is no key ops-2/,
    );
  });
});

describe('a folder', () => {
  it('without an archive proves nothing', async () => {
    await expect(prove()).rejects.toThrow('archive has no manifest of an archive.');
  });

  it('in which the last manifest was taken away goes on where the one before it ends', async () => {
    ledger.begin();
    await ledger.add(ledger.checkpoint('one'));
    ledger.play('2');
    const path = ledger.checkpoint('second');
    await ledger.add(path);
    rmSync(join(ledger.archive, '000002.manifest.json'));
    expect(await prove()).toMatchObject({ records: 6 });
    expect(await ledger.add(path)).toMatchObject({ span: 2, removed: 3 });
    renameSync(ledger.archive, ledger.path('elsewhere'));
    expect(await proveArchive(ledger.path('elsewhere'), root)).toMatchObject({ records: 10 });
  });
});
