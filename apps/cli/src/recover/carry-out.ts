import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Signer } from '#acts';
import { UserError } from '#contract/exit-codes';
import { chainBlock, digestOf, recoveryText, type JournalBlock } from '#ledger';
import type { OutgoingMessage } from '#log';
import { blockBefore, type BlockBefore, type Plan, whyRecoveryWrong } from '#proof';
import type { Connections } from '../servers/connections.js';

/** The person and the means for carrying out a plan. */
export interface Hand {
  readonly signer: Signer;
  readonly note: string;
  /** Folder for the old ledger before it is emptied. */
  readonly backupFolder: string;
  /** The signature of the first person; undefined if one person acts. */
  readonly first?: string;
}

/**
 * Carries out a plan. Writes the block to the journal first, as each commit does: if the ledger has
 * moved, the block is not on a chain and does no harm.
 * @returns a line that it is done.
 * @throws UserError if the ledger has changed since the plan.
 */
export async function carryOutPlan(
  connections: Connections,
  plan: Plan,
  hand: Hand,
): Promise<string> {
  const { position, anchor, emptied = null, putBack } = plan;
  const { partition, snapshot, clusterId, partitions } = plan.diagnosis;
  const before = await blockBefore(connections, plan);
  const block = signedBlock(plan, before, hand);
  if (emptied) {
    const file = await writeBackup(connections, plan, hand.backupFolder);
    connections.terminal.say(`partition ${partition}: the old ledger is in ${file}\n`);
    await connections.ledger.stage(partition, emptied);
  }
  if (putBack) await connections.send([journalMessage(connections, putBack)]);
  const [written] = await connections.send([journalMessage(connections, block)]);
  const sent = { partition: written?.partition ?? 0, offset: written?.baseOffset ?? 0 };
  const seen = { position: snapshot.position, head: snapshot.head };
  const change = { seen, position, anchor, block, sent, partitions, clusterId, emptied };
  const answer = await connections.ledger.recover(partition, change);
  switch (answer.result) {
    case 'ok':
      return `partition ${partition}: done, ${plan.act} is block ${block.block} of its journal; the service checks again within ten seconds\n`;
    case 'fenced':
      throw new UserError(
        `Partition ${partition}: nothing was changed, the ledger has moved to ${answer.position} since. Run the command again.`,
      );
    case 'refused':
      throw new UserError(`Partition ${partition}: nothing was changed, ${answer.detail}.`);
    default:
      return answer satisfies never;
  }
}

/**
 * @throws UserError if `verify` would refuse the block, for example if one person signs it twice.
 */
function signedBlock(
  { act, reason, from, to, diagnosis, state, authority }: Plan,
  before: BlockBefore,
  { signer, note, first }: Hand,
): JournalBlock {
  const { partition } = diagnosis;
  signer.assertMay(first === undefined ? 'adjust' : ['adjust', 'approve'], authority);
  const content = {
    partition,
    block: before.block + 1,
    from,
    to,
    at: new Date().toISOString(),
    postings: [],
    digest: digestOf([]),
    // Not the digest of Redis's content: an edited ledger must differ from it.
    state: state ?? before.state,
    previous: before.hash,
  };
  const recovery = { act, reason, note };
  const own = signer.sign(authority.ledger ?? '', recoveryText(content, recovery));
  const signatures =
    first === undefined ? { signature: own } : { signature: first, countersignature: own };
  const block = chainBlock({ ...content, recovery: { ...recovery, ...signatures } });
  const why = whyRecoveryWrong(block, authority);
  if (why === undefined) return block;
  throw new UserError(
    `Nothing was changed, verify would refuse this act: ${why}. Check COMMAND_KEY, and keys list.`,
  );
}

/** A message like the service's for a block; the same block sent twice has the same id. */
function journalMessage(connections: Connections, block: JournalBlock): OutgoingMessage {
  const { partition, from, to, hash, recovery } = block;
  const offset = recovery ? from : to;
  return {
    topic: connections.topic('journal'),
    key: String(partition),
    value: JSON.stringify(block),
    headers: {
      id: `${partition}/${offset}/journal/${hash}`,
      partition: String(partition),
      offset: String(offset),
      'content-type': 'application/json',
    },
  };
}

async function writeBackup(
  connections: Connections,
  { diagnosis }: Plan,
  folder: string,
): Promise<string> {
  const { partition, snapshot } = diagnosis;
  const madeAt = new Date().toISOString();
  const outbox = await connections.ledger.readOutbox(partition, Number.MAX_SAFE_INTEGER);
  const content = { partition, madeAt, snapshot, outbox };
  const name = `ledger-partition-${partition}-${madeAt.replaceAll(/[:.]/g, '-')}.json`;
  const file = resolve(join(folder, name));
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { message } = error as Error;
    throw new UserError(
      `Nothing was changed, the old ledger cannot be written to ${file}: ${message}. Name a folder with --backup.`,
    );
  }
  return file;
}
