import { describeRecovery, type ProvenArchive } from '#proof';
import { table } from './table.js';

/** A proven archive, in words. */
export function describeArchive(facts: ProvenArchive): string {
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
