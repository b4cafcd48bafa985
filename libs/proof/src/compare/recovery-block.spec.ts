import { signRecord } from '#contract';
import { commitOf, foldRecords } from '#engine';
import {
  blockText,
  chainBlock,
  journalGenesis,
  recoveryText,
  StateDigest,
  type JournalBlock,
  type Recovery,
} from '#ledger';
import type { LogRecord } from '#log';
import { emptyState, serializeTable } from '#pools';
import {
  authorityOf,
  newKey,
  rootOf,
  signingKey,
  testLedger,
  type TestKey,
} from '#testing/test-keys';
import { WrittenLog } from '#testing/written-log';
import { ChainIndex } from '../chain/chain-index.js';
import { emptyOrigin } from '../fold/origin.js';
import { describeRecovery, whyRecoveryWrong } from './recovery-block.js';
import { Refold } from '../fold/refold.js';
import { walkOf } from '../testing/chain.js';

const { context, partition } = WrittenLog;

const [key, clerk, boss] = [newKey(), newKey('clerk'), newKey('boss')];
const [deputy, spare] = [newKey('deputy'), newKey('spare')];
const authority = authorityOf(
  rootOf(newKey('root')).root,
  signingKey(key, { holder: 'Alice', roles: ['adjust'] }),
  signingKey(spare, { holder: 'Alice', roles: ['adjust', 'approve'] }),
  signingKey(boss, { holder: 'Bob', roles: ['approve'] }),
  signingKey(deputy, { holder: 'Carol', roles: ['adjust'] }),
  signingKey(clerk, { roles: ['configure', 'operate'] }),
);
const at = '2026-11-21T04:00:00.000Z';

/** A service that folds and commits records, and an operator who may act on its ledger. */
class Service {
  state = emptyState();
  digest = new StateDigest();
  readonly blocks: JournalBlock[] = [];

  commit(records: readonly LogRecord[]): this {
    const folded = foldRecords(this.state, records, context);
    const { tip, digest } = this;
    const before = { ...tip, partitions: 3, clusterId: 'c', anchor: 'a', digest };
    this.blocks.push(commitOf(this.state, folded, before).block);
    return this;
  }

  act(act: Recovery['act'], from: number, to: number, changes = {}): this {
    const content = { act, reason: 'log-trimmed', note: 'checked with the broker’s people' };
    const { head: previous, block } = this.tip;
    const range = { partition, block: block + 1, from, to, previous };
    const text = Buffer.from(recoveryText(range, content));
    const signature = signRecord(testLedger, text, key.kid, key.privateKey);
    const recovery = { ...content, signature };
    if (act === 'rebuild') {
      this.state = emptyState();
      this.digest = new StateDigest();
    }
    const digests = { digest: '', state: this.digest.root() };
    this.blocks.push(chainBlock({ ...range, at, postings: [], ...digests, recovery, ...changes }));
    return this;
  }

  /** @param before all records that the checkpoint had applied */
  restore(before: readonly LogRecord[]): this {
    const { state, digest } = new Service().commit(before);
    Object.assign(this, { state, digest });
    return this.act('restore', before.length, before.length - 1);
  }

  get tip() {
    const last = this.blocks.at(-1);
    const { hash: head = journalGenesis, block = 0 } = last ?? {};
    return { position: (last?.to ?? -1) + 1, head, block };
  }

  verify(records: readonly LogRecord[]): Refold {
    const { faults } = this.chain;
    expect(faults).toEqual([]);
    const { index } = this;
    const own = { partitions: 3, clusterId: 'c', root: context.root };
    const refold = new Refold(emptyOrigin(), own);
    for (const block of this.blocks) {
      const { from, to, recovery } = block;
      const isUndone = index.isUndone(block);
      const taken = recovery || isUndone ? [] : records.slice(from, to + 1);
      refold.add({ block, records: taken, isUndone });
    }
    return refold;
  }

  get index(): ChainIndex {
    const index = new ChainIndex(partition, this.tip.head);
    for (const [place, link] of [...this.chain.links].reverse().entries()) {
      index.onLink(link, place);
    }
    return index;
  }

  get acts() {
    return this.index.acts;
  }

  private get chain() {
    return walkOf(partition, this.tip, this.blocks.map(blockText));
  }
}

