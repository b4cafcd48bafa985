import { jsonText, visibleLines } from '#acts/visible';
import { exitCodes } from '#contract/exit-codes';
import type { Shell } from './terminal.js';

/** The result of a command. */
export interface Answer {
  /** Printed with `--json`, as one document. Micro-units are decimal strings, as on the wire. */
  readonly facts: unknown;
  /** Printed for people. */
  readonly lines: string;
  /** The reason why the command was not carried out, or the differences; undefined on success. */
  readonly failure?: Failure | undefined;
}

/** A sentence for stderr, and the exit code. */
export interface Failure {
  readonly message: string;
  readonly exitCode: number;
}

/**
 * Prints an answer. Escapes characters that a terminal would obey.
 * @returns the exit code.
 */
export function printAnswer(
  { stdout, stderr }: Pick<Shell, 'stdout' | 'stderr'>,
  { facts, lines, failure }: Answer,
  isJson: boolean,
): number {
  stdout.write(isJson ? jsonText(facts) : visibleLines(lines));
  if (!failure) return exitCodes.ok;
  stderr.write(visibleLines(`${failure.message}\n`));
  return failure.exitCode;
}

/** The answer of a command that only failed. */
export function failed(failure: Failure): Answer {
  const { message, exitCode } = failure;
  return { facts: { error: message, exitCode }, lines: '', failure };
}
