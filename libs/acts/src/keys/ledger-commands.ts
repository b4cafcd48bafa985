import type { LiveLedger } from '#proof';
import type { Command } from '../command.js';
import { sendCommands, type AnsweredCommand, type Way } from '../sending.js';
import type { Signer } from '../signer.js';

/** A command to the whole ledger has a separate record in each partition. */

/** A command to the whole ledger, and the partitions that each get the same signed bytes. */
export interface LedgerCommand {
  readonly command: Command;
  readonly partitions: readonly number[];
}

/** Sends all of them before it waits for any. @returns the answer to each. */
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
