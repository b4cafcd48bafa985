/** Errors of "not now" or "not here": nothing was written, the same commit may be sent again. */
const passing =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|BUSY|OOM|MISCONF|NOREPLICAS)/;

/** Redis answers, but not this user: no password, a wrong one, or a command that is not allowed. */
export function isDenial(error: unknown): boolean {
  return error instanceof Error && /^(NOPERM|NOAUTH|WRONGPASS)\b/.test(error.message);
}

/** No reply at all, or one that says "not now". Everything else is an answer, or a bug of ours. */
export function isUnknown(error: Error): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return error.name !== 'ReplyError' || passing.test(error.message);
}

/** A transaction fails with EXECABORT; the cause is in the errors of its commands. */
export function throwCause(error: Error & { previousErrors?: Error[] }): never {
  throw error.previousErrors?.[0] ?? error;
}
