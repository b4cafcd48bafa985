import { sha256 } from '#ledger';
import { join } from 'node:path';
import { build, exitCodes, jwksOf, type Root, UserError } from '#contract';
import type { LiveLedger } from '../source/live-ledger.js';
import {
  assertSigned,
  checkpointDigest,
  ledgerOf,
  readProof,
  type Checkpoint,
} from '../checkpoint-file.js';
import {
  checkFiles,
  editionsOf,
  readSpans,
  removeLeftovers,
  type ArchiveSpan,
} from './archive-folder.js';
import { ArchiveLock } from './archive-lock.js';
import { manifestName } from './archive-names.js';
import { writeManifest, type ArchivedPartition, type Manifest } from './manifest.js';
import { planSpan } from './span-plan.js';
import { endSpan, writeDays } from './span-writer.js';

/** The archive that receives a span, and the run that adds it. */
export interface AddedBy {
  readonly folder: string;
  /** File of the checkpoint at the span's end. */
  readonly until: string;
  readonly root: Root;
  /** File of the signing key, for sentences. */
  readonly keyFile: string;
  /** Opens the signing key; the function that it returns signs a text for a ledger. */
  readonly openSigner: () => (ledger: string, text: string) => string;
  /** Reports findings that do not stop the run. */
  readonly say: (line: string) => void;
}

/**
 * Adds a span to an archive: the records and blocks from the end of the last span to a checkpoint,
 * folded again during the write. Changes nothing if a span already ends with the checkpoint.
 * @throws UserError if something differs, or cannot be archived; then there is no new manifest.
 */
export async function addSpan(live: LiveLedger, by: AddedBy): Promise<AddedSpan> {
  const all = await live.partitions();
  const given = readUntil(by.until, all.length, by.root);
  const lock = ArchiveLock.take(by.folder, by.say);
  try {
    return await addLocked(live, by, lock, given);
  } finally {
    lock.release();
  }
}

async function addLocked(
  live: LiveLedger,
  { folder, root, openSigner, keyFile }: AddedBy,
  lock: ArchiveLock,
  { checkpoint, text }: ReturnType<typeof readUntil>,
): Promise<AddedSpan> {
  const spans = readSpans(folder, root);
  const digest = checkpointDigest(checkpoint);
  const known = spans.find(({ manifest }) => manifest.checkpoint.digest === digest);
  if (known)
    return { ...spanFacts(folder, known.manifest, known.digest), added: false, removed: 0 };
  const last = spans.at(-1);
  assertAfter(folder, last, checkpoint);
  const sign = signerOf(openSigner, keyFile, checkpoint, root);
  const planned = await planSpan(live, root, last, checkpoint);
  const number = spans.length + 1;
  const removed = removeLeftovers(folder, number);
  const context = { partitions: checkpoint.partitions, root };
  const partitions = await writeDays(live, context, { folder, number }, planned);
  const [events, journal] = [live.topic('events'), live.topic('journal')];
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
  // Checks the files on disk: somebody may have changed them after the write.
  await checkFiles(folder, [{ manifest: content }], (...args) => live.progress(...args));
  lock.assertHeld();
  await endSpan(folder, number, text, manifest);
  return { ...spanFacts(folder, content, sha256(manifest)), added: true, removed };
}

/** @throws UserError if the file is not a proven checkpoint of all partitions. */
function readUntil(path: string, partitions: number, root: Root) {
  const { checkpoint, text } = readProof(path, root, '--until');
  const has = checkpoint.ledger.length;
  if (checkpoint.partitions === partitions && has === partitions) return { checkpoint, text };
  throw new UserError(
    `${path} has ${has} of ${checkpoint.partitions} partitions, and the log has ${partitions}: an archive ends with a checkpoint of all of them.`,
  );
}

/** @throws UserError if the checkpoint is of another ledger, or older than the archive's end. */
function assertAfter(folder: string, last: ArchiveSpan | undefined, checkpoint: Checkpoint): void {
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

/** @throws UserError if the key may not sign the manifest. */
function signerOf(
  openSigner: AddedBy['openSigner'],
  keyFile: string,
  checkpoint: Checkpoint,
  root: Root,
) {
  const signWith = openSigner();
  const sign = (text: string): string => signWith(ledgerOf(checkpoint), text);
  const tried = 'archive';
  try {
    assertSigned(checkpoint, tried, sign(tried), root, keyFile);
  } catch (error) {
    throw new UserError(
      `COMMAND_KEY: its key must be in force in the checkpoint, with the role adjust. ${(error as Error).message}`,
      exitCodes.config,
    );
  }
  return sign;
}

function spanFacts(folder: string, manifest: Manifest, digest: string) {
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

/** The span that a run has added, or found in the archive. */
export type AddedSpan = ReturnType<typeof spanFacts> & {
  readonly added: boolean;
  readonly removed: number;
};
