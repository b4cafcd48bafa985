import { sha256, type JournalPlace } from '#ledger';
import { exitCodes, faultsOf, readRoot, type Root, UserError, withValue } from '#contract';
import { newestEdition } from '#pools';
import type { ChainPoint } from '../chain/chain-walk.js';
import { assertSigned, type Checkpoint } from '../checkpoint-file.js';
import type { ArchiveKind } from './archive-names.js';
import { manifestSchema } from './manifest-schema.js';

/** Lines that are compressed together, and can be read separately. */
export interface ArchiveFrame {
  /** Offset of its last record, or number of its last block. */
  readonly last: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** One day of a partition's events or journal. */
export interface DayFile {
  readonly kind: ArchiveKind;
  /** UTC day. */
  readonly day: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Number of lines. */
  readonly records: number;
  /** Offsets of the first and the last record, or numbers of the first and the last block. */
  readonly first: number;
  readonly last: number;
  readonly frames: readonly ArchiveFrame[];
}

/** The part of one partition in a span. */
export interface ArchivedPartition {
  readonly partition: number;
  /** The end of the span before it. */
  readonly from: ChainPoint;
  /** `journal`: the topic is needed from here on to continue from the checkpoint; null: unknown. */
  readonly until: ChainPoint & { readonly state: string; readonly journal: JournalPlace | null };
  /** First and last numbers of the blocks that an operator's act has undone. */
  readonly undone: readonly (readonly [number, number])[];
  readonly records: number;
  readonly blocks: number;
  readonly awards: number;
  readonly files: readonly DayFile[];
}

/** The output of one run of `archive`, from the end of the run before it to a checkpoint. */
export interface Manifest {
  /** Counts from 1. */
  readonly number: number;
  /** Time of the write, ISO 8601. */
  readonly at: string;
  readonly ledger: string;
  readonly cluster: string | null;
  /** Names of the topics that the span was read from. */
  readonly topics: Readonly<Record<ArchiveKind, string>>;
  /** The root in COMMAND_ROOT at the write; a reader has its own root. */
  readonly root: { readonly keys: readonly object[] };
  /** The build that wrote it. */
  readonly build: string;
  /** The editions of its partitions at its end. */
  readonly editions: readonly number[];
  readonly checkpoint: { readonly digest: string; readonly at: string };
  /** SHA-256 of the previous manifest file; null in the first. */
  readonly previous: string | null;
  readonly partitions: readonly ArchivedPartition[];
}

interface ManifestFile {
  readonly format: typeof format;
  readonly version: typeof version;
  readonly content: Manifest;
  /** SHA-256 of the content's JSON. */
  readonly digest: string;
  /** `<kid>:<base64 Ed25519>` over `signedText` of the digest. */
  readonly signature: string;
}

const format = 'jackpot-archive';
const version = 1;

/** The text that is signed. It begins with its kind, so that the signature fits nothing else. */
function manifestSignedText(digest: string): string {
  return `${format}/${version}:${digest}`;
}

/** Returns a manifest as the text of its file. @param sign with the key of COMMAND_KEY. */
export function writeManifest(content: Manifest, sign: (text: string) => string): string {
  const digest = sha256(JSON.stringify(content));
  return manifestText({
    format,
    version,
    content,
    digest,
    signature: sign(manifestSignedText(digest)),
  });
}

/**
 * @param path for sentences
 * @throws UserError if the text is not the written one, to the byte, or this build or root cannot
 *   judge it. Does not check the signature yet.
 */
export function parseManifest(text: string, root: Root, path: string): Manifest {
  const file = parsed(text);
  if (file?.format !== format) {
    throw new UserError(
      `${path} is not a manifest of an archive, or was edited.`,
      exitCodes.differs,
    );
  }
  if (file.version !== version) {
    throw new UserError(
      `${path} is a manifest of version ${file.version}, and this program reads ${version}: use a newer program.`,
    );
  }
  const { content, digest } = file;
  if (sha256(JSON.stringify(content ?? null)) !== digest || manifestText(file) !== text) {
    throw new UserError(
      `${path} was edited: its content does not fit its digest.`,
      exitCodes.differs,
    );
  }
  const read = manifestSchema.safeParse(content, { error: withValue });
  if (!read.success) {
    const [fault] = faultsOf(read.error, 'it');
    const sentence = `${path} is not a manifest of an archive (${fault}).`;
    throw new UserError(sentence, exitCodes.differs);
  }
  assertSameRoot(content, root, path);
  const edition = Math.max(...content.editions);
  if (edition > newestEdition) {
    throw new UserError(
      `${path}: newer-edition. Its records are read by edition ${edition}, and this build reads up to ${newestEdition}: install a newer one.`,
    );
  }
  return content;
}

/**
 * @param checkpoint at the end of the manifest: its keys judge the signature.
 * @throws UserError if no permitted key has signed the manifest.
 */
export function assertManifestSigned(
  text: string,
  checkpoint: Checkpoint,
  root: Root,
  path: string,
): void {
  const { digest, signature } = JSON.parse(text) as ManifestFile;
  if (typeof signature !== 'string') {
    const sentence = `${path} is not signed, so anybody could have written it.`;
    throw new UserError(sentence, exitCodes.differs);
  }
  try {
    assertSigned(checkpoint, manifestSignedText(digest), signature, root, path);
  } catch (error) {
    throw new UserError((error as Error).message, exitCodes.differs);
  }
}

/** The manifest’s own root is not trusted: it only explains why no signature would fit. */
function assertSameRoot(content: Manifest, { thumbprint }: Root, path: string): void {
  let own: string;
  try {
    own = readRoot(JSON.stringify(content.root)).thumbprint;
  } catch (error) {
    const sentence = `${path} is not a manifest of an archive (its root: ${(error as Error).message}).`;
    throw new UserError(sentence, exitCodes.differs);
  }
  if (own === thumbprint) return;
  throw new UserError(
    `${path} is of a ledger whose keys began with the root ${own}, and COMMAND_ROOT is the root ${thumbprint}.`,
    exitCodes.config,
  );
}

function parsed(text: string): ManifestFile | undefined {
  try {
    return JSON.parse(text) as ManifestFile;
  } catch {
    return undefined;
  }
}

/** Writes one member per line, always in this order, so that people can read it. */
function manifestText({ content, digest, signature }: ManifestFile): string {
  const file: ManifestFile = { format, version, content, digest, signature };
  return `${JSON.stringify(file, null, 1)}\n`;
}
