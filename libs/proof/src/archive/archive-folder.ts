import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { differs, exitCodes, type Root, UserError } from '#contract';
import { sha256, StateDigest } from '#ledger';
import { parseAuthority } from '#pools';
import type { ShowProgress } from '../source/progress.js';
import {
  assertProof,
  checkpointDigest,
  ledgerOf,
  parseCheckpoint,
  type Checkpoint,
  type CheckpointPartition,
} from '../checkpoint-file.js';
import {
  archiveKinds,
  checkpointName,
  manifestName,
  spanOfDay,
  spanOfManifest,
} from './archive-names.js';
import { checkFile, dayFileNameOf, type KnownFile } from './day-reader.js';
import { assertManifestSigned, parseManifest, type Manifest } from './manifest.js';
import { sizeOfRegular } from './regular-file.js';

/** A manifest takes some hundred bytes for each file and frame. */
const manifestBytesAtMost = 64 * 1024 * 1024;

/** One span of an archive: its manifest, and the checkpoint at its end. */
export interface ArchiveSpan {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest file. */
  readonly digest: string;
  readonly checkpoint: Checkpoint;
}

/**
 * Returns the spans of an archive, oldest first; none if the folder is empty or missing. Does not
 * read the content of the day files.
 * @throws UserError that names the manifest or checkpoint that is missing, altered, of another
 *   archive, or not signed.
 */
export function readSpans(folder: string, root: Root): readonly ArchiveSpan[] {
  const numbers = manifestsIn(folder);
  const spans: ArchiveSpan[] = [];
  for (const [index, number] of numbers.entries()) {
    if (number !== index + 1) {
      const [missing, next] = [index + 1, number].map((each) => join(folder, manifestName(each)));
      throw differs(`${missing} is missing, but ${next} exists`);
    }
    const path = join(folder, manifestName(number));
    spans.push(judged(path, () => readSpan(folder, number, root, spans)));
  }
  return spans;
}

/**
 * Compares the files of spans with their manifests.
 * @param partition limits the check to its files.
 * @throws UserError that names the first wrong file.
 */
export async function checkFiles(
  folder: string,
  spans: readonly Pick<ArchiveSpan, 'manifest'>[],
  show: ShowProgress,
  partition?: number,
): Promise<void> {
  const files = spans.flatMap((span) => filesOf(folder, span, partition));
  const names = new Map(files.map((known) => [known.file.sha256, dayFileNameOf(known)]));
  const total = files.reduce((sum, { file }) => sum + file.bytes, 0);
  const progress = show(`reading ${folder}`, total, 'bytes');
  try {
    for (const known of files) {
      await checkFile(known, (hash) => names.get(hash));
      progress.add(known.file.bytes);
    }
  } finally {
    progress.end();
  }
}

/** The files of a span, for one partition or for all. */
export function filesOf(
  folder: string,
  { manifest }: Pick<ArchiveSpan, 'manifest'>,
  partition?: number,
): KnownFile[] {
  const { number: span } = manifest;
  return manifest.partitions
    .filter((each) => partition === undefined || each.partition === partition)
    .flatMap(({ partition: own, files }) =>
      files.map((file) => ({ folder, partition: own, span, file })),
    );
}

/** Finds a partition in a checkpoint of all partitions. */
export function partitionIn(checkpoint: Checkpoint, partition: number): CheckpointPartition {
  return checkpoint.ledger.find((each) => each.partition === partition) as CheckpointPartition;
}

/** The editions that the partitions of a checkpoint continue with, lowest first. */
export function editionsOf({ ledger }: Checkpoint): number[] {
  const editions = new Set(ledger.map(({ authority }) => parseAuthority(authority).edition));
  return [...editions].toSorted((one, other) => one - other);
}

/**
 * Removes the files of a span whose run did not finish: files without a manifest do not count.
 * @returns how many files it removed.
 */
export function removeLeftovers(folder: string, span: number): number {
  const left = [manifestName(span), checkpointName(span)].map((name) => `${name}.part`);
  left.push(checkpointName(span));
  const present = namesIn(folder).filter((name) => left.includes(name));
  for (const kind of archiveKinds) {
    for (const name of namesIn(join(folder, kind))) {
      const inside = namesIn(join(folder, kind, name));
      const own = inside.filter((each) => spanOfDay(each) === span);
      present.push(...own.map((each) => join(kind, name, each)));
    }
  }
  for (const name of present) rmSync(join(folder, name));
  return present.length;
}