function playedLog(): LogRecord[] {
  const log = new WrittenLog().configure('main');
  for (const round of ['1', '2', '3', '4']) {
    log.bet('main', 'T1', round, 1).settle('main', 'T1', round, [{ seat: 1, hand: 'flush' }]);
  }
  return log.records;
}

describe('a refold passes', () => {
  const records = playedLog();

  it('skipped offsets, without reading them from the log', () => {
    const service = new Service().commit(records.slice(0, 4)).act('skip', 4, 5);
    service.commit(records.slice(6, 8)).commit(records.slice(8));
    const refold = service.verify(records);
    expect(service.index.stretches).toEqual([
      { from: 0, to: 4 },
      { from: 6, to: 10 },
    ]);
    expect(refold).toMatchObject({ mismatch: undefined, records: 8, state: service.state });
  });

  it('an accepted log, without a gap', () => {
    const service = new Service().commit(records.slice(0, 4)).act('accept-log', 4, 3);
    const refold = service.commit(records.slice(4)).verify(records);
    expect(service.index.stretches).toEqual([{ from: 0, to: 10 }]);
    expect(refold).toMatchObject({ mismatch: undefined, records: 10, state: service.state });
  });

  it('a rebuild, after which it starts from an empty ledger', () => {
    const service = new Service().commit(records.slice(0, 7)).act('rebuild', 0, -1);
    service.commit(records.slice(0, 3)).commit(records.slice(3));
    const refold = service.verify(records);
    expect(refold).toMatchObject({ mismatch: undefined, records: 10, state: service.state });
    expect(refold.awards).toBe(4);
    expect([...refold.state.tables.values()].map(serializeTable)).toEqual(
      [...service.state.tables.values()].map(serializeTable),
    );
  });

  it('a restored checkpoint: what the ledger had after it is folded again, in other blocks', () => {
    const service = new Service().commit(records.slice(0, 4)).commit(records.slice(4, 6));
    service.commit(records.slice(6, 8)).restore(records.slice(0, 4));
    service.commit(records.slice(4, 7)).commit(records.slice(7));
    expect(service.index).toMatchObject({ undone: [[2, 3]], stretches: [{ from: 0, to: 10 }] });
    const refold = service.verify(records);
    expect(refold).toMatchObject({ mismatch: undefined, records: 10, state: service.state });
    expect(refold.awards).toBe(4);
  });

  it('checkpoints that were restored one after the other, each older than the last', () => {
    const service = new Service().commit(records.slice(0, 2)).commit(records.slice(2, 6));
    service.commit(records.slice(6)).restore(records.slice(0, 6)).commit(records.slice(6, 8));
    service.restore(records.slice(0, 2)).commit(records.slice(2, 7)).commit(records.slice(7));
    expect(service.index).toMatchObject({ undone: [[2, 5]], stretches: [{ from: 0, to: 10 }] });
    const refold = service.verify(records);
    expect(refold).toMatchObject({ mismatch: undefined, records: 10, state: service.state });
  });

  it('no restored ledger that is not what the log gives there, and names the act', () => {
    const service = new Service().commit(records.slice(0, 4)).commit(records.slice(4));
    const { state, digest } = new Service().commit(records.slice(0, 3));
    Object.assign(service, { state, digest });
    service.act('restore', 4, 3).commit(records.slice(4));
    expect(service.verify(records).mismatch).toMatchObject({ found: { block: 3, from: 4, to: 3 } });
  });

  it('no restore to an offset at which no block ends', () => {
    const service = new Service().commit(records.slice(0, 4)).commit(records.slice(4));
    service.restore(records.slice(0, 3));
    expect(() => service.index).toThrow(
      `Journal of partition ${partition}: the ledger was restored to offset 3, which is within block 1, so no checkpoint was made there.`,
    );
  });

  it('an act as the last block, which leaves no anchor to compare', () => {
    const service = new Service().commit(records.slice(0, 4)).act('skip', 4, 5);
    expect(service.verify(records)).toMatchObject({
      mismatch: undefined,
      anchor: undefined,
      records: 4,
    });
    expect(new Service().commit(records).verify(records).anchor).toMatch(/^[0-9a-f]{64}$/);
  });

  it('no block that hides a record after a skip, and names it', () => {
    const honest = new Service().commit(records.slice(0, 4)).commit(records.slice(4));
    const hiding = new Service().commit(records.slice(0, 4)).act('skip', 4, 5);
    hiding.state = honest.state;
    hiding.commit(records.slice(6));
    expect(hiding.verify(records).mismatch).toMatchObject({ found: { block: 3, from: 6, to: 9 } });
  });
});

