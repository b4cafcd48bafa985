import { type CommandType, exitCodes, homePartition, UserError } from '#contract';
import { blocksSearched } from '#engine';
import type { OutgoingMessage } from '#log';
import type { LiveLedger } from '#proof';
import { exceptionAboutRecord } from './about-record.js';
import { timedAuthorities } from './ledger-door.js';
import { commandText, type SignedCommand } from './command.js';
import type { ActingKey } from './acting-key.js';
import type { Signer } from './signer.js';

/** A command that the ledger has applied or refused. */
export interface AnsweredCommand extends Sent {
  /** `<reason>: <detail>`. */
  readonly refusal: string | undefined;
}

/** A command that is in the log. */
export interface Sent {
  readonly type: CommandType;
  readonly subject: string;
  /** The place of its record in the log. */
  readonly partition: number;
  readonly offset: number;
}

const applyLimitMs = 15_000;
const relayLimitMs = 5_000;
const pollMs = 50;

/** Writes commands to the log, and shows that they wait there. */
export interface Way {
  /** Writes messages to the log; turns an error of Kafka into a sentence. */
  send(messages: readonly OutgoingMessage[]): Promise<readonly WrittenPlace[]>;
  /**
   * Called once the commands are in the log; the promise resolves when the ledger has judged them.
   */
  readonly onSent?: (sent: readonly Sent[], applied: Promise<void>) => Promise<void>;
}

interface WrittenPlace {
  readonly partition: number;
  readonly baseOffset: number;
}

/**
 * Signs commands and writes them to the log, in order, and waits until the ledger has applied or
 * refused them all.
 * @throws UserError if the ledger does not reach the commands, or would not accept a sequence that
 *   this key can sign now.
 */
export async function sendCommands(
  live: LiveLedger & Way,
  signer: Signer,
  source: string,
  commands: readonly SignedCommand[],
): Promise<AnsweredCommand[]> {
  const signed: SignedBytes[] = [];
  for (const command of commands) {
    for (const written of await writeCommand(live, signer, source, command)) {
      signed.push({ ...written, signature: signer.sign(written.ledger, written.value) });
    }
  }
  return sendSigned(live, signed);
}

/** Sends a command that was rehearsed, and waits for the answers. */
export type Send = (command: SignedCommand, source: string) => Promise<AnsweredCommand[]>;

/** Signs with the key of a file before it sends. */
export function sendingWith(live: LiveLedger & Way, signer: Signer): Send {
  return (command, source) => sendCommands(live, signer, source, [command]);
}

/**
 * Writes signed commands to the log, in order, and waits until the ledger has applied or refused
 * them all.
 * @throws UserError if the ledger does not reach the commands.
 */
export async function sendSigned(
  live: LiveLedger & Way,
  signed: readonly SignedBytes[],
): Promise<AnsweredCommand[]> {
  const exceptionsBefore = await live.watermarks('exceptions');
  const eventsBefore = await live.watermarks('events');
  const topic = live.topic('events');
  const sent: SentBytes[] = [];
  for (const { type, subject, value, signature, partitions } of signed) {
    const headers = { 'content-type': 'application/cloudevents+json', signature };
    for (const partition of partitions) {
      const [written] = await live.send([{ topic, key: subject, value, headers, partition }]);
      if (!written)
        throw new UserError(`${subject}: Kafka did not say where it wrote the command.`);
      const place = { partition: written.partition, offset: written.baseOffset };
      sent.push({ type, subject, ...place, value, signature });
    }
  }
  const applied = untilApplied(live, sent);
  await (live.onSent?.(sent, applied) ?? applied);
  const from = exceptionsBefore.map(({ high }) => high);
  const answers: AnsweredCommand[] = [];
  const refusals = await refusalsOfSent(live, sent, from);
  for (const { value, signature, ...each } of sent) {
    const refusal = refusals.get(recordId(each));
    const isRepeated = refusal?.startsWith('command-repeated:') === true;
    const begin = eventsBefore[each.partition]?.high ?? each.offset;
    const first = isRepeated
      ? await firstCopy(live, { ...each, value, signature }, begin)
      : undefined;
    const judged = { ...each, offset: first ?? each.offset };
    const own = first === undefined ? refusals : await refusalsOfSent(live, [judged], from);
    answers.push({ ...judged, refusal: own.get(recordId(judged)) });
  }
  return answers;
}

type SentBytes = Sent & Pick<SignedBytes, 'value' | 'signature'>;

/**
 * Finds the first copy of a command, which lies before the one that the broker has acknowledged.
 * After a lost answer the producer writes a command again; the ledger accepts one of the copies.
 * @param begin offset at or before the first copy
 */
