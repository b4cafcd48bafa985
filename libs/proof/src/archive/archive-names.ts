/** What a file of the archive holds: records of the events, or blocks of the journal. */
export const archiveKinds = ['events', 'journal'] as const;
export type ArchiveKind = (typeof archiveKinds)[number];

/** Holds who writes to the archive, while it does. */
export const lockName = 'archive.lock';

const manifestPattern = /^(\d{6,})\.manifest\.json$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}\.(\d{6,})\.zst(\.part)?$/;

/** A span's number in the names of its files: `000001`. */
function paddedNumber(span: number): string {
  return String(span).padStart(6, '0');
}

export function manifestName(span: number): string {
  return `${paddedNumber(span)}.manifest.json`;
}

export function checkpointName(span: number): string {
  return `${paddedNumber(span)}.checkpoint.json`;
}

/** The span of a manifest; undefined where the name is no manifest's. */
export function spanOfManifest(name: string): number | undefined {
  const [, digits] = manifestPattern.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The span of a day's file, also of one that was not finished; undefined for another file. */
export function spanOfDay(name: string): number | undefined {
  const [, digits] = dayPattern.exec(name) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** A day's file, from the folder of the archive: `events/03/2026-11-23.000001.zst`. */
export function dayName(kind: ArchiveKind, partition: number, day: string, span: number): string {
  return `${kind}/${String(partition).padStart(2, '0')}/${day}.${paddedNumber(span)}.zst`;
}

/** The UTC day of a time in milliseconds that has a year of four digits: `2026-11-23`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
