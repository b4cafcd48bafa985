import { chainOf, type ChainPoint } from './chain.js';
import { describeLocation, type DamagedBlock, type Journal } from './journal.js';
import { recoveriesOf } from './recovery-block.js';

/**
 * Walks over all chains: the faults, oldest block first, and how many blocks are on chains.
 * @param tips the head of each partition's chain, by the ledger.
 */
export function checkJournal(journal: Journal, tips: readonly ChainPoint[]) {
  const chains = tips.map((tip, partition) => chainOf(partition, tip, journal));
  const links = chains.flatMap((chain) => chain.links);
  const named = new Set(chains.flatMap(({ faults }) => faults.map(({ damaged }) => damaged)));
  const faults = chains.flatMap((chain, partition) =>
    chain.faults.map(({ sentence }) => `Partition ${partition}: ${sentence}`),
  );
  // A copy of a block, or a block on no chain, must be intact too.
  const stray = journal.damaged.filter((damaged) => !named.has(damaged));
  return {
    faults: [...faults, ...stray.map((damaged) => describeStray(damaged, journal))],
    onChain: links.length,
    offChain: journal.links.size - links.length,
    recoveries: recoveriesOf(links),
  };
}

function describeStray({ text, location }: DamagedBlock, { links }: Journal): string {
  const where = describeLocation(location);
  const copied = links.get(/"hash":"([0-9a-f]{64})"\}$/.exec(text)?.[1] ?? '');
  if (copied) {
    return `Partition ${copied.partition}: a copy of block ${copied.block} was altered: ${where}`;
  }
  const [, partition, number] = /^\{"partition":(\d+),"block":(\d+),/.exec(text) ?? [];
  if (number === undefined) return `${where} is no block`;
  return `Partition ${partition}: a block ${number} that is on no chain was altered: ${where}`;
}
