import { hash } from 'node:crypto';
import { journalGenesis } from '#ledger';
import type { LogRecord } from '#log';
import { ChainWalk } from '../../libs/proof/src/chain/chain-walk.js';
import { ChainIndex } from '../../libs/proof/src/chain/chain-index.js';
import { walkChains } from '../../libs/proof/src/chain/walk-chains.js';
import { KafkaSource } from '../../libs/proof/src/source/kafka-source.js';
import { readAlong } from '../../libs/proof/src/source/partition-source.js';
import { journalLedger } from '../../libs/proof/src/testing/journal-ledger.js';

const bytesOfHash = 32;
const beganAtMs = Date.parse('2026-11-21T04:00:00.000Z');
const digest = 'd'.repeat(64);
const state = 'e'.repeat(64);
const posting = {
  jackpot: 'fortune-main',
  pool: '35000000',
  reserve: '2500000',
  house: '12500000',
  players: '-50000000',
  held: '0',
};
const postings = JSON.stringify([posting]);
const netted = JSON.stringify([Object.values(posting)]);

/**
 * A chain of blocks with one event each, of which only the hashes are kept, outside the heap: a
 * record is written when it is read. The texts are concatenated by hand, because the product's own
 * code would take longer than the measured work; each is compared with that code to the byte.
 */
export class GeneratedChain {
  private readonly hashes: Buffer;

  constructor(readonly blocks: number) {
    this.hashes = Buffer.alloc(blocks * bytesOfHash);
    let previous = journalGenesis;
    for (let index = 0; index < blocks; index += 1) {
      const content = `[0,${index + 1},${index},${index},"${timeOf(index)}",${netted},"${digest}","${state}","${previous}"]`;
      previous = hash('sha256', content, 'hex');
      this.hashes.write(previous, index * bytesOfHash, 'hex');
    }
  }

  hashOf(index: number): string {
    const from = index * bytesOfHash;
    return index < 0 ? journalGenesis : this.hashes.toString('hex', from, from + bytesOfHash);
  }

  recordAt(offset: number): LogRecord {
    const text = `{"partition":0,"block":${offset + 1},"from":${offset},"to":${offset},"at":"${timeOf(offset)}","postings":${postings},"digest":"${digest}","state":"${state}","previous":"${this.hashOf(offset - 1)}","hash":"${this.hashOf(offset)}"}`;
    const value = Buffer.from(text);
    return { partition: 0, offset, recordedAtMs: beganAtMs, key: null, value, headers: {} };
  }
}

/**
 * Walks a chain back and reads it forwards again, as `verify` does, without counting the hashes.
 */
export async function walkGeneratedChain(count: number, say: (line: string) => void) {
  const chain = new GeneratedChain(count);
  say(`generated ${count.toLocaleString('en')} blocks`);
  const ofHashes = count * bytesOfHash;
  let most = 0;
  const look = (): void => void (most = Math.max(most, process.memoryUsage.rss() - ofHashes));
  const timer = setInterval(look, 100);
  const connections = journalLedger(count, (offset) => chain.recordAt(offset));
  const tip = { position: count, head: chain.hashOf(count - 1), block: count };
  const index = new ChainIndex(0, tip.head);
  const walk = new ChainWalk(0, tip, undefined, index);
  const begunAt = performance.now();
  await walkChains(connections, new Map([[0, walk]]));
  walk.end();
  const walkedMs = performance.now() - begunAt;
  say(`walked in ${Math.round(walkedMs / 1_000)} s`);
  if (walk.faults.length > 0 || walk.onChain !== count) throw new Error(walk.faults[0]);
  const source = new KafkaSource(connections, 0, index.oldestFirst, 0);
  const isUndone = () => true;
  const range = { partition: 0, head: journalGenesis, block: 0, last: count, isUndone };
  let read = 0;
  // As if all were undone: the records of the log belong to another measurement.
  const blocks = readAlong(source, range);
  while (!(await blocks.next()).done) {
    read += 1;
    if (read % 1_000 === 0) look();
  }
  if (read !== count) throw new Error(`${read} blocks were read of ${count}`);
  clearInterval(timer);
  const readMs = performance.now() - begunAt - walkedMs;
  return { blocks: count, walkedMs, readMs, residentMegabytes: Math.round(most / 1024 / 1024) };
}

function timeOf(index: number): string {
  return new Date(beganAtMs + index * 150).toISOString();
}
