import { exitCodes, UserError } from '#contract/exit-codes';
import type { JournalBlock, SentBlock } from '#ledger';
import type { Authority } from '#pools';
import type { ChainRange } from '../source/partition-source.js';
import type { LiveLedger, OffsetRange } from '../source/live-ledger.js';
import { ChainWalk, type ChainPoint } from './chain-walk.js';
import { ChainIndex } from './chain-index.js';
import type { CheckpointPartition } from '../checkpoint-file.js';
import { walkChains } from './walk-chains.js';
import { readLink, type Link } from './link.js';
import { emptyOrigin, type Origin } from '../fold/origin.js';
import { whyRecoveryWrong } from '../compare/recovery-block.js';
import { emptiesLedger, leftBy, type BackAct } from './undone.js';

/** A partition whose chain is to be walked. */
export interface WantedChain {
  readonly partition: number;
  /** The ledger's last block, or the block that it had last. */
  readonly tip: ChainPoint;
  /** The point that the chain must lead back to. */
  readonly origin: Origin;
  /** The partition in the checkpoint of the origin; undefined: search without its place. */
  readonly kept: Pick<CheckpointPartition, 'sent' | 'head'> | undefined;
  /** The end of the fold, if it is before the tip. */
  readonly until?: ChainPoint;
}

/** Options for reading chains. */
export interface ChainReading {
  /** Receives each block, newest first. */
  readonly onLink?: ((partition: number, link: Link) => void) | undefined;
  /** Explains why nothing can be folded from an origin that the ledger has left with this act. */
  readonly whyLeft?: (partition: number, act: BackAct) => UserError;
  /** The end of the sentence for blocks that are in too many pieces: what helps then. */
  readonly fix?: string;
}

/** A chain without a fault, from the origin to the ledger's head. */
export interface VerifiedChain {
  readonly partition: number;
  /** Its blocks up to `until`. */
  readonly index: ChainIndex;
  /** The beginning of the fold: the origin, or nothing if an act has emptied the ledger since. */
  readonly begin: Origin;
  /** The blocks of the index, which follow the origin's last block. */
  readonly range: ChainRange;
  /** Number of blocks found, including blocks off the chain. */
  readonly blocks: number;
}

/**
 * Walks the chains of partitions, newest block first, back to their origins.
 * @throws UserError that names the first broken block, or an act that has left an origin.
 */
export async function readChains(
  live: LiveLedger,
  wanted: readonly WantedChain[],
  { onLink, whyLeft = whyNotFrom, fix }: ChainReading = {},
): Promise<readonly VerifiedChain[]> {
  const floors = await floorsOf(live, wanted);
  const walked = wanted.map(({ partition, tip, origin, until = tip }) => {
    const index = new ChainIndex(partition, until.head, fix);
    const sink = (link: Link, place: number): void => {
      index.onLink(link, place);
      onLink?.(partition, link);
    };
    return { index, walk: new ChainWalk(partition, tip, origin, { onLink: sink }) };
  });
  const walks = walked.map(({ walk }, at) => [wanted[at]?.partition ?? 0, walk] as const);
  await walkChains(live, new Map(walks), { floors });
  return wanted.map(({ partition, origin }, at) => {
    const { index, walk } = walked[at] as (typeof walked)[number];
    walk.end(floors ? ' after the place that the checkpoint names' : '');
    const [fault] = walk.faults;
    if (fault !== undefined) {
      const sentence = `Journal of partition ${partition}: ${fault}.`;
      throw new UserError(sentence, exitCodes.differs);
    }
    const left = leftBy(origin, index.backActs);
    if (left && !emptiesLedger(left)) throw whyLeft(partition, left);
    const { head, block } = origin;
    const begin = index.restart ? emptyOrigin({ position: 0, head, block }) : origin;
    const isUndone = (each: JournalBlock): boolean => index.isUndone(each);
    const range = { partition, head, block, last: index.end?.block ?? block, isUndone };
    return { partition, index, begin, range, blocks: walk.onChain + walk.offChain };
  });
}

/** @throws UserError that names the first act without a valid signature of these keys. */
export function assertActsSigned(acts: readonly JournalBlock[], authority: Authority): void {
  for (const block of acts) {
    const why = whyRecoveryWrong(block, authority);
    if (why !== undefined) throw new UserError(`Journal: ${why}.`, exitCodes.differs);
  }
}

/** @throws UserError if the log no longer has the first of these records. */
export function assertNotGone(
  partition: number,
  stretches: readonly OffsetRange[],
  low: number,
): void {
  const gone = stretches.find(({ from }) => from < low);
  if (!gone) return;
  throw new UserError(
    `Partition ${partition}: the records from offset ${gone.from} are gone, the log begins at offset ${low}; give --from a checkpoint that was written after them.`,
  );
}

function whyNotFrom(partition: number, { from }: BackAct): UserError {
  return new UserError(
    `Partition ${partition}: an act of an operator has gone back to before this checkpoint: the ledger was restored to offset ${from}. Give --from a checkpoint that was written after the act, or the one that was restored.`,
  );
}

/**
 * Returns the lowest places that the chains need. Undefined without a checkpoint, and if its last
 * block is now elsewhere, because the topic was created again or belongs to another cluster.
 */
async function floorsOf(
  live: LiveLedger,
  wanted: readonly WantedChain[],
): Promise<Map<number, SentBlock> | undefined> {
  const floors = new Map<number, SentBlock>();
  for (const { partition, kept } of wanted) {
    if (!kept) return undefined;
    if (!kept.sent) continue;
    if (!(await isThere(live, kept.head, kept.sent))) return undefined;
    floors.set(partition, kept.sent);
  }
  return floors;
}

async function isThere(live: LiveLedger, head: string, sent: SentBlock): Promise<boolean> {
  const { partition: topicPartition, offset } = sent;
  const [record] = (await live.read('journal', topicPartition, offset, 64 * 1024)) ?? [];
  if (record?.offset !== offset || !record.value) return false;
  const link = readLink(record.value, { topicPartition, offset });
  return !('text' in link) && link.hash === head;
}
