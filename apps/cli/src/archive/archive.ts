import { join } from 'node:path';
import { build, exitCodes, jwksOf, type Root, UserError } from '#contract';
import type { Connections } from '../connections.js';
import { print, type JsonOption } from '../print.js';
import {
  assertSigned,
  digestOf,
  ledgerOf,
  readProof,
  type Checkpoint,
} from '../proof/checkpoint-file.js';
import { loadRoot } from '../root.js';
import { Signer } from '../signer.js';
import { table } from '../table.js';
import { checkFiles, editionsOf, readSpans, removeLeftovers, type Span } from './archive-folder.js';
import { ArchiveLock } from './archive-lock.js';
import { manifestName } from './archive-names.js';
import { sha256, writeManifest, type ArchivedPartition, type Manifest } from './manifest.js';
import { planSpan } from './span-plan.js';
import { endSpan, writeDays } from './span-writer.js';

export interface ArchiveOptions extends JsonOption {
  readonly to: string;
  readonly until: string;
}

/** Adds a span to an archive, and says what it has. */
export async function archive(connections: Connections, options: ArchiveOptions): Promise<void> {
  print(options, await addSpan(connections, options), describe);
}

/**
 * Adds a span to an archive: the records and blocks from the end of the last span to a checkpoint,
 * folded again while they are written. Where the checkpoint is the end of a span already, it
 * changes nothing.
 * @throws UserError when something differs, or cannot be archived; then there is no new manifest.
 */
export async function addSpan(connections: Connections, options: ArchiveOptions): Promise<Facts> {
  const { to: folder, until } = options;
  const { COMMAND_KEY, COMMAND_ROOT } = connections.env;
  const root = loadRoot(COMMAND_ROOT);
  const all = await connections.partitions();
  const given = readUntil(until, all.length, root);
  const lock = ArchiveLock.take(folder);
  try {
    return await addLocked(connections, { folder, root, key: COMMAND_KEY, lock }, given);
  } finally {
    lock.release();
  }
}

interface Target {
  readonly folder: string;
  readonly root: Root;
  /** COMMAND_KEY. */
  readonly key: string | undefined;
  readonly lock: ArchiveLock;
}

async function addLocked(
  connections: Connections,
  { folder, root, key, lock }: Target,
  { checkpoint, text }: ReturnType<typeof readUntil>,
): Promise<Facts> {
  const spans = readSpans(folder, root);
  const digest = digestOf(checkpoint);
  const known = spans.find(({ manifest }) => manifest.checkpoint.digest === digest);
  if (known) return { ...factsOf(folder, known.manifest, known.digest), added: false, removed: 0 };
  const last = spans.at(-1);
  assertAfter(folder, last, checkpoint);
  const sign = signerOf(key, checkpoint, root);
  const planned = await planSpan(connections, root, last, checkpoint);
  const number = spans.length + 1;
  const removed = removeLeftovers(folder, number);
  const context = { partitions: checkpoint.partitions, root };
  const partitions = await writeDays(connections, context, { folder, number }, planned);
  const [events, journal] = [connections.topic('events'), connections.topic('journal')];
  const content: Manifest = {
    number,
    at: new Date().toISOString(),
    ledger: ledgerOf(checkpoint),
    cluster: checkpoint.cluster,
    topics: { events, journal },
    root: jwksOf(root),
    build,
    editions: editionsOf(checkpoint),
    checkpoint: { digest, at: checkpoint.at },
    previous: last?.digest ?? null,
    partitions,
  };
  const manifest = writeManifest(content, sign);
  // As they lie on the disk: somebody may have changed them since they were written.
  await checkFiles(folder, [{ manifest: content }]);
  lock.assertHeld();
  await endSpan(folder, number, text, manifest);
  return { ...factsOf(folder, content, sha256(manifest)), added: true, removed };
}

/** @throws UserError for a file that is no proven checkpoint of all partitions. */
function readUntil(path: string, partitions: number, root: Root) {
  const { checkpoint, text } = readProof(path, root, '--until');
  const has = checkpoint.ledger.length;
  if (checkpoint.partitions === partitions && has === partitions) return { checkpoint, text };
  throw new UserError(
    `${path} has ${has} of ${checkpoint.partitions} partitions, and the log has ${partitions}: an archive ends with a checkpoint of all of them.`,
  );
}

/** @throws UserError when the checkpoint is of another ledger, or older than the archive's end. */
function assertAfter(folder: string, last: Span | undefined, checkpoint: Checkpoint): void {
  if (!last) return;
  const ledger = ledgerOf(checkpoint);
  if (ledger !== last.manifest.ledger) {
    throw new UserError(
      `${folder} is an archive of the ledger ${last.manifest.ledger}, and the checkpoint is of ${ledger}: name another folder.`,
    );
  }
  const older = checkpoint.ledger.find(
    ({ partition, block }) => block < (last.manifest.partitions[partition]?.until.block ?? 0),
  );
  if (!older) return;
  throw new UserError(
    `${folder} ends after this checkpoint: with the one of ${last.manifest.checkpoint.at}. Give a later one.`,
  );
}

/** @throws UserError when the key of COMMAND_KEY could not sign the manifest. */
function signerOf(file: string | undefined, checkpoint: Checkpoint, root: Root) {
  const signer = Signer.open(file);
  const sign = (text: string): string => signer.sign(ledgerOf(checkpoint), text);
  const tried = 'archive';
  try {
    assertSigned(checkpoint, tried, sign(tried), root, file ?? '');
  } catch (error) {
    throw new UserError(
      `COMMAND_KEY: its key must be in force in the checkpoint, with the role adjust. ${(error as Error).message}`,
      exitCodes.config,
    );
  }
  return sign;
}

function factsOf(folder: string, manifest: Manifest, digest: string) {
  const { number, ledger, checkpoint, partitions } = manifest;
  const sum = (of: (each: ArchivedPartition) => number): number =>
    partitions.reduce((total, each) => total + of(each), 0);
  return {
    manifest: join(folder, manifestName(number)),
    digest,
    ledger,
    span: number,
    until: checkpoint.at,
    records: sum(({ records }) => records),
    blocks: sum(({ blocks }) => blocks),
    awards: sum(({ awards }) => awards),
    files: sum(({ files }) => files.length),
    bytes: sum(({ files }) => files.reduce((total, { bytes }) => total + bytes, 0)),
    partitions: partitions.map(({ partition, from, until, records }) => {
      return { partition, from: from.position, until: until.position, records };
    }),
  };
}

type Facts = ReturnType<typeof factsOf> & { readonly added: boolean; readonly removed: number };

function describe(facts: Facts): string {
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