async function firstCopy(
  live: LiveLedger,
  { partition, offset, value, signature }: SentBytes,
  begin: number,
): Promise<number | undefined> {
  let first: number | undefined;
  await live.readEvents(new Map([[partition, { from: begin, to: offset }]]), (_, records) => {
    const same = records.find((each) => {
      return String(each.value) === value && String(each.headers['signature']) === signature;
    });
    first ??= same?.offset;
  });
  return first;
}

/** A command that has not been judged yet, as a sentence. */
export function describeSent({ subject, partition, offset }: Sent): string {
  return `The command to ${subject} is in the log (offset ${offset} of partition ${partition}) and waits for the ledger service. Do not send it again. Do not act on it before the ledger has applied it.`;
}

/** Number of refused commands, as an error; undefined if there are none. */
export function refusalIn(answers: readonly AnsweredCommand[]): UserError | undefined {
  const refused = answers.filter(({ refusal }) => refusal !== undefined);
  if (refused.length === 0) return undefined;
  return new UserError(`${refused.length} of ${answers.length} were refused.`);
}

/** A command as the exact text to sign for a ledger. */
export interface WrittenCommand {
  readonly type: CommandType;
  readonly subject: string;
  readonly ledger: string;
  readonly value: string;
  readonly partitions: readonly number[];
}

/** The text with the header `signature` over it (contract 4.1). */
export interface SignedBytes extends WrittenCommand {
  readonly signature: string;
}

/**
 * Writes a command out for its signature, with a current sequence and time; gives several texts if
 * one `expires` does not suit all its partitions.
 * @throws UserError if the ledger would not accept a sequence that this key can sign now.
 */
export async function writeCommand(
  live: LiveLedger,
  key: ActingKey,
  source: string,
  { type, subject, data, ledger, partitions }: SignedCommand,
): Promise<WrittenCommand[]> {
  const all = await live.partitions();
  const places = partitions ?? [homePartition(subject, all.length)];
  const timed = await timedAuthorities(live, places);
  const newest = key.newestSequence(timed.map(({ authority }) => authority));
  const placed = places.map((partition, at) => {
    return { partition, newestMs: timed[at]?.newestMs ?? 0 };
  });
  return expiringTogether(placed).map((group) => {
    const newestMs = Math.max(...group.map((each) => each.newestMs));
    const value = commandText({ type, subject, data }, source, { newest, newestMs });
    return { type, subject, ledger, value, partitions: group.map(({ partition }) => partition) };
  });
}

/**
 * Groups partitions for which one `expires` is valid: the ledger refuses one more than seven days
 * after the record (contract 4.3), and an accepted time may be years ahead.
 */
function expiringTogether<T extends { readonly newestMs: number }>(placed: readonly T[]): T[][] {
  const soonMs = Date.now() + 86_400_000;
  return [...Map.groupBy(placed, ({ newestMs }) => (newestMs > soonMs ? newestMs : 0)).values()];
}

async function untilApplied(live: LiveLedger, sent: readonly Sent[]): Promise<void> {
  const { ledger } = live;
  const deadlineMs = performance.now() + applyLimitMs;
  for (const command of sent) {
    for (;;) {
      const { position } = await ledger.readPlace(command.partition);
      if (position > command.offset && (await isInJournal(live, command))) break;
      if (performance.now() > deadlineMs) {
        throw new UserError(
          `${describeSent(command)} The ledger is still at ${position}: \`status\` shows whether the partition is halted. If it is not, check that the service runs.`,
          exitCodes.pending,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
}

/** Returns true if a block has the record. The position in Redis is not a proof of that. */
async function isInJournal(live: LiveLedger, { partition, offset }: Sent): Promise<boolean> {
  const found = await live.withJournal((journal) =>
    journal.withRecord(partition, offset, blocksSearched),
  );
  return found !== undefined;
}

/** The reasons why commands were refused, by `recordId`. */
async function refusalsOfSent(
  live: LiveLedger,
  sent: readonly Sent[],
  from: readonly number[],
): Promise<Map<string, string>> {
  // The relay sends after the commit. Once the outbox is empty, all exceptions are on the topic.
  const deadlineMs = performance.now() + relayLimitMs;
  for (const partition of new Set(sent.map((command) => command.partition))) {
    while ((await live.ledger.readOutbox(partition, 1)).length > 0) {
      if (performance.now() > deadlineMs) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
  const marks = await live.watermarks('exceptions');
  const ranges = new Map(
    marks.map(({ high }, partition) => [partition, { from: from[partition] ?? 0, to: high }]),
  );
  const sentIds = new Set(sent.map(recordId));
  const refusals = new Map<string, string>();
  await live.readTopic('exceptions', ranges, ({ value }) => {
    const exception = exceptionAboutRecord(String(value));
    if (!exception) return;
    const id = recordId(exception);
    if (sentIds.has(id)) refusals.set(id, `${exception.reason}: ${exception.detail}`);
  });
  return refusals;
}

function recordId({ partition, offset }: { partition: number; offset: number }): string {
  return `${partition}/${offset}`;
}
