const NAME = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]{1,64}$/;

/** contract 3: a name of a jackpot, a table, a key or a person. */
export function isName(value: unknown): boolean {
  return typeof value === 'string' && NAME.test(value);
}

/** Whether it is a text of 1 to `most` characters. */
export function isText(value: unknown, most = 1000): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= most;
}
