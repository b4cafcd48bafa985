import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { join } from 'node:path';
import { WrittenLog } from '#testing/written-log';
import type { Checkpoint } from '../checkpoint-file.js';
import type { Manifest } from './manifest.js';
import { editLines } from './testing/altered-archive.js';
import { WrittenLedger } from './testing/written-ledger.js';
import { proveArchive } from './verify-archive.js';

const { root } = WrittenLog.context;
let ledger: WrittenLedger;

beforeEach(() => void (ledger = new WrittenLedger()));
afterEach(() => ledger.remove());

/** A round with an award, and its records committed: four more. */
function play(round: string): WrittenLedger {
  ledger.log.bet('main', 'T1', round, 1).bet('main', 'T1', round, 2).bet('main', 'T1', round, 3);
  ledger.log.settle('main', 'T1', round, [{ seat: 1, hand: 'flush' }]);
  return ledger.commit();
}

function begin(): WrittenLedger {
  ledger.log.configure('main');
  return play('1');
}

const add = (until: string) => ledger.add(until);
const prove = () => proveArchive(ledger.archive, root);

/** Every file of the archive with its time and content. */
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
    begin();
    const first = await add(ledger.checkpoint('one'));
    expect(first).toMatchObject({ added: true, span: 1, records: 6, blocks: 2, awards: 1 });
    play('2');
    const second = await add(ledger.checkpoint('second'));
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
    begin();
    const path = ledger.checkpoint('one');
    const first = await add(path);
    const before = filesNow();
    expect(await add(path)).toEqual({ ...first, added: false });
    expect(filesNow()).toEqual(before);
  });

  it('goes on where the records and blocks before its last span were deleted', async () => {
    begin();
    await add(ledger.checkpoint('one'));
    ledger.low = 5;
    ledger.journalLow = 1;
    play('2');
    expect(await add(ledger.checkpoint('second'))).toMatchObject({ span: 2, records: 4 });
    expect(await prove()).toMatchObject({ records: 10, awards: 2 });
  });

  it('removes what a run has left that did not end, and says so', async () => {
    begin();
    await add(ledger.checkpoint('one'));
    play('2');
    const left = [
      '000002.checkpoint.json',
      '000002.manifest.json.part',
      'events/00/2026-11-21.000002.zst',
      'journal/00/2026-11-21.000002.zst.part',
    ];
    for (const name of left) writeFileSync(join(ledger.archive, name), 'half');
    writeFileSync(join(ledger.archive, 'notes.txt'), 'kept');
    expect(await add(ledger.checkpoint('second'))).toMatchObject({ added: true, removed: 4 });
    expect(existsSync(join(ledger.archive, 'notes.txt'))).toBe(true);
    expect(await prove()).toMatchObject({ records: 10 });
  });

  it('writes no manifest where a block is not what the log gives', async () => {
    begin();
    const path = ledger.checkpoint('one');
    const bet = ledger.log.records[2]?.value?.toString() ?? '';
    Object.assign(ledger.log.records[2] as object, { value: Buffer.from(bet.replace('1000', '2000')) }); // prettier-ignore
    await expect(add(path)).rejects.toThrow(
      /^Partition 0: .*block 1 of partition 0 \(offsets 0-2\)/,
    );
    expect(readdirSync(ledger.archive)).not.toContain('000001.manifest.json');
  });

  it.each([
    ['holds another ledger', { newestMs: 7 }, 'the checkpoint holds another ledger than the fold.'],
    ['names another last record', { anchor: 'a' }, 'the checkpoint names another last record'],
  ])('writes no manifest where the checkpoint %s than the fold', async (_, own, sentence) => {
    begin();
    const forged = ledger.checkpoint('forged', {}, own);
    await expect(add(forged)).rejects.toThrow(`Partition 0: ${sentence}`);
    expect(readdirSync(ledger.archive)).not.toContain('000001.manifest.json');
  });

  it('names an altered block of the journal', async () => {
    begin();
    ledger.journal[0] = ledger.journal[0]?.replace('"digest":"', '"digest":"0') ?? '';
    await expect(add(ledger.checkpoint('one'))).rejects.toThrow(
      'Journal of partition 0: block 1 (offsets 0-2) was altered',
    );
  });

  it('says that the journal is needed from the block that the checkpoint names as sent', async () => {
    begin();
    const sent = { block: 1, partition: 2, offset: 0 };
    await add(ledger.checkpoint('one', {}, { sent }));
    play('2');
    await add(ledger.checkpoint('second'));
    await add(ledger.checkpoint('the third'));
    const places = [1, 2, 3].map((number) => {
      const text = readFileSync(join(ledger.archive, `00000${number}.manifest.json`), 'utf8');
      const { content } = JSON.parse(text) as { content: Manifest };
      return content.partitions[0]?.until.journal;
    });
    const last = { partition: 2, offset: 3 };
    expect(places).toEqual([{ partition: 2, offset: 0 }, last, last]);
  });

  it('refuses a checkpoint that is no end of a span, each with its sentence', async () => {
    begin();
    const path = ledger.checkpoint('one');
    const { content } = JSON.parse(readFileSync(path, 'utf8')) as { content: Checkpoint };
    const some = ledger.checkpoint('some', { ledger: content.ledger.slice(0, 2) });
    await expect(add(some)).rejects.toThrow('has 2 of 3 partitions, and the log has 3');
    const early = ledger.checkpoint('early', {}, { verified: false });
    await expect(add(early)).rejects.toThrow('was written with --unverified');
    const stray = ledger.checkpoint('stray', {}, { head: 'a'.repeat(64) });
    await expect(add(stray)).rejects.toThrow(
      'Block 2 of partition 0, with which the checkpoint ends, is not on the ledger’s chain',
    );
    await expect(add(ledger.path('none'))).rejects.toThrow(
      '--until: the checkpoint cannot be read',
    );
    play('2');
    await add(ledger.checkpoint('second'));
    await expect(add(path)).rejects.toThrow(/ends after this checkpoint: .* Give a later one\./);
    const authority = ledger.snapshot.authority.replaceAll('test-ledger', 'other');
    const stranger = ledger.checkpoint('stranger', {}, { authority }, 'other');
    await expect(add(stranger)).rejects.toThrow(
      'is an archive of the ledger test-ledger, and the checkpoint is of other: name another folder.',
    );
  });

  it('says that records are gone before it touches anything', async () => {
    begin();
    await add(ledger.checkpoint('one'));
    play('2');
    const left = join(ledger.archive, 'events/00/2026-11-21.000002.zst');
    writeFileSync(left, 'of a run that did not end');
    ledger.low = 8;
    await expect(add(ledger.checkpoint('second'))).rejects.toThrow(
      'Partition 0: the records from offset 6 are gone, the log begins at offset 8.',
    );
    expect(existsSync(left)).toBe(true);
  });

  it('refuses a key that the checkpoint does not have', async () => {
    begin();
    const path = ledger.checkpoint('one');
    const key = readFileSync(ledger.path('key.jwk'), 'utf8').replace('ops-1', 'ops-2');
    writeFileSync(ledger.path('key.jwk'), key);
    await expect(add(path)).rejects.toThrow(/^COMMAND_KEY: its key must be in force in the checkpoint, with the role adjust\. .*There is no key ops-2/); // prettier-ignore
  });
});

