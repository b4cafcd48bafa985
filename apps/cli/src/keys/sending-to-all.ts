import {
  type AnsweredCommand,
  type Command,
  type LedgerCommand,
  refusalIn,
  sendToAll,
  type Signer,
  visible,
  whyRefused,
} from '#acts';
import { type Root, UserError } from '#contract';
import type { Authority } from '#pools';
import { describeAnswer } from '../format/describe-answer.js';
import type { Connections } from '../servers/connections.js';

/**
 * Tries a command in a partition before it is sent.
 * @throws UserError if the partition would refuse it.
 */
export function assertWouldTake(
  command: Command,
  partition: number,
  authority: Authority,
  root: Root,
): void {
  const refused = whyRefused(command, authority, root);
  if (refused === undefined) return;
  const what = command.type === 'root.set' ? 'the root' : 'the keys';
  throw new UserError(
    `Nothing was sent: partition ${partition} would refuse ${what}, ${visible(refused)}`,
  );
}

/** Sends commands to partitions, and shows the answers. */
export async function sendShown(
  connections: Connections,
  signer: Signer,
  commands: readonly LedgerCommand[],
): Promise<AnsweredCommand[]> {
  const answers = await sendToAll(connections, signer, commands);
  connections.terminal.say(answers.map(describeAnswer).join(''));
  return answers;
}

/** @throws UserError if one of the commands was refused. */
export function assertNoneRefused(answers: readonly AnsweredCommand[]): void {
  const refusal = refusalIn(answers);
  if (refusal) throw refusal;
}
