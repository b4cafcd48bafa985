import { exitCodes } from '#contract';
import type { JournalBlock, LedgerSnapshot, SentBlock } from '#ledger';
import type { Authority } from '#pools';
import type { Connections, OffsetRange } from '../connections.js';
import { UserError } from '../user-error.js';
import type { ActPlace } from './approval-history.js';
import { ChainWalk, type ChainPoint } from './chain.js';
import { ChainCourse } from './chain-course.js';
import type { Piece } from './chain-pieces.js';
import { walkChains } from './journal-reader.js';
import { readLink, type Link } from './journal.js';
import { whyRecoveryWrong } from './recovery-block.js';
import type { Origin } from './refold.js';

/** A partition whose chain is walked. */
export interface WantedChain {
  readonly partition: number;
  /** The ledger, or the block that it had last. */
  readonly tip: ChainPoint;
  /** What the chain must lead back to. */
  readonly origin: Origin;
  /** The partition in the checkpoint that this comes from. */
  readonly kept: Pick<LedgerSnapshot, 'sent' | 'head' | 'block'> | undefined;
}

/** A chain without a fault, from the origin to the ledger's head. */
export interface VerifiedChain {
  /** What operators did, the oldest first. */
  readonly acts: readonly JournalBlock[];
  readonly places: readonly ActPlace[];
  /** The last block that emptied the ledger; what follows is of after it. */
  readonly rebuild: ChainPoint | undefined;
  /** Whether the ledger was restored to before this block since. */
  readonly isUndone: (link: Link) => boolean;
  readonly pieces: readonly Piece[];
  readonly stretches: readonly OffsetRange[];
  /** How many blocks were found, also beside the chain. */
  readonly blocks: number;
}

/**
 * Walks the chains of partitions, the newest block first, back to their origins.
 * @param cluster of the checkpoint: on another one its places mean nothing.
 * @throws UserError that names the first broken block, or a checkpoint whose place on the journal's
 * topic is another block's.
 */
export async function readChains(
  connections: Connections,
  wanted: readonly WantedChain[],
  cluster?: string | null,
  watcher?: { onLink(partition: number, link: Link): void },
): Promise<readonly VerifiedChain[]> {
  const floors = await floorsOf(connections, wanted, cluster);
  const walks = new Map<number, ChainWalk>();
  const courses = wanted.map(({ partition, tip, origin }) => {
    const course = new ChainCourse(partition);
    const onLink = (link: Link, place: number): void => {
      course.onLink(link, place);
      watcher?.onLink(partition, link);
    };
    walks.set(partition, new ChainWalk(partition, tip, origin, { onLink }));
    return course;
  });
  await walkChains(connections, walks, { floors });
  return wanted.map(({ partition, origin }, index) => {
    const walk = walks.get(partition) as ChainWalk;
    const course = courses[index] as ChainCourse;
    walk.end(floors ? ' after the place that the checkpoint names' : '');
    const [fault] = walk.faults;
    if (fault !== undefined) {
      const sentence = `Journal of partition ${partition}: ${fault}.`;
      throw new UserError(sentence, exitCodes.differs);
    }
    const { acts, rebuild, restoredAt, oldestFirst: pieces, stretches } = course;
    if (!rebuild && restoredAt < origin.position) throw restoredBehind(partition, restoredAt);
    const isUndone = (link: Link): boolean => course.isUndone(link);
    const { position, state } = origin;
    const places = course.actPlaces({ position, newestMs: state.newestMs });
    const blocks = walk.onChain + walk.offChain;
    return { acts, places, rebuild, isUndone, pieces, stretches, blocks };
  });
}

/** @throws UserError that names the first act that these keys have not signed as they may. */
export function assertActsSigned(
  { acts }: Pick<VerifiedChain, 'acts'>,
  authority: Authority,
): void {
  for (const block of acts) {
    const why = whyRecoveryWrong(block, authority);
    if (why !== undefined) throw new UserError(`Journal: ${why}.`, exitCodes.differs);
  }
}

function restoredBehind(partition: number, position: number): UserError {
  return new UserError(
    `Partition ${partition}: an act of an operator has gone back behind this checkpoint since: the ledger was restored to offset ${position}. Give --from a checkpoint that was written after the act, or the one that was restored.`,
  );
}

/** Where the chains need not be looked for any more; undefined without a checkpoint. */
async function floorsOf(
  connections: Connections,
  wanted: readonly WantedChain[],
  cluster: string | null | undefined,
): Promise<Map<number, SentBlock> | undefined> {
  const isOther = cluster !== undefined && cluster !== (await connections.clusterId());
  if (cluster === undefined || isOther) return undefined;
  const floors = new Map<number, SentBlock>();
  for (const { partition, kept } of wanted) {
    if (!kept?.sent) continue;
    await assertFits(connections, partition, kept.sent);
    floors.set(partition, kept.sent);
  }
  return floors;
}

async function assertFits(
  connections: Connections,
  partition: number,
  { partition: topicPartition, offset, block }: SentBlock,
): Promise<void> {
  const [record] = (await connections.read('journal', topicPartition, offset, 64 * 1024)) ?? [];
  const value = record?.offset === offset ? record.value : null;
  const found = value && readLink(value, { topicPartition, offset });
  const link = found && !('text' in found) ? found : undefined;
  if (link?.partition === partition && link.block === block) return;
  const is = link ? `block ${link.block} of partition ${link.partition}` : 'no block';
  throw new UserError(
    `The checkpoint says that block ${block} of partition ${partition} is record ${offset} of partition ${topicPartition} of the journal’s topic, and that is ${is}: it is not that topic, or it was altered. Verify without --from, and write another checkpoint.`,
    exitCodes.differs,
  );
}
