/** An option of every command that prints facts. */
export interface JsonOption {
  readonly json?: boolean;
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
  process.stdout.write(json ? `${JSON.stringify(facts, bigintAsText, 2)}\n` : format(facts));
}

function bigintAsText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
