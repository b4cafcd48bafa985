import { chainOf, type ChainFault, type ChainPoint } from './chain.js';
import { nameOf, type Damaged, type Journal } from './journal.js';
import { recoveriesOf } from './recovery-block.js';

/** What a walk over all chains found. */
export interface JournalCheck {
  readonly faults: readonly string[];
  readonly onChain: number;
  readonly beside: number;
  readonly recoveries: ReturnType<typeof recoveriesOf>;
}

/** Every fault of the journal, by partition, the oldest block first. */
export function checkJournal(journal: Journal, tips: readonly ChainPoint[]): JournalCheck {
  const faults: string[] = [];
  const named = new Set<Damaged | null>();
  const recoveries = [];
  let onChain = 0;
  for (const [partition, tip] of tips.entries()) {
    const chain = chainOf(partition, tip, journal);
    faults.push(...chain.faults.map((fault) => sentence(partition, fault)));
    for (const { damaged } of chain.faults) named.add(damaged);
    recoveries.push(...recoveriesOf(chain.links));
    onChain += chain.links.length;
  }
  // A copy of a block, or a block on no chain, must be whole too.
  for (const damaged of journal.damaged) {
    if (!named.has(damaged)) faults.push(strayDamage(damaged, journal));
  }
  return { faults, onChain, beside: journal.links.size - onChain, recoveries };
}

function sentence(partition: number, fault: ChainFault): string {
  return `Partition ${partition}: ${fault.sentence}`;
}

function strayDamage({ text, place }: Damaged, { links }: Journal): string {
  const hash = /"hash":"([0-9a-f]{64})"\}$/.exec(text)?.[1] ?? '';
  const [, partition, number] = /^\{"partition":(\d+),"block":(\d+),/.exec(text) ?? [];
  const copied = links.get(hash);
  if (copied) {
    return `Partition ${copied.partition}: a copy of block ${copied.block} was altered: ${nameOf(place)}`;
  }
  if (number === undefined) return `${nameOf(place)} is no block`;
  return `Partition ${partition}: a block ${number} that is on no chain was altered: ${nameOf(place)}`;
}