/** Also names a file that does not have the form that `archive` writes. */
function judged(path: string, read: () => ArchiveSpan): ArchiveSpan {
  try {
    return read();
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw differs(`${path} is not a manifest of an archive (${(error as Error).message})`);
  }
}

function readSpan(
  folder: string,
  number: number,
  root: Root,
  before: readonly ArchiveSpan[],
): ArchiveSpan {
  const path = join(folder, manifestName(number));
  const text = readTextFile(path, manifestBytesAtMost);
  const manifest = parseManifest(text, root, path);
  if (manifest.number !== number) {
    throw differs(
      `${path} is the manifest of span ${manifest.number}, under the name of another span`,
    );
  }
  assertFollows(folder, manifest, before);
  const checkpointPath = join(folder, checkpointName(number));
  const checkpointText = readTextFile(checkpointPath);
  let checkpoint: Checkpoint;
  try {
    checkpoint = parseCheckpoint(checkpointText, root, checkpointPath);
    assertProof(checkpoint, checkpointText, checkpointPath);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.differs);
  }
  if (checkpointDigest(checkpoint) !== manifest.checkpoint.digest) {
    throw differs(`${checkpointPath} is another checkpoint than ${path} ends with`);
  }
  assertManifestSigned(text, checkpoint, root, path);
  assertEnds(manifest, checkpoint, path);
  return { manifest, digest: sha256(text), checkpoint };
}

/** Asserts that a manifest belongs to the archive, and names the manifest before it and its end. */
function assertFollows(folder: string, manifest: Manifest, before: readonly ArchiveSpan[]): void {
  const path = join(folder, manifestName(manifest.number));
  const [first] = before;
  if (first && first.manifest.ledger !== manifest.ledger) {
    throw differs(
      `${path} is of the ledger ${manifest.ledger}, but the archive is of ${first.manifest.ledger}`,
    );
  }
  const last = before.at(-1);
  if ((last?.digest ?? null) !== manifest.previous) {
    const [name, is] = last ? [manifestName(last.manifest.number), last.digest] : ['none', 'none'];
    throw differs(
      `${path} follows the manifest with SHA-256 ${manifest.previous ?? 'none'}, but the one before it, ${name}, has ${is}`,
    );
  }
  for (const { partition, from } of manifest.partitions) {
    const end = last?.manifest.partitions[partition]?.until;
    const isNext = end
      ? end.head === from.head && end.position === from.position && end.block === from.block
      : from.block === 0 && from.position === 0;
    if (isNext && (!last || last.manifest.partitions.length === manifest.partitions.length))
      continue;
    throw differs(`${path}: partition ${partition} does not begin where the span before it ends`);
  }
}

/** Asserts that a manifest describes its checkpoint correctly, in each partition. */
function assertEnds(manifest: Manifest, checkpoint: Checkpoint, path: string): void {
  const { at, cluster } = checkpoint;
  const said = [manifest.ledger, manifest.cluster, manifest.checkpoint.at, manifest.editions];
  const held = [ledgerOf(checkpoint), cluster, at, editionsOf(checkpoint)];
  if (JSON.stringify(said) !== JSON.stringify(held)) {
    throw differs(`${path} names another ledger, cluster, time or edition than its checkpoint`);
  }
  const { partitions } = manifest;
  const isWhole = partitions.length === checkpoint.partitions;
  const wrong = partitions.find(({ partition, until }, index) => {
    const kept = checkpoint.ledger.find((each) => each.partition === partition);
    const ends = kept?.position === until.position && kept.head === until.head;
    const state = kept && StateDigest.of(kept).root();
    return partition !== index || !ends || kept.block !== until.block || state !== until.state;
  });
  if (isWhole && !wrong) return;
  const which = wrong ? `partition ${wrong.partition}` : 'a partition';
  throw differs(`${path}: ${which} does not end as the checkpoint does`);
}

function manifestsIn(folder: string): readonly number[] {
  const numbers = namesIn(folder).flatMap((name) => spanOfManifest(name) ?? []);
  return numbers.toSorted((one, other) => one - other);
}

/** The names in a folder; none if it is missing, or is a file. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new UserError(`${folder} cannot be read: ${message}.`);
  }
}

/** @param bytesAtMost a larger file is refused before it is read. */
function readTextFile(path: string, bytesAtMost = Infinity): string {
  const bytes = sizeOfRegular(path);
  if (bytes > bytesAtMost) {
    throw differs(
      `${path} has ${bytes} bytes, and at most ${bytesAtMost} are allowed: it was not read`,
    );
  }
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`${path} cannot be read: ${(error as Error).message}.`);
  }
}
