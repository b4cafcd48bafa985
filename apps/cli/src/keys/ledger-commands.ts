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

/** Sends the same signed bytes to each of these partitions, and says what became of them. */
export async function sendToAll(
  connections: Connections,
  signer: Signer,
  command: Command,
  partitions: readonly number[],
  options: JsonOption,
): Promise<Answered[]> {
  const signed = { ...command, ledger: command.subject, partitions };
  const answers = await sendCommands(connections, signer, signer.source, [signed]);
  if (!options.json) say(answers.map(describeAnswer).join(''));
  return answers;
}
