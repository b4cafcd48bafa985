import { renameSync, writeFileSync } from 'node:fs';
import { exitCodes } from '#contract/exit-codes';
import { UserError } from './user-error.js';

/**
 * Runs a proof, and writes how it ended for Prometheus. Where there is no answer, as when Kafka is
 * away, the last one stays and grows old.
 * @param file undefined for nowhere
 * @param prove its answer has `records`, where it has folded some.
 */
export async function writingTextfile<T extends object>(
  file: string | undefined,
  prove: () => Promise<T>,
): Promise<T> {
  const startedAtMs = Date.now();
  const write = (isProven: boolean, records?: number): void => {
    if (file === undefined) return;
    writeTextfile(file, { isProven, records, startedAtMs, endedAtMs: Date.now() });
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

/** How a proof ended. */
interface Verified {
  readonly isProven: boolean;
  /** How many were folded; unknown where the ledger differs. */
  readonly records: number | undefined;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

/**
 * Writes the metrics of a proof for node_exporter's textfile collector. The file takes its name
 * when it is whole, so that nobody reads half of it.
 * @throws UserError when it cannot be written.
 */
export function writeTextfile(file: string, verified: Verified): void {
  try {
    // The collector reads every file that ends in .prom.
    writeFileSync(`${file}.part`, textfileOf(verified));
    renameSync(`${file}.part`, file);
  } catch (error) {
    throw new UserError(`--textfile: ${(error as Error).message}.`);
  }
}

export function textfileOf({ isProven, records, startedAtMs, endedAtMs }: Verified): string {
  const metrics = [
    ['success', 'Whether the ledger and the log agreed.', isProven ? 1 : 0],
    ['timestamp_seconds', 'When it ended, Unix time.', endedAtMs / 1_000],
    ['duration_seconds', 'How long it took.', (endedAtMs - startedAtMs) / 1_000],
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
