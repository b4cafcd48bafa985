import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Root, UserError, verifySignature } from '#contract';
import { parseAuthority } from '#pools';
import type { LedgerSnapshot } from '#ledger';
import { assertRoot } from './fold/readable.js';
import type { OwedOutput } from './outputs/given-outputs.js';
import type { ComparedKind } from './outputs/message-id.js';

/** Partitions of the ledger, each at its position, as `jackpot checkpoint` writes them. */
export interface Checkpoint {
  /** Time of the write, ISO 8601. */
  readonly at: string;
  readonly cluster: string | null;
  /** Number of partitions of the events topic; the file may hold fewer. */
  readonly partitions: number;
  readonly ledger: readonly CheckpointPartition[];
  /** First offsets, by partition, of messages written to the output topics after the checkpoint. */
  readonly outputs: Readonly<Record<ComparedKind, readonly number[]>>;
  /** Messages that the ledger had made, and that were not on their topics yet. */
  readonly owed: readonly OwedOutput[];
  /** Digest of the checkpoint that the proof began with; null if it began with the log. */
  readonly previous: string | null;
}

export interface CheckpointPartition extends LedgerSnapshot {
  readonly partition: number;
  /** True if it was folded again and agreed with the log before the write. */
  readonly verified: boolean;
}

interface CheckpointFile {
  readonly format: typeof format;
  readonly version: typeof version;
  readonly content: Checkpoint;
  /** SHA-256 of the content's JSON. */
  readonly digest: string;
  /** `<kid>:<base64 Ed25519>` over `signedText` of the digest. */
  readonly signature: string | null;
}

const format = 'jackpot-checkpoint';
const version = 1;

/** The text that is signed. It begins with its kind, so that the signature fits nothing else. */
function checkpointSignedText(digest: string): string {
  return `${format}/${version}:${digest}`;
}

export function writeCheckpoint(content: Checkpoint, sign?: (text: string) => string) {
  const digest = checkpointDigest(content);
  const signature = sign ? sign(checkpointSignedText(digest)) : null;
  return { digest, text: checkpointText({ format, version, content, digest, signature }) };
}

/**
 * @throws UserError if it cannot be read, was edited, is of a log with other partitions, or is not
 *   a proof: not signed, or of a ledger that was not folded again first.
 */
export function readCheckpoint(path: string, partitions: number, root: Root): Checkpoint {
  const { checkpoint } = readProof(path, root, '--from');
  assertSamePartitions(checkpoint, partitions, path);
  return checkpoint;
}

/** @throws UserError if the checkpoint is of a log with another number of partitions. */
export function assertSamePartitions(
  checkpoint: Pick<Checkpoint, 'partitions'>,
  partitions: number,
  path: string,
): void {
  if (checkpoint.partitions === partitions) return;
  throw new UserError(
    `${path} is of a log with ${checkpoint.partitions} partitions, and this one has ${partitions}.`,
  );
}

/**
 * Returns a checkpoint and the text of its file.
 * @param option that named the file
 * @throws UserError if it cannot be read, was edited, or is not a proof.
 */
export function readProof(path: string, root: Root, option: string) {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError(`${option}: the checkpoint cannot be read (${(error as Error).message}).`);
  }
  const checkpoint = parseCheckpoint(text, root, path);
  assertProof(checkpoint, text, path);
  return { checkpoint, text };
}

/** @throws UserError if anybody could have written the checkpoint, or nobody has proven it. */
export function assertProof(checkpoint: Checkpoint, text: string, path: string): void {
  if ((JSON.parse(text) as CheckpointFile).signature === null) {
    throw new UserError(
      `${path} is not signed, so anybody could have written it: set COMMAND_KEY and write it again.`,
    );
  }
  const unproven = checkpoint.ledger.find(({ verified }) => !verified);
  if (!unproven) return;
  throw new UserError(
    `${path} was written with --unverified: partition ${unproven.partition} was not folded again. Write it again without.`,
  );
}

/**
 * @throws UserError if the text is not the written one, to the byte, or the key that signed it may
 *   not sign.
 */
export function parseCheckpoint(text: string, root: Root, path: string): Checkpoint {
  let file: CheckpointFile;
  try {
    file = JSON.parse(text) as CheckpointFile;
  } catch {
    throw new UserError(`${path} is not a checkpoint: it is not JSON.`);
  }
  if (file?.format !== format)
    throw new UserError(`${path} is not a checkpoint of a jackpot ledger.`);
  if (file.version !== version) {
    throw new UserError(
      `${path} is a checkpoint of version ${file.version}, and this program reads ${version}.`,
    );
  }
  const { content, digest, signature } = file;
  if (checkpointDigest(content ?? null) !== digest || checkpointText(file) !== text) {
    throw new UserError(`${path} was edited: its content does not fit its digest.`);
  }
  if (signature !== null)
    assertSigned(content, checkpointSignedText(digest), signature, root, path);
  return content;
}

/**
 * Asserts a signature by a key of the checkpoint's own content, which the blocks after it cover.
 * The root anchors those keys.
 * @param text that is signed: of the checkpoint itself, or of the file that ends with it.
 * @throws UserError if such a key has not signed the text.
 */
export function assertSigned(
  { ledger: partitions }: Pick<Checkpoint, 'ledger'>,
  text: string,
  signature: string,
  root: Root,
  path: string,
): void {
  for (const partition of partitions) assertRoot(partition, root);
  const newest = partitions
    .map(({ authority }) => parseAuthority(authority))
    .toSorted((one, other) => other.version - one.version)[0];
  const { ledger = null, keys = new Map() } = newest ?? {};
  const verified = verifySignature(keys, ledger ?? '', signature, Buffer.from(text));
  if ('refused' in verified) {
    throw new UserError(`The signature of ${path} is not valid. ${verified.refused.detail}`);
  }
  if (!verified.key.roles.includes('adjust')) {
    throw new UserError(`The signature of ${path} is by a key without the role adjust.`);
  }
}

/** Writes one member per line, always in this order, so that people can read it. */
function checkpointText({ content, digest, signature }: CheckpointFile): string {
  const file: CheckpointFile = { format, version, content, digest, signature };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** SHA-256 of the content's JSON; the next checkpoint names this one by it. */
export function checkpointDigest(content: Checkpoint | null): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The id of a checkpoint's ledger; empty if no keys are in force. */
export function ledgerOf({ ledger }: Pick<Checkpoint, 'ledger'>): string {
  return ledger.map(({ authority }) => parseAuthority(authority).ledger).find(Boolean) ?? '';
}
