import { exitCodes, UserError } from '#contract/exit-codes';
import { LedgerUnavailable } from '#engine';
import { isDenial, isNoAnswer } from '#ledger';
import type { CliEnv } from '../env.js';

/**
 * Explains a failed call to Redis to the person who typed the command; leaves any other error
 * unchanged.
 */
export function explainRedisError(error: unknown, env: CliEnv): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  if (error instanceof LedgerUnavailable) {
    if (error.cause !== undefined) return explainRedisError(error.cause, env);
    return new UserError(error.message, exitCodes.unavailable);
  }
  const { host } = new URL(env.REDIS_URL);
  const { message } = error;
  // An error of the file system, such as a missing folder or a full disk; a socket has no path.
  const { syscall, path } = error as NodeJS.ErrnoException;
  if (path !== undefined && syscall !== 'connect') {
    return new UserError(`${path} cannot be read or written: ${message}.`);
  }
  if (isDenial(error)) {
    const what = `Redis at ${host} refuses the user of REDIS_URL (deploy/redis-users.acl)`;
    return new UserError(`${what}: ${message}.`, exitCodes.config);
  }
  return isNoAnswer(error) ? noAnswer(message, env) : error;
}

/** @param why the reason that prevented or ended the connection. */
export function noAnswer(why: string, env: CliEnv): UserError {
  const { host } = new URL(env.REDIS_URL);
  const sentence = `Redis does not answer at ${host} (REDIS_URL): ${why}.`;
  return new UserError(sentence, exitCodes.unavailable);
}
