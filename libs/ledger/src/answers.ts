/**
 * Errors that mean "not now" or "not here": nothing was written, the same commit may be sent again.
 */
const passing =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|BUSY|OOM|MISCONF|NOREPLICAS)/;

/**
 * Tells whether Redis denies this user: no password, a wrong one, or a command that is not allowed,
 * also inside a script (Redis 7.0 has its own sentence for that).
 */
export function isDenial(error: unknown): boolean {
  return error instanceof Error && denial.test(error.message);
}

const denial = /^(NOPERM|NOAUTH|WRONGPASS)\b|^ERR The user executing the script can't /;

/**
 * Tells whether the outcome is unknown: no reply, or a "not now". Any other error is an answer, or
 * a bug of ours.
 */
export function isUnknown(error: Error): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return error.name !== 'ReplyError' || passing.test(error.message);
}

/** Throws the cause of an EXECABORT, which is in the errors of the transaction's commands. */
export function throwCause(error: Error & { previousErrors?: Error[] }): never {
  throw error.previousErrors?.[0] ?? error;
}

/**
 * Tells whether an error means that Redis cannot be used now, so that people read this instead of
 * the error's text. Narrower than `isUnknown`: it excludes errors of our own.
 */
export function isNoAnswer(error: unknown): boolean {
  const { name = '', message = '', code = '' } = error as Error & { code?: string };
  if (name === 'ReplyError') return passing.test(message);
  return noConnection.test(message) || /^E[A-Z]+$/.test(code) || name === 'ClusterAllFailedError';
}

/** The sentences of ioredis, which has no names or codes for them. */
const noConnection =
  /^(Connection is closed|Command timed out|Socket timeout|Stream isn't writeable|Cluster is|Cluster isn't ready|None of startup nodes|Node is disconnected|Reached the max retries)/;

/** @throws the error of the first failed command of a transaction. */
export function repliesOf(
  replies: readonly (readonly [Error | null, unknown])[] | null,
): unknown[] {
  return (replies ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
