/** Forms of JSON that the contract requires, independent of the product's schemas. */

export type Members = Readonly<Record<string, unknown>>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= most;
}

export function isName(value: unknown): value is string {
  return isText(value, 64) && [...value].every((letter) => /[A-Za-z0-9._-]/.test(letter));
}

export function isList(
  value: unknown,
  most: number,
  isSound: (each: unknown) => boolean,
): value is unknown[] {
  return Array.isArray(value) && value.length <= most && value.every(isSound);
}
