import { journalGenesis } from '#ledger';
import { nameOf, type Damaged, type Journal, type Link } from './journal.js';

/** A place on a partition's chain: the hash and number of a block, and the position behind it. */
export interface ChainPoint {
  readonly position: number;
  readonly head: string;
  readonly block: number;
}

export const firstPoint: ChainPoint = { position: 0, head: journalGenesis, block: 0 };

/** A block that is not there, or not as it was written. */
export interface ChainFault {
  readonly block: number;
  readonly damaged: Damaged | null;
  readonly sentence: string;
}

export interface Chain {
  /** From the first block behind the start to the ledger's head, without those at fault. */
  readonly links: readonly Link[];
  /** The oldest first. */
  readonly faults: readonly ChainFault[];
}

/**
 * Follows the chain of one partition from the ledger's head back to `start`. A block at fault is
 * named, and the walk goes on behind it as long as the block before it can be told.
 */
export function chainOf(
  partition: number,
  tip: ChainPoint,
  journal: Journal,
  start: ChainPoint = firstPoint,
): Chain {
  const links: Link[] = [];
  const faults: ChainFault[] = [];
  const fault = (block: number, sentence: string, damaged: Damaged | null = null): void => {
    faults.push({ block, damaged, sentence });
  };
  let wanted = tip.head;
  let number = tip.block;
  /** Where the wanted block must end; null behind a rebuild, which says nothing of it. */
  let behind: number | null = tip.position;
  while (wanted !== start.head) {
    if (wanted === journalGenesis) {
      fault(number, `block ${start.block} (${start.head}) is not on the ledger’s chain`);
      break;
    }
    const link = journal.links.get(wanted);
    if (!link) {
      const damaged = damagedBlock(journal.damaged, partition, number, wanted);
      const before = damaged && linkBefore(journal, damaged, partition, number);
      fault(number, sentenceOf(number, wanted, behind, damaged, before), damaged);
      if (!before) break;
      ({ hash: wanted, block: number } = before);
      behind = before.to === null ? null : before.to + 1;
      continue;
    }
    if (links.length + faults.length === 0 && link.block !== number) {
      fault(number, `the ledger says that its last block is ${number}, and it is ${link.block}`);
      number = link.block;
    }
    const misfit = whyMisfit(link, partition, number, behind);
    if (misfit) fault(link.block, misfit);
    links.push(link);
    wanted = link.previous;
    number -= 1;
    behind = link.recovery?.recovery?.act === 'rebuild' ? null : link.from;
  }
  if (wanted === start.head && behind !== null && behind !== start.position) {
    const first = `the first block begins at offset ${behind}, not at ${start.position}`;
    fault(start.block + 1, first);
  }
  return { links: links.reverse(), faults: faults.reverse() };
}

function whyMisfit(
  link: Link,
  partition: number,
  number: number,
  behind: number | null,
): string | null {
  const { block, from, to, recovery } = link;
  if (link.partition !== partition) return `block ${block} is of partition ${link.partition}`;
  if (block !== number) return `block ${block} stands in the place of block ${number}`;
  if (behind !== null && to !== behind - 1) {
    return `block ${block} ends at ${to}, not at offset ${behind - 1}`;
  }
  return to < from && !recovery ? `block ${block} goes from offset ${from} to ${to}` : null;
}

/**
 * The damaged record that was the wanted block. One altered byte is either before the hash, which
 * then still ends the text, or in it, and then the partition and the number still begin it.
 */
function damagedBlock(
  damaged: readonly Damaged[],
  partition: number,
  number: number,
  wanted: string,
): Damaged | null {
  return (
    damaged.find(({ text }) => text.endsWith(`"hash":"${wanted}"}`)) ??
    damaged.find(({ text }) => text.startsWith(`{"partition":${partition},"block":${number},`)) ??
    null
  );
}

interface Before {
  readonly hash: string;
  readonly block: number;
  /** Where it ends; null for one that does not say where the next begins. */
  readonly to: number | null;
}

/** The block before a damaged one: the one it names, or else the only one of that number. */
function linkBefore(
  journal: Journal,
  { text }: Damaged,
  partition: number,
  number: number,
): Before | null {
  const named = /"previous":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  if (number === 1) return { hash: journalGenesis, block: 0, to: -1 };
  const link = journal.links.get(named) ?? onlyBlock(journal, partition, number - 1);
  if (link) return { hash: link.hash, block: link.block, to: link.to };
  return named === '' ? null : { hash: named, block: number - 1, to: null };
}

function onlyBlock(journal: Journal, partition: number, number: number): Link | null {
  let found: Link | null = null;
  for (const link of journal.links.values()) {
    if (link.partition !== partition || link.block !== number) continue;
    if (found) return null;
    found = link;
  }
  return found;
}

function sentenceOf(
  number: number,
  wanted: string,
  behind: number | null,
  damaged: Damaged | null,
  before: Before | null,
): string {
  const to = behind === null ? null : behind - 1;
  if (!damaged) {
    const end = to === null ? '' : `, which ends at offset ${to}`;
    return `the journal has no block ${number} ${wanted}${end}`;
  }
  const from = before?.to == null ? null : before.to + 1;
  const isKnown = from !== null && to !== null && from <= to;
  const range = isKnown ? `offsets ${from}-${to}` : rangeInText(damaged.text);
  return `block ${number} (${range}) was altered: ${nameOf(damaged.place)}`;
}

/** Where its neighbours do not tell, what the altered block says itself. */
function rangeInText(text: string): string {
  const [, from, to] = /"from":(-?\d+),"to":(-?\d+)/.exec(text) ?? [];
  return to === undefined ? 'unknown offsets' : `offsets ${from}-${to} by its own words`;
}
