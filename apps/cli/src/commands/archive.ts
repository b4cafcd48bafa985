import { addSpan, type AddedSpan } from '#proof';
import { Command } from '@commander-js/extra-typings';
import { connected } from '../command.js';
import { table } from '../format/table.js';
import { openSigner } from '../keys/open-signer.js';
import { loadRoot } from '../keys/root.js';
import { jsonOption } from '../options/common.js';

/** Adds a span to an archive, and reports the archive's content. */
export const archiveCommand = connected(
  () =>
    new Command('archive')
      .description(
        'archive the log and the journal up to a checkpoint, and fold them to check (signed with COMMAND_KEY)',
      )
      .requiredOption('--to <folder>', 'of the archive; created if it does not exist')
      .requiredOption('--until <checkpoint>', 'a signed checkpoint of all partitions')
      .addOption(jsonOption()),
  async (connections, { to: folder, until }) => {
    const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
    const root = loadRoot(COMMAND_ROOT);
    const opened = () => {
      const signer = openSigner(COMMAND_KEY, connections.terminal);
      return (ledger: string, text: string): string => signer.sign(ledger, text);
    };
    const facts = await addSpan(connections, {
      folder,
      until,
      root,
      openSigner: opened,
      keyFile: COMMAND_KEY ?? '',
      say: (line) => connections.terminal.warn(`${line}\n`),
    });
    return { facts, lines: describeSpan(facts) };
  },
);

function describeSpan(facts: AddedSpan): string {
  const { manifest, digest, span, until, added, removed, partitions } = facts;
  const n = (name: 'records' | 'blocks' | 'awards' | 'files' | 'bytes'): string =>
    facts[name].toLocaleString('en');
  if (!added) {
    return `The archive has this checkpoint already: it ends span ${span} (${manifest}, SHA-256 ${digest}). Nothing was changed.\n`;
  }
  const left = `Removed: ${removed} files that an unfinished run had left.\n`;
  const rows = partitions.map((each) => [each.partition, each.from, each.until, each.records]);
  const begun = `Started a new archive: ${manifest} is its first manifest. If there is an archive already, --to names the wrong folder.\n`;
  return (
    (span === 1 ? begun : '') +
    (removed > 0 ? left : '') +
    `${table(['partition', 'from', 'until', 'records'], rows)}\n` +
    `Span ${span}, until the checkpoint of ${until}: ${n('records')} records, ${n('blocks')} blocks and ${n('awards')} awards, ` +
    `folded again, in ${n('files')} files of ${n('bytes')} bytes.\n` +
    `Manifest ${manifest}, signed, SHA-256 ${digest}.\n`
  );
}
