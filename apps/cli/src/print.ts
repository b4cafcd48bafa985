import { visibleLines } from '#acts/visible';
import { currentShell, type Shell } from './shell.js';

/** An option of every command that prints facts. */
export interface JsonOption {
  readonly json?: boolean;
}

/** The shells to which facts were printed. */
const printed = new WeakSet<Shell>();

/** With `--json` a command that failed prints its reason, unless it has printed facts already. */
export function printFailure({ json = false }: JsonOption, error: string, exitCode: number): void {
  if (json && !printed.has(currentShell())) print({ json }, { error, exitCode }, () => '');
}

/**
 * Prints facts as a text for people, or with `--json` as one JSON document. Micro-units are decimal
 * strings, as on the wire.
 */
export function print<Facts>(
  { json = false }: JsonOption,
  facts: Facts,
  format: (facts: Facts) => string,
): void {
  printed.add(currentShell());
  say(json ? `${JSON.stringify(facts, bigintAsText, 2)}\n` : format(facts));
}

/** Writes lines to stdout; what a terminal would not show as it is stands there written out. */
export function say(text: string): void {
  currentShell().stdout.write(visibleLines(text));
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
