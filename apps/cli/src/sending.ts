import {
  type CommandType,
  type ExceptionMessage,
  exitCodes,
  homePartition,
  UserError,
} from '#contract';
import type { OutgoingMessage } from '#log';
import { parseAuthority } from '#pools';
import type { Connections } from './connections.js';
import { whileWaiting } from './progress.js';
import { currentShell } from './shell.js';
import { commandText, type Command, type Signer } from './signer.js';
import { visible } from './visible.js';

/** A command that the ledger has applied or refused. */
export interface Answered extends Sent {
  /** `<reason>: <detail>`. */
  readonly refusal: string | undefined;
}

/** A command, and the ledger in which alone its signature is good. */
export interface SignedCommand extends Command {
  readonly ledger: string;
  /** Where it does not go to the home of its subject: the same signed bytes to each of them. */
  readonly partitions?: readonly number[];
}

interface Sent {
  readonly type: CommandType;
  readonly subject: string;
  /** The place of its record in the log. */
  readonly partition: number;
  readonly offset: number;
}

const applyLimitMs = 15_000;
const relayLimitMs = 5_000;
const pollMs = 50;

/**
 * Signs commands and writes them to the log, in order, and waits until the ledger has applied or
 * refused them all.
 * @throws UserError when the ledger does not get as far as the commands, or would take no sequence
 * that this key can sign now.
 */
export async function sendCommands(
  connections: Connections,
  signer: Signer,
  source: string,
  commands: readonly SignedCommand[],
): Promise<Answered[]> {
  const exceptionsBefore = await connections.watermarks('exceptions');
  const written: Written[] = [];
  for (const command of commands) {
    written.push(...(await writeOut(connections, signer, source, command)));
  }
  const sent: Sent[] = [];
  for (const each of written) sent.push(await send(connections, each));
  const warn = (): void => {
    currentShell().stderr.write(`\n${sent.map(describeSent).join('\n')}\n`);
    process.exit(exitCodes.pending);
  };
  process.once('SIGINT', warn);
  await whileWaiting('the ledger service', untilApplied(connections, sent));
  process.off('SIGINT', warn);
  const from = exceptionsBefore.map(({ high }) => high);
  const refusals = await refusalsOf(connections, sent, from);
  return sent.map((each) => ({ ...each, refusal: refusals.get(recordId(each)) }));
}

/** What became of a command, as a line. */
export function describeAnswer({ type, subject, partition, offset, refusal }: Answered): string {
  const done = steps[type] ?? 'applied';
  const what = refusal === undefined ? done : `refused, ${visible(refusal)}`;
  const line = `${subject}: ${what} (by the record at offset ${offset} of partition ${partition})\n`;
  const [reason = ''] = refusal?.split(':', 1) ?? [];
  const hint = hints[reason];
  return hint === undefined ? line : `${line}  ${hint}\n`;
}

/** What is done by a command that does not do an act by itself. */
const steps: Readonly<Partial<Record<CommandType, string>>> = {
  'act.proposed': 'proposed',
  'act.approved': 'approved',
  'act.withdrawn': 'withdrawn',
};

/** What helps against a refusal of which the ledger cannot know the cause. */
const hints: Readonly<Record<string, string>> = {
  'command-expired':
    'A command is good for 15 minutes by the clock of the machine that signs it: is the clock of this one right? Then give the same command again.',
  'command-repeated':
    'The key has signed something newer meanwhile: if that was you, give the same command again.',
};

function describeSent({ subject, partition, offset }: Sent): string {
  return `The command to ${subject} is in the log (offset ${offset} of partition ${partition}) and is applied when the ledger service goes on: do not send it again.`;
}

/** @throws UserError when one of the commands was refused. */
export function assertNoneRefused(answers: readonly Answered[]): void {
  const refused = answers.filter(({ refusal }) => refusal !== undefined);
  if (refused.length === 0) return;
  throw new UserError(`${refused.length} of ${answers.length} were refused.`);
}

/** A signed command as the message of one partition. */
interface Written {
  readonly type: CommandType;
  readonly subject: string;
  readonly message: OutgoingMessage;
}

async function writeOut(
  connections: Connections,
  signer: Signer,
  source: string,
  { type, subject, data, ledger, partitions }: SignedCommand,
): Promise<Written[]> {
  const all = await connections.partitions();
  const places = partitions ?? [homePartition(subject, all.length)];
  const authorities = await Promise.all(
    places.map(async (each) => parseAuthority(await connections.ledger.readAuthority(each))),
  );
  const newest = signer.newestSequence(authorities);
  const value = commandText({ type, subject, data }, source, newest);
  const headers = {
    'content-type': 'application/cloudevents+json',
    signature: signer.sign(ledger, value),
  };
  const topic = connections.topic('events');
  return places.map((partition) => {
    return { type, subject, message: { topic, key: subject, value, headers, partition } };
  });
}

async function send(connections: Connections, { type, subject, message }: Written): Promise<Sent> {
  const [written] = await connections.send([message]);
  if (!written) throw new UserError(`${subject}: Kafka did not say where it wrote the command.`);
  return { type, subject, partition: written.partition, offset: written.baseOffset };
}

async function untilApplied({ ledger }: Connections, sent: readonly Sent[]): Promise<void> {
  const deadlineMs = Date.now() + applyLimitMs;
  for (const command of sent) {
    for (;;) {
      const { position } = await ledger.readBalances(command.partition, []);
      if (position > command.offset) break;
      if (Date.now() > deadlineMs) {
        throw new UserError(
          `${describeSent(command)} The ledger is still at ${position}: \`status\` says whether the partition is halted; else, does the service run?`,
          exitCodes.pending,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}

/** Why commands were refused, by `recordId`. */
async function refusalsOf(
  connections: Connections,
  sent: readonly Sent[],
  from: readonly number[],
): Promise<Map<string, string>> {
  // The relay sends after the commit. Once the outbox is empty, all exceptions are on the topic.
  const deadlineMs = Date.now() + relayLimitMs;
  for (const partition of new Set(sent.map((command) => command.partition))) {
    while ((await connections.ledger.readOutbox(partition, 1)).length > 0) {
      if (Date.now() > deadlineMs) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
  const marks = await connections.watermarks('exceptions');
  const ranges = new Map(
    marks.map(({ high }, partition) => [partition, { from: from[partition] ?? 0, to: high }]),
  );
  const sentIds = new Set(sent.map(recordId));
  const refusals = new Map<string, string>();
  await connections.readTopic('exceptions', ranges, ({ value }) => {
    const exception = JSON.parse(String(value)) as ExceptionMessage;
    const id = recordId(exception);
    if (sentIds.has(id)) refusals.set(id, `${exception.reason}: ${exception.detail}`);
  });
  return refusals;
}

function recordId({ partition, offset }: { partition: number; offset: number }): string {
  return `${partition}/${offset}`;
}
