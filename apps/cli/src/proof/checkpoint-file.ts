import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifySignature, type CommandKeys } from '#contract';
import type { LedgerSnapshot } from '#ledger';
import { Failure } from '../failure.js';

/** The ledger at one position for each partition, as `jackpot checkpoint` writes it. */
export interface Checkpoint {
  /** When it was written, ISO 8601. */
  readonly at: string;
  readonly cluster: string | null;
  /** Of the events topic; the file may hold fewer. */
  readonly partitions: number;
  readonly ledger: readonly CheckpointPartition[];
}

export interface CheckpointPartition extends LedgerSnapshot {
  readonly partition: number;
  /** Whether it was folded again and agreed with the log before it was written. */
  readonly verified: boolean;
  /** SHA-256 of each award that the ledger kept, by jackpot, the oldest first. */
  readonly awards: Readonly<Record<string, readonly string[]>>;
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

/** What is signed of a checkpoint: with its kind in front, so that it is no signature of anything else. */
export function signedText(digest: string): string {
  return `${format}/${version}:${digest}`;
}

export function writeCheckpoint(
  content: Checkpoint,
  sign: ((text: string) => string) | null,
): { text: string; digest: string } {
  const digest = digestOf(content);
  const signature = sign && sign(signedText(digest));
  return { digest, text: textOf({ format, version, content, digest, signature }) };
}

/** @throws Failure when the file cannot be read, was edited, or is of another ledger. */
export function readCheckpoint(path: string, partitions: number, keys: CommandKeys): Checkpoint {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(`The checkpoint cannot be read (${(error as Error).message}).`);
  }
  const checkpoint = parseCheckpoint(text, keys, path);
  if (checkpoint.partitions !== partitions) {
    throw new Failure(
      `${path} is of a log of ${checkpoint.partitions} partitions, and this one has ${partitions}.`,
    );
  }
  return checkpoint;
}

/** @throws Failure when the text is not to the byte what was written. */
export function parseCheckpoint(text: string, keys: CommandKeys, path: string): Checkpoint {
  let file: CheckpointFile;
  try {
    file = JSON.parse(text) as CheckpointFile;
  } catch {
    throw new Failure(`${path} is no checkpoint: it is not JSON.`);
  }
  if (file?.format !== format) throw new Failure(`${path} is no checkpoint of a jackpot ledger.`);
  if (file.version !== version) {
    throw new Failure(
      `${path} is a checkpoint of version ${file.version}, and this reads ${version}.`,
    );
  }
  const { content, digest, signature } = file;
  if (digestOf(content ?? null) !== digest || textOf(file) !== text) {
    throw new Failure(`${path} was edited: its content does not fit its digest.`);
  }
  if (signature !== null) {
    const signed = Buffer.from(signedText(digest));
    const verified = verifySignature(keys, signature, signed, Date.parse(content.at));
    if ('fault' in verified) {
      throw new Failure(`${path} is not signed as it says. ${verified.fault}`);
    }
    // The last letter of base64 has bits that no byte uses: another letter is the same signature.
    const base64 = signature.slice(signature.lastIndexOf(':') + 1);
    if (Buffer.from(base64, 'base64').toString('base64') !== base64) {
      throw new Failure(`${path} was edited: its signature is not as it was written.`);
    }
  }
  return content;
}

/** One member a line, so that it is a text for people too; in this order and no other. */
function textOf({ content, digest, signature }: CheckpointFile): string {
  const file: CheckpointFile = { format, version, content, digest, signature };
  return `${JSON.stringify(file, null, 1)}\n`;
}

function digestOf(content: Checkpoint | null): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
