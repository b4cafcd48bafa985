/** The two kinds of archive file: records of the events, and blocks of the journal. */
export const archiveKinds = ['events', 'journal'] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

/** The lock file: names the run that is writing to the archive. */
export const lockName = 'archive.lock';

const manifestPattern = /^(\d{6,})\.manifest\.json$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}\.(\d{6,})\.zst(\.part)?$/;

/** A span's number, as file names have it: `000001`. */
function paddedNumber(span: number): string {
  return String(span).padStart(6, '0');
}

export function manifestName(span: number): string {
  return `${paddedNumber(span)}.manifest.json`;
}

export function checkpointName(span: number): string {
  return `${paddedNumber(span)}.checkpoint.json`;
}

/** The span of a manifest; undefined if the name is not a manifest's. */
export function spanOfManifest(name: string): number | undefined {
  const [, digits] = manifestPattern.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The span of a day file, even an unfinished one; undefined for any other file. */
export function spanOfDay(name: string): number | undefined {
  const [, digits] = dayPattern.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Path of a day file, relative to the archive's folder: `events/03/2026-11-23.000001.zst`. */
export function dayName(kind: ArchiveKind, partition: number, day: string, span: number): string {
  return `${kind}/${String(partition).padStart(2, '0')}/${day}.${paddedNumber(span)}.zst`;
}

/** The UTC day of a time in milliseconds, whose year has four digits: `2026-11-23`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
