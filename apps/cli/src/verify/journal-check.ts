import { loadAll, type Connections } from '../connections.js';
import { Failure } from '../failure.js';
import { readKeySet } from '../key-set.js';
import { chainOf, type ChainFault, type ChainPoint } from './chain.js';
import { nameOf, readJournal, type Damaged, type Journal } from './journal.js';
import { describeRecovery, recoveriesOf, whyRecoveryWrong } from './recovery.js';

/** What a walk over all chains found. */
export interface JournalCheck {
  readonly faults: readonly string[];
  readonly onChain: number;
  readonly beside: number;
  readonly recoveries: ReturnType<typeof recoveriesOf>;
}

/**
 * Walks the chain of every partition, without the log.
 * @throws Failure that names the first altered block.
 */
export async function verifyJournal(connections: Connections): Promise<void> {
  const snapshots = await loadAll(connections);
  const journal = await readJournal(connections, snapshots.length);
  const { faults, onChain, beside, recoveries } = checkJournal(journal, snapshots);
  const keys = recoveries.length > 0 ? readKeySet(connections.env.COMMAND_KEYS) : new Map();
  const wrong = recoveries.flatMap((block) => whyRecoveryWrong(block, keys) ?? []);
  const [first, ...others] = [...faults, ...wrong];
  if (first !== undefined) {
    const more = others.length > 0 ? ` ${others.length} more faults come behind it.` : '';
    throw new Failure(`The journal was altered. ${first.replace(/\.$/, '')}.${more}`);
  }
  const harmless = beside > 0 ? `; ${beside.toLocaleString('en')} more on no chain, unharmed` : '';
  process.stdout.write(
    `The journal is whole: ${onChain.toLocaleString('en')} blocks on the chains of ${snapshots.length} partitions${harmless}.\n`,
  );
  for (const block of recoveries) process.stdout.write(`Recovery: ${describeRecovery(block)}\n`);
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
