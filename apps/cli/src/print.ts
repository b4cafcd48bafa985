/** An option of every command that prints facts. */
export interface JsonOption {
  readonly json?: boolean;
}

/**
 * Prints facts as a text for people, or with `--json` as one JSON document. Micro-units are decimal
 * strings, as on the wire.
 */
let hasPrinted = false;

/** With `--json` a command that failed prints its reason, unless it has printed facts already. */
export function printFailure({ json = false }: JsonOption, error: string, exitCode: number): void {
  if (json && !hasPrinted) print({ json }, { error, exitCode }, () => '');
}

export function print<Facts>(
  { json = false }: JsonOption,
  facts: Facts,
  format: (facts: Facts) => string,
): void {
  hasPrinted = true;
  process.stdout.write(json ? `${JSON.stringify(facts, bigintAsText, 2)}\n` : format(facts));
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