describe('acts of operators in an archive', () => {
  it('a rebuild is proven, and the blocks before it are kept without being folded', async () => {
    begin();
    await add(ledger.checkpoint('one'));
    play('2').act('rebuild', 0, -1).commit(5);
    const span = await add(ledger.checkpoint('second'));
    expect(span).toMatchObject({ records: 10, blocks: 5, awards: 2 });
    const facts = await prove();
    expect(facts).toMatchObject({ awards: 2, blocks: 7, recoveries: [{ block: 5 }] });
    const altered = (line: string): string => line.replace('"at":"2026', '"at":"2027');
    const isNot = 'Partition 0: block 3 is not the one that follows.';
    editLines(ledger.archive, 2, 'journal', ([first = '', ...more]) => [altered(first), ...more]);
    await expect(prove()).rejects.toThrow(isNot);
    editLines(ledger.archive, 2, 'journal', (lines) => lines.slice(1));
    await expect(prove()).rejects.toThrow(isNot);
  });

  it('a restore is proven: what the ledger had lost is kept, and what came instead counts', async () => {
    begin();
    await add(ledger.checkpoint('one'));
    const saved = ledger.snapshot;
    ledger.low = 5;
    play('2').restore(saved).commit(5);
    const span = await add(ledger.checkpoint('second'));
    expect(span).toMatchObject({ records: 4, blocks: 4, awards: 1 });
    expect(await prove()).toMatchObject({ awards: 2, blocks: 6, recoveries: [{ block: 5 }] });
  });

  it('a checkpoint behind which the ledger was restored since is refused, and the next is taken', async () => {
    const saved = begin().snapshot;
    play('2');
    const dead = ledger.checkpoint('one');
    ledger.restore(saved).commit(5);
    await expect(add(dead)).rejects.toThrow(
      'Partition 0: an act of an operator (restore, block 5) has gone back behind this checkpoint; write another one.',
    );
    expect(await add(ledger.checkpoint('second'))).toMatchObject({ added: true, awards: 2 });
    expect(await prove()).toMatchObject({ awards: 2 });
  });

  it('a restore behind the last span is named, and a copy without that span goes on', async () => {
    const saved = begin().snapshot;
    await add(ledger.checkpoint('one'));
    play('2');
    await add(ledger.checkpoint('second'));
    ledger.restore(saved).commit(5);
    const until = ledger.checkpoint('the third');
    await expect(add(until)).rejects.toThrow(
      'Partition 0: an act of an operator (restore, block 5) has gone back behind span 2, with which the archive ends. Give --to a copy of the archive without 000002.manifest.json.',
    );
    const copy = ledger.path('copy');
    cpSync(ledger.archive, copy, { recursive: true });
    rmSync(join(copy, '000002.manifest.json'));
    const span = await ledger.add(until, { folder: copy });
    expect(span).toMatchObject({ span: 2, records: 4, awards: 1 });
    expect(await proveArchive(copy, root)).toMatchObject({ awards: 2, blocks: 6 });
  });

  it('a skip and another log are steps of the chain', async () => {
    begin();
    ledger.act('accept-log', 6, 5);
    play('2').act('skip', 10, 9);
    expect(await add(ledger.checkpoint('one'))).toMatchObject({ records: 10, blocks: 6 });
    expect(await prove()).toMatchObject({ awards: 2, recoveries: [{ block: 3 }, { block: 6 }] });
  });

  it('one that nobody has signed is named', async () => {
    begin().act('accept-log', 6, 5, { signature: 'ops-1:AAAA' });
    await expect(add(ledger.checkpoint('one'))).rejects.toThrow(
      'Journal: partition 0, block 3: the accept-log is not signed.',
    );
  });

  it('one by one person is named where jackpots had approvals', async () => {
    ledger.log.configure('main', { approvals: { 'table.reset': [{ from: 0, by: ['approve'] }] } });
    play('1').act('accept-log', 6, 5);
    await expect(add(ledger.checkpoint('one'))).rejects.toThrow(/was signed by one person/);
  });
});

describe('a folder', () => {
  it('without an archive proves nothing', async () => {
    await expect(prove()).rejects.toThrow('archive has no manifest of an archive.');
  });

  it('in which the last manifest was taken away goes on where the one before it ends', async () => {
    begin();
    await add(ledger.checkpoint('one'));
    play('2');
    const path = ledger.checkpoint('second');
    await add(path);
    rmSync(join(ledger.archive, '000002.manifest.json'));
    expect(await prove()).toMatchObject({ records: 6 });
    expect(await add(path)).toMatchObject({ span: 2, removed: 3 });
    renameSync(ledger.archive, ledger.path('elsewhere'));
    expect(await proveArchive(ledger.path('elsewhere'), root)).toMatchObject({ records: 10 });
  });
});
