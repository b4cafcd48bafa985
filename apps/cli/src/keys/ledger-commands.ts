import { parseAuthority, type Authority } from '#pools';
import type { Connections } from '../connections.js';
import { say, type JsonOption } from '../print.js';
import { describeAnswer, sendCommands, type Answered } from '../sending.js';
import type { Command, Signer } from '../signer.js';

/** What is for the whole ledger is in each partition by a record of its own. */

/** By partition. */
export async function authoritiesOf(connections: Connections): Promise<Authority[]> {
  const all = await connections.partitions();
  const texts = await Promise.all(all.map((each) => connections.ledger.readAuthority(each)));
  return texts.map(parseAuthority);
}

/** A command of the whole ledger, and the partitions that get it: the same signed bytes each. */
export interface LedgerCommand {
  readonly command: Command;
  readonly partitions: readonly number[];
}

/** Sends all of them before it waits for any, and says what became of each. */
export async function sendToAll(
  connections: Connections,
  signer: Signer,
  commands: readonly LedgerCommand[],
  options: JsonOption,
): Promise<Answered[]> {
  const signed = commands.map(({ command, partitions }) => {
    return { ...command, ledger: command.subject, partitions };
  });
  const answers = await sendCommands(connections, signer, signer.source, signed);
  if (!options.json) say(answers.map(describeAnswer).join(''));
  return answers;
}
