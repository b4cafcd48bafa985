import { journalGenesis } from '#ledger';
import { describeLocation, type DamagedBlock, type Journal, type Link } from './journal.js';

/** A point on a partition's chain: a block's hash and number, and the offset after its range. */
export interface ChainPoint {
  readonly position: number;
  readonly head: string;
  readonly block: number;
}

export const firstPoint: ChainPoint = { position: 0, head: journalGenesis, block: 0 };

/** A block that is missing or not as it was written. */
interface ChainFault {
  readonly damaged?: DamagedBlock | undefined;
  readonly sentence: string;
}

/** The block that the walk looks for next. */
interface Target {
  readonly hash: string;
  readonly block: number;
  /** The offset after its range; undefined where no neighbour says so, as before a rebuild. */
  readonly end: number | undefined;
}

/**
 * Follows the chain of one partition from the ledger's head back to `start`; it goes on before a
 * faulty block where it can tell which that is. The oldest first, `links` without the faulty ones.
 */
export function chainOf(
  partition: number,
  tip: ChainPoint,
  journal: Journal,
  start: ChainPoint = firstPoint,
): { links: readonly Link[]; faults: readonly ChainFault[] } {
  const links: Link[] = [];
  const faults: ChainFault[] = [];
  const fault = (sentence: string, damaged?: DamagedBlock): void => {
    faults.push({ sentence, damaged });
  };
  let target: Target = { hash: tip.head, block: tip.block, end: tip.position };
  while (target.hash !== start.head) {
    if (target.hash === journalGenesis) {
      fault(`block ${start.block} (${start.head}) is not on the ledger’s chain`);
      break;
    }
    const link = journal.links.get(target.hash);
    if (!link) {
      const damaged = damagedBlock(journal.damaged, partition, target);
      const before = damaged && targetBefore(journal, damaged, partition, target.block);
      fault(whyAbsent(target, damaged, before), damaged);
      if (!before) break;
      target = before;
      continue;
    }
    if (links.length + faults.length === 0 && link.block !== target.block) {
      fault(`the ledger says that its last block is ${target.block}, and it is ${link.block}`);
      target = { ...target, block: link.block };
    }
    const misfit = whyMisfit(link, partition, target);
    if (misfit !== undefined) fault(misfit);
    links.push(link);
    const isRebuild = link.recovery?.recovery?.act === 'rebuild';
    const end = isRebuild ? undefined : link.from;
    target = { hash: link.previous, block: target.block - 1, end };
  }
  const { hash, end } = target;
  if (hash === start.head && end !== undefined && end !== start.position) {
    fault(`the first block begins at offset ${end}, not at ${start.position}`);
  }
  return { links: links.reverse(), faults: faults.reverse() };
}

function whyMisfit(link: Link, partition: number, target: Target): string | undefined {
  const { block, from, to, recovery } = link;
  if (link.partition !== partition) return `block ${block} is of partition ${link.partition}`;
  if (block !== target.block) return `block ${block} stands where block ${target.block} belongs`;
  if (target.end !== undefined && to !== target.end - 1) {
    return `block ${block} ends at ${to}, not at offset ${target.end - 1}`;
  }
  return to < from && !recovery ? `block ${block} goes from offset ${from} to ${to}` : undefined;
}

/** The damaged record that was the target: one altered byte leaves its end or its beginning. */
function damagedBlock(
  damaged: readonly DamagedBlock[],
  partition: number,
  { hash, block }: Target,
): DamagedBlock | undefined {
  return (
    damaged.find(({ text }) => text.endsWith(`"hash":"${hash}"}`)) ??
    damaged.find(({ text }) => text.startsWith(`{"partition":${partition},"block":${block},`))
  );
}

/** The block before a damaged one: the one it names, or else the only one of that number. */
function targetBefore(
  journal: Journal,
  { text }: DamagedBlock,
  partition: number,
  number: number,
): Target | undefined {
  if (number === 1) return { hash: journalGenesis, block: 0, end: 0 };
  const named = /"previous":"([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  const link = journal.links.get(named) ?? onlyBlock(journal, partition, number - 1);
  if (link) return { hash: link.hash, block: link.block, end: link.to + 1 };
  return named === '' ? undefined : { hash: named, block: number - 1, end: undefined };
}

function onlyBlock(journal: Journal, partition: number, number: number): Link | undefined {
  const links = [...journal.links.values()].filter(
    (link) => link.partition === partition && link.block === number,
  );
  return links.length === 1 ? links[0] : undefined;
}

function whyAbsent(
  { hash, block, end }: Target,
  damaged: DamagedBlock | undefined,
  before: Target | undefined,
): string {
  if (!damaged) {
    const range = end === undefined ? '' : `, which ends at offset ${end - 1}`;
    return `the journal has no block ${block} ${hash}${range}`;
  }
  const from = before?.end;
  const isKnown = from !== undefined && end !== undefined && from < end;
  const range = isKnown ? `offsets ${from}-${end - 1}` : rangeInText(damaged.text);
  return `block ${block} (${range}) was altered: ${describeLocation(damaged.location)}`;
}

/** The range that the altered block itself names, for when its neighbours do not tell. */
function rangeInText(text: string): string {
  const [, from, to] = /"from":(-?\d+),"to":(-?\d+)/.exec(text) ?? [];
  return to === undefined ? 'unknown offsets' : `offsets ${from}-${to} by its own content`;
}
