import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { WrittenLog } from '#testing/written-log';
import { editLines } from './testing/altered-archive.js';
import { WrittenLedger } from './testing/written-ledger.js';
import { proveArchive } from './verify-archive.js';

const { root } = WrittenLog.context;
const approvals = { 'table.reset': [{ from: 0, by: ['approve'] }] };
let ledger: WrittenLedger;

beforeEach(() => void (ledger = new WrittenLedger()));
afterEach(() => ledger.remove());

const prove = () => proveArchive(ledger.archive, root);

describe('acts of operators in an archive', () => {
  it('a rebuild is proven, and the blocks before it are kept without being folded', async () => {
    ledger.begin();
    await ledger.add(ledger.checkpoint('one'));
    ledger.play('2').act('rebuild', 0, -1).commit(5);
    const span = await ledger.add(ledger.checkpoint('second'));
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
    ledger.begin();
    await ledger.add(ledger.checkpoint('one'));
    const saved = ledger.snapshot;
    ledger.low = 5;
    ledger.play('2').restore(saved).commit(5);
    const span = await ledger.add(ledger.checkpoint('second'));
    expect(span).toMatchObject({ records: 4, blocks: 4, awards: 1 });
    expect(await prove()).toMatchObject({ awards: 2, blocks: 6, recoveries: [{ block: 5 }] });
  });

  it('a checkpoint behind which the ledger was restored since is refused, and the next is taken', async () => {
    const saved = ledger.begin().snapshot;
    ledger.play('2');
    const dead = ledger.checkpoint('one');
    ledger.restore(saved).commit(5);
    await expect(ledger.add(dead)).rejects.toThrow(
      'Partition 0: an act of an operator (restore, block 5) went back to before this checkpoint; write another one.',
    );
    expect(await ledger.add(ledger.checkpoint('second'))).toMatchObject({ added: true, awards: 2 });
    expect(await prove()).toMatchObject({ awards: 2 });
  });

  it('a restore behind the last span is named, and a copy without that span goes on', async () => {
    const saved = ledger.begin().snapshot;
    await ledger.add(ledger.checkpoint('one'));
    ledger.play('2');
    await ledger.add(ledger.checkpoint('second'));
    ledger.restore(saved).commit(5);
    const until = ledger.checkpoint('the third');
    await expect(ledger.add(until)).rejects.toThrow(
      'Partition 0: an act of an operator (restore, block 5) went back to before the end of span 2, the last one of the archive. Give --to a copy of the archive without 000002.manifest.json.',
    );
    const copy = ledger.path('copy');
    cpSync(ledger.archive, copy, { recursive: true });
    rmSync(join(copy, '000002.manifest.json'));
    const span = await ledger.add(until, { folder: copy });
    expect(span).toMatchObject({ span: 2, records: 4, awards: 1 });
    expect(await proveArchive(copy, root)).toMatchObject({ awards: 2, blocks: 6 });
  });

  it('a skip and another log are steps of the chain', async () => {
    ledger.begin();
    ledger.act('accept-log', 6, 5);
    ledger.play('2').act('skip', 10, 9);
    expect(await ledger.add(ledger.checkpoint('one'))).toMatchObject({ records: 10, blocks: 6 });
    expect(await prove()).toMatchObject({ awards: 2, recoveries: [{ block: 3 }, { block: 6 }] });
  });

  it('one that nobody has signed is named', async () => {
    ledger.begin().act('accept-log', 6, 5, { signature: 'ops-1:AAAA' });
    await expect(ledger.add(ledger.checkpoint('one'))).rejects.toThrow(
      'Journal: partition 0, block 3: the accept-log is not signed.',
    );
  });

  it('a span ends with a checkpoint of before a restore of the same place', async () => {
    ledger.log.configure('main').bet('main', 'T1', '1', 1);
    await ledger.add(ledger.commit().checkpoint('one'));
    const { position } = ledger.snapshot;
    ledger.act('skip', position, position - 1);
    ledger.snapshot = { ...ledger.snapshot, anchor: null };
    const saved = ledger.snapshot;
    const until = ledger.checkpoint('second');
    ledger.play('2').restore(saved).commit(5);
    expect(await ledger.add(until)).toMatchObject({ added: true, blocks: 1 });
    expect(await ledger.add(ledger.checkpoint('the third'))).toMatchObject({
      records: 4,
      awards: 1,
    });
    expect(await prove()).toMatchObject({ recoveries: [{ block: 2 }, { block: 5 }] });
  });

  it('one by one person is named also where its span ends before its place', async () => {
    ledger.log.configure('main').configure('main', { approvals });
    ledger.commit(1).act('rebuild', 0, -1);
    ledger.commit(1, 1);
    await ledger.add(ledger.checkpoint('one'));
    await ledger.add(ledger.commit(1).checkpoint('second'));
    await expect(prove()).rejects.toThrow(/block 4: the rebuild was signed by one person/);
  });

  it('one by one person is named where jackpots had approvals', async () => {
    ledger.log.configure('main', { approvals });
    ledger.play('1').act('accept-log', 6, 5);
    await expect(ledger.add(ledger.checkpoint('one'))).rejects.toThrow(/was signed by one person/);
  });
});
