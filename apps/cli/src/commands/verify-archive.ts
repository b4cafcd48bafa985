import { exitCodes, UserError } from '#contract';
import { describeRecovery, proveArchive, type ProvenArchive } from '#proof';
import { readProofEnv } from '../env.js';
import { print, type JsonOption } from '../print.js';
import { showProgress } from '../progress.js';
import { loadRoot } from '../root.js';
import { table } from '../table.js';

export interface VerifyArchiveOptions extends JsonOption {
  readonly archive: string;
  /** SHA-256 that the last manifest must have. */
  readonly expect?: string;
}

/** Proves an archive, and says what it has. */
export async function verifyArchive(options: VerifyArchiveOptions): Promise<void> {
  const { archive, expect } = options;
  const root = loadRoot(readProofEnv().COMMAND_ROOT);
  try {
    print(options, await proveArchive(archive, root, expect, showProgress), describe);
  } catch (error) {
    const isAnswer = error instanceof UserError && error.exitCode === exitCodes.differs;
    const facts = { agrees: false, difference: (error as Error).message };
    if (isAnswer && options.json) print(options, facts, () => '');
    throw error;
  }
}

function describe(facts: ProvenArchive): string {
  const { ledger, partitions, spans, recoveries } = facts;
  const n = (name: 'records' | 'jackpots' | 'tables' | 'awards' | 'blocks'): string =>
    facts[name].toLocaleString('en');
  const rows = spans.map(({ span, since, until, ...each }) => {
    const counts = [each.records, each.awards, each.blocks].map((one) => one.toLocaleString('en'));
    return [span, since ?? 'the first record', until, ...counts];
  });
  const last = spans.at(-1) as (typeof spans)[number];
  const lines = [
    `The archive agrees with its records: ${n('records')} records in ${partitions} partitions of the ledger ${ledger}, ` +
      `${n('jackpots')} jackpots, ${n('tables')} tables, ` +
      `${n('awards')} awards, ${n('blocks')} blocks in the journal.`,
    '',
    table(['span', 'since', 'until', 'records', 'awards', 'blocks'], rows),
    `Judged by ${facts.build}, at the end by edition ${facts.editions.join(' and ')}.`,
    `It ends with ${last.manifest}, SHA-256 ${last.digest}.`,
    ...recoveries.map((block) => `Recovery: ${describeRecovery(block)}`),
  ];
  return `${lines.join('\n')}\n`;
}
