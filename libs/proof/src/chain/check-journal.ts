import type { LiveLedger } from '../source/live-ledger.js';
import { ChainWalk, type ChainPoint } from './chain-walk.js';
import { ChainIndex } from './chain-index.js';
import { walkChains } from './walk-chains.js';
import { describeLocation, type DamagedBlock } from './link.js';

/** Stray records with a sentence, at most: the oldest of each partition. */
const straysNamed = 1_000;

/**
 * Walks all chains, to the beginning of the journal's topic: returns the faults, oldest block
 * first, the number of blocks on chains, and the records off the chains that are not intact blocks.
 * @param tips the head of each partition's chain, by the ledger.
 */
export async function checkJournal(live: LiveLedger, tips: readonly ChainPoint[]) {
  const indexes = tips.map(({ head }, partition) => new ChainIndex(partition, head));
  const walks = tips.map((tip, partition) => {
    return new ChainWalk(partition, tip, undefined, indexes[partition]);
  });
  const damaged: DamagedBlock[] = [];
  let straysLeftOut = 0;
  await walkChains(live, new Map(walks.entries()), {
    isWhole: true,
    onDamaged: (block) => {
      damaged.push(block);
      if (damaged.length <= straysNamed) return;
      damaged.shift();
      straysLeftOut += 1;
    },
  });
  for (const walk of walks) walk.end();
  const faults = walks.flatMap((walk, partition) =>
    walk.faults.map((sentence) => `Partition ${partition}: ${sentence}`),
  );
  // Anyone with write access can leave a record that is not a block, or an altered copy. Such a
  // record is not on a chain.
  const strays = damaged.filter((each) => !walks.some((walk) => walk.hasNamed(each))).sort(byPlace);
  const more = straysLeftOut.toLocaleString('en');
  return {
    faults,
    strays: [
      ...strays.map((each) => describeStray(each, walks)),
      ...(straysLeftOut > 0 ? [`${more} newer records are not blocks either`] : []),
    ],
    onChain: walks.reduce((sum, { onChain }) => sum + onChain, 0),
    offChain: walks.reduce((sum, { offChain }) => sum + offChain, 0),
    recoveries: indexes.flatMap(({ acts }) => acts),
  };
}

function byPlace({ location: one }: DamagedBlock, { location: other }: DamagedBlock): number {
  return one.topicPartition - other.topicPartition || one.offset - other.offset;
}

function describeStray(damaged: DamagedBlock, walks: readonly ChainWalk[]): string {
  const where = describeLocation(damaged.location);
  const copied = walks.map((walk) => walk.copiedBy(damaged)).find((link) => link);
  if (copied) {
    return `Partition ${copied.partition}: a copy of block ${copied.block} was altered: ${where}`;
  }
  const [, partition, number] = /^\{"partition":(\d+),"block":(\d+),/.exec(damaged.text) ?? [];
  if (number === undefined) return `${where} is not a block`;
  return `Partition ${partition}: a block ${number} that is on no chain was altered: ${where}`;
}
