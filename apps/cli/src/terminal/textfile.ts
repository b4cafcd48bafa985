import { rmSync, writeFileSync } from 'node:fs';
import { exitCodes, UserError } from '#contract/exit-codes';
import { writeWhole } from '#proof';

/**
 * Runs a proof, and writes its result for Prometheus. Without an answer, for example while Kafka is
 * down, the last result stays and ages.
 * @param file undefined: writes nothing
 * @param prove its answer has `records`, if it has folded some.
 */
export async function writingTextfile<T extends object>(
  file: string | undefined,
  prove: () => Promise<T>,
): Promise<T> {
  if (file !== undefined) assertWritable(file);
  const startedAtMs = performance.now();
  const write = (isProven: boolean, records?: number): void => {
    if (file === undefined) return;
    const tookMs = performance.now() - startedAtMs;
    writeTextfile(file, { isProven, records, tookMs, endedAtMs: Date.now() });
  };
  try {
    const facts = await prove();
    write(true, 'records' in facts ? Number(facts.records) : undefined);
    return facts;
  } catch (error) {
    if (error instanceof UserError && error.exitCode === exitCodes.differs) write(false);
    throw error;
  }
}

/** The result of a proof. */
interface Verified {
  readonly isProven: boolean;
  /** Number of folded records; unknown if the ledger differs. */
  readonly records: number | undefined;
  readonly tookMs: number;
  /** Epoch ms. */
  readonly endedAtMs: number;
}

/**
 * Writes the metrics of a proof for node_exporter's textfile collector. The file gets its name only
 * once it is whole, so that nobody reads half of it.
 * @throws UserError if it cannot be written.
 */
export function writeTextfile(file: string, verified: Verified): void {
  try {
    // The collector reads every file that ends in .prom.
    writeWhole(file, textfileOf(verified));
  } catch (error) {
    throw unwritable(file, error);
  }
}

/** @throws UserError early, so that a proof of an hour is not lost to a missing folder. */
function assertWritable(file: string): void {
  try {
    writeFileSync(`${file}.part`, '');
    rmSync(`${file}.part`);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, error: unknown): UserError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const why = whyUnwritable[code] ?? message;
  return new UserError(`--textfile: ${file} cannot be written: ${why}.`);
}

const whyUnwritable: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder; make it, or name another one',
  ENOTDIR: 'there is no such folder; make it, or name another one',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'this user may not write there; name a folder where it may',
  ENOSPC: 'the disk is full; make room, or name another one',
};

export function textfileOf({ isProven, records, tookMs, endedAtMs }: Verified): string {
  const metrics = [
    ['success', 'Whether the ledger and the log agreed.', isProven ? 1 : 0],
    ['timestamp_seconds', 'When it ended, Unix time.', endedAtMs / 1_000],
    ['duration_seconds', 'How long it took.', tookMs / 1_000],
    ['records', 'Records folded.', records],
  ] as const;
  return metrics
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) => {
      const metric = `jackpot_verify_${name}`;
      return `# HELP ${metric} ${help}\n# TYPE ${metric} gauge\n${metric} ${value}\n`;
    })
    .join('');
}
