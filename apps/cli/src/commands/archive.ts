import { addSpan, type AddedSpan } from '#proof';
import { openSigner } from '../keys/open-signer.js';
import type { Connections } from '../connections.js';
import { print, type JsonOption } from '../print.js';
import { loadRoot } from '../root.js';
import { currentShell } from '../shell.js';
import { table } from '../table.js';

interface ArchiveOptions extends JsonOption {
  readonly to: string;
  readonly until: string;
}

/** Adds a span to an archive, and says what it has. */
export async function archive(connections: Connections, options: ArchiveOptions): Promise<void> {
  const { to: folder, until } = options;
  const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
  const root = loadRoot(COMMAND_ROOT);
  const opened = () => {
    const signer = openSigner(COMMAND_KEY);
    return (ledger: string, text: string): string => signer.sign(ledger, text);
  };
  const { stderr } = currentShell();
  const say = (line: string): void => void stderr.write(`${line}\n`);
  print(
    options,
    await addSpan(connections, {
      folder,
      until,
      root,
      openSigner: opened,
      keyFile: COMMAND_KEY ?? '',
      say,
    }),
    describe,
  );
}

function describe(facts: AddedSpan): string {
  const { manifest, digest, span, until, added, removed, partitions } = facts;
  const n = (name: 'records' | 'blocks' | 'awards' | 'files' | 'bytes'): string =>
    facts[name].toLocaleString('en');
  if (!added) {
    return `The archive has this checkpoint already: it ends span ${span} (${manifest}, SHA-256 ${digest}). Nothing was changed.\n`;
  }
  const left = `Removed: ${removed} files that a run had left which did not end.\n`;
  const rows = partitions.map((each) => [each.partition, each.from, each.until, each.records]);
  const begun = `A new archive is begun: ${manifest} is its first. If there is an archive already, --to names the wrong folder.\n`;
  return (
    (span === 1 ? begun : '') +
    (removed > 0 ? left : '') +
    `${table(['partition', 'from', 'until', 'records'], rows)}\n` +
    `Span ${span}, until the checkpoint of ${until}: ${n('records')} records, ${n('blocks')} blocks and ${n('awards')} awards, ` +
    `folded again, in ${n('files')} files of ${n('bytes')} bytes.\n` +
    `Manifest ${manifest}, signed, SHA-256 ${digest}.\n`
  );
}
