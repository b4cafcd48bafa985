import { decodeRecord, exitCodes, type CommandKeys, type DecodeContext } from '#contract';
import type { JournalBlock, LedgerSnapshot } from '#ledger';
import type { LogRecord } from '#log';
import { parseTable, tableKey } from '#pools';
import { UserError } from '../user-error.js';
import { kidOf } from './recovery-block.js';

const otherKeys = 'COMMAND_KEYS is not the key set that the service uses';

/**
 * Distinguishes a foreign key file from a wrong ledger: a command that these keys refuse, and that
 * the ledger has taken, because it knows its sequence.
 * @throws UserError when these are not the keys of the service.
 */
export function assertOwnKeys(
  records: readonly LogRecord[],
  { tables }: Pick<LedgerSnapshot, 'tables'>,
  context: DecodeContext,
): void {
  for (const record of records.filter(({ steppedOver }) => !steppedOver)) {
    const decoded = decodeRecord(record, context);
    if (!('refused' in decoded)) continue;
    const { reason, detail } = decoded.refused;
    if (reason !== 'bad-signature' && reason !== 'not-permitted') continue;
    // It was decoded as far as its signature, so its envelope is whole.
    const { subject, source, sequence } = JSON.parse(String(record.value)) as Record<
      string,
      string
    >;
    const seen = tables[tableKey(subject ?? '', source ?? '')];
    if (seen === undefined || parseTable(seen).sequence < BigInt(sequence ?? '')) continue;
    throw new UserError(
      `${otherKeys}: the ledger has taken the command at offset ${record.offset} of partition ${record.partition}, and by these keys it is refused. ${detail}`,
      exitCodes.config,
    );
  }
}

/** @throws UserError when the key that signed an operator's act is not among these. */
export function assertSignerKnown({ partition, block, recovery }: JournalBlock, keys: CommandKeys) {
  const kid = recovery && kidOf(recovery.signature);
  if (kid === undefined || keys.has(kid)) return;
  throw new UserError(
    `${otherKeys}, or block ${block} of partition ${partition} of the journal is forged: it is signed by ${kid}, which COMMAND_KEYS does not have.`,
    exitCodes.config,
  );
}
