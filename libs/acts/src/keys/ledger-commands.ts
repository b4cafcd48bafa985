import type { LiveLedger } from '#proof';
import type { Command } from '../command.js';
import { sendCommands, type AnsweredCommand, type Way } from '../sending.js';
import type { Signer } from '../signer.js';

/** What is for the whole ledger is in each partition by a record of its own. */

/** A command of the whole ledger, and the partitions that get it: the same signed bytes each. */
export interface LedgerCommand {
  readonly command: Command;
  readonly partitions: readonly number[];
}

/** Sends all of them before it waits for any. @returns what became of each. */
export function sendToAll(
  live: LiveLedger & Way,
  signer: Signer,
  commands: readonly LedgerCommand[],
): Promise<AnsweredCommand[]> {
  const signed = commands.map(({ command, partitions }) => {
    return { ...command, ledger: command.subject, partitions };
  });
  return sendCommands(live, signer, signer.source, signed);
}
