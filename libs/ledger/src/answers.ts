/** Errors of "not now" or "not here": nothing was written, the same commit may be sent again. */
const passing =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|BUSY|OOM|MISCONF|NOREPLICAS)/;

/**
 * Redis answers, but not this user: no password, a wrong one, or a command that is not allowed, in
 * a script too (Redis 7.0 has a sentence of its own for that).
 */
export function isDenial(error: unknown): boolean {
  return error instanceof Error && denial.test(error.message);
}

const denial = /^(NOPERM|NOAUTH|WRONGPASS)\b|^ERR The user executing the script can't /;

/** No reply at all, or one that says "not now". Everything else is an answer, or a bug of ours. */
export function isUnknown(error: Error): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return false;
  return error.name !== 'ReplyError' || passing.test(error.message);
}

/** A transaction fails with EXECABORT; the cause is in the errors of its commands. */
export function throwCause(error: Error & { previousErrors?: Error[] }): never {
  throw error.previousErrors?.[0] ?? error;
}

/**
 * Whether an error says that Redis cannot be used now, so that a person is to read that and not the
 * error's text. Narrower than `isUnknown`: an error of our own is none.
 */
export function isNoAnswer(error: unknown): boolean {
  const { name = '', message = '', code = '' } = error as Error & { code?: string };
  if (name === 'ReplyError') return passing.test(message);
  return noConnection.test(message) || /^E[A-Z]+$/.test(code) || name === 'ClusterAllFailedError';
}

/** The sentences of ioredis; it has no names or codes for them. */
const noConnection =
  /^(Connection is closed|Command timed out|Socket timeout|Stream isn't writeable|Cluster is|Cluster isn't ready|None of startup nodes|Node is disconnected|Reached the max retries)/;

/** @throws the error of the first command of a transaction that failed. */
export function repliesOf(
  replies: readonly (readonly [Error | null, unknown])[] | null,
): unknown[] {
  return (replies ?? []).map(([error, reply]) => {
    if (error) throw error;
    return reply;
  });
}