describe('an act of an operator', () => {
  const whyWrong = (service: Service) =>
    service.acts.map((block) => whyRecoveryWrong(block, authority))[0];

  it('is valid if it is signed by a key that may adjust', () => {
    const service = new Service().act('skip', 0, 4).act('accept-log', 5, 4).act('rebuild', 0, -1);
    expect(service.acts.map((block) => whyRecoveryWrong(block, authority))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    ['another range', { to: 5 }, /The signature by ops-1 does not fit/],
    ['another block before it', { previous: 'e'.repeat(64) }, /does not fit/],
  ])('that was signed for %s is not valid', (_what, change, sentence) => {
    const [block] = new Service().act('skip', 0, 4).acts as [JournalBlock];
    expect(whyRecoveryWrong(chainBlock({ ...block, ...change }), authority)).toMatch(sentence);
  });

  it('by a key without the role, or by an unknown key, is not valid', () => {
    const [block] = new Service().act('skip', 0, 4).acts as [JournalBlock];
    const recovery = block.recovery as Recovery;
    const signedBy = ({ kid, privateKey }: TestKey) => {
      const text = Buffer.from(recoveryText(block, recovery));
      const signature = signRecord(testLedger, text, kid, privateKey);
      return whyRecoveryWrong({ ...block, recovery: { ...recovery, signature } }, authority);
    };
    expect(signedBy(clerk)).toMatch(/without the role adjust/);
    expect(signedBy(newKey('ghost'))).toMatch(/There is no key ghost/);
  });

  it('stays valid when its key is revoked, and none by a key of another ledger is', () => {
    const [block] = new Service().act('skip', 0, 4).acts as [JournalBlock];
    const own = [...authority.keys.values()];
    const later = { ...authority, keys: new Map(), retired: own };
    expect(whyRecoveryWrong(block, later)).toBeUndefined();
    expect(whyRecoveryWrong(block, { ...authority, ledger: 'another' })).toMatch(/does not fit/);
    expect(whyRecoveryWrong(block, emptyState().authority)).toMatch(/There is no key ops-1/);
  });

  const twice = (second: TestKey, change: Partial<JournalBlock> = {}): JournalBlock => {
    const [block] = new Service().act('skip', 0, 4).acts as [JournalBlock];
    const recovery = block.recovery as Recovery;
    const text = Buffer.from(recoveryText({ ...block, ...change }, recovery));
    const countersignature = signRecord(testLedger, text, second.kid, second.privateKey);
    return chainBlock({ ...block, recovery: { ...recovery, countersignature } });
  };

  it.each([
    ['may approve', boss],
    ['may adjust', deputy],
  ])('is valid if another person who %s has countersigned it', (_what, second) => {
    expect(whyRecoveryWrong(twice(second), authority)).toBeUndefined();
    expect(describeRecovery(twice(second))).toContain(`signed by ops-1 and ${second.kid}: `);
  });

  it.each([
    ['the same key', twice(key), /was signed twice by Alice/],
    ['another key of the same person', twice(spare), /was signed twice by Alice/],
    ['a key that may do neither', twice(clerk), /by a key without the role adjust or approve/],
    ['an unknown key', twice(newKey('ghost')), /is not countersigned. There is no key ghost/],
    ['somebody who saw another act', twice(boss, { to: 9 }), /signature by boss does not fit/],
  ])('that was countersigned by %s is not valid', (_what, block, sentence) => {
    expect(whyRecoveryWrong(block, authority)).toMatch(sentence);
  });

  it('may post no money and must name a range that fits', () => {
    const money = [{ jackpot: 'main', pool: '1', reserve: '0', house: '-1', players: '0' }];
    expect(whyWrong(new Service().act('skip', 0, 4, { postings: money }))).toMatch(
      /a skip posts money/,
    );
    for (const [act, from, to] of [
      ['skip', 5, 3],
      ['accept-log', 5, 5],
      ['rebuild', 0, 0],
      ['restore', 5, 5],
      ['restore', -1, -2],
    ] as const) {
      const [block] = new Service().act(act, from, to).blocks as [JournalBlock];
      expect(whyRecoveryWrong(block, authority)).toMatch(/cannot go from offset/);
    }
  });
});
