import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { topicName, type CommandKeys } from '#contract';
import { chainBlock, digestOf, type JournalBlock } from '#ledger';
import { LogProducer, type OutgoingMessage } from '#log';
import type { Connections } from '../connections.js';
import { Failure } from '../failure.js';
import type { Signer } from '../signer.js';
import type { Plan } from './acts.js';
import { signRecovery } from './authority.js';
import { keptAwards } from './rebuild.js';

export interface Authority {
  readonly signer: Signer;
  readonly keys: CommandKeys;
  readonly note: string;
  /** Where the old ledger is written before it is emptied. */
  readonly backupFolder: string;
}

/**
 * Does what a plan says. The block comes into the journal first: where the ledger has moved in
 * between, it is on no chain and harms nobody; the other way round the chain would have a hole.
 * @throws Failure when the ledger is not what the plan saw.
 */
export async function carryOut(
  connections: Connections,
  plan: Plan,
  authority: Authority,
): Promise<void> {
  const { ledger } = connections;
  const { partition, snapshot, clusterId, partitions } = plan.diagnosis;
  const block = blockOf(plan, authority);
  const said: OutgoingMessage[] = [];
  if (plan.emptied) {
    const file = await writeBackup(connections, plan, plan.emptied, authority.backupFolder);
    process.stdout.write(`partition ${partition}: the old ledger is in ${file}\n`);
    said.push(...(await unsentBlocks(connections, partition)));
  }
  said.push(journalMessage(connections, block));
  const producer = new LogProducer(connections.kafka);
  try {
    await producer.send(said);
  } finally {
    await producer.close();
  }
  const { position, anchor, emptied } = plan;
  const seen = { position: snapshot.position, head: snapshot.head };
  const change = { seen, position, anchor, block, partitions, clusterId, emptied };
  const answer = await ledger.recover(partition, change);
  switch (answer.result) {
    case 'ok':
      process.stdout.write(
        `partition ${partition}: done, ${plan.act} is block ${block.block} of its journal; the service looks again within ten seconds\n`,
      );
      return;
    case 'fenced':
      throw new Failure(
        `Partition ${partition}: nothing was done, the ledger has moved to ${answer.position} meanwhile. Look again.`,
      );
    case 'refused':
      throw new Failure(`Partition ${partition}: nothing was done, ${answer.detail}.`);
    default:
      answer satisfies never;
  }
}

function blockOf(
  { act, reason, from, to, diagnosis }: Plan,
  { signer, keys, note }: Authority,
): JournalBlock {
  const { partition, snapshot } = diagnosis;
  const content = {
    partition,
    block: snapshot.block + 1,
    from,
    to,
    at: new Date().toISOString(),
    postings: [],
    digest: digestOf([]),
    previous: snapshot.head,
  };
  const recovery = signRecovery(signer, keys, content, { act, reason, note });
  return chainBlock({ ...content, recovery });
}

/** What the emptied outbox would have sent comes again from the log, but not the old chain's blocks. */
async function unsentBlocks(
  connections: Connections,
  partition: number,
): Promise<OutgoingMessage[]> {
  const waiting = await connections.ledger.readOutbox(partition, Number.MAX_SAFE_INTEGER);
  return waiting
    .filter(({ topic }) => topic === 'journal')
    .map(({ value }) => journalMessage(connections, JSON.parse(value) as JournalBlock));
}

/** As the service's relay sends a block; the same block sent twice has the same id. */
function journalMessage({ env }: Connections, block: JournalBlock): OutgoingMessage {
  const { partition, from, to, hash, recovery } = block;
  const offset = recovery ? from : to;
  return {
    topic: topicName(env.TOPIC_PREFIX, 'journal'),
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
  jackpots: readonly string[],
  folder: string,
): Promise<string> {
  const { partition, snapshot } = diagnosis;
  const madeAt = new Date().toISOString();
  const awards = Object.fromEntries(await keptAwards(connections, partition, jackpots));
  const outbox = await connections.ledger.readOutbox(partition, Number.MAX_SAFE_INTEGER);
  const content = { partition, madeAt, snapshot, awards, outbox };
  const name = `ledger-partition-${partition}-${madeAt.replaceAll(/[:.]/g, '-')}.json`;
  const file = resolve(join(folder, name));
  try {
    writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Failure(`The old ledger cannot be kept in ${file}: ${(error as Error).message}.`);
  }
  return file;
}
