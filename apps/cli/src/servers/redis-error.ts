import { exitCodes, UserError } from '#contract/exit-codes';
import { LedgerUnavailable } from '#engine';
import { isDenial, isNoAnswer } from '#ledger';
import type { CliEnv } from '../env.js';

/**
 * What a failed call to Redis means for the person who typed the command; any other error stays as
 * it is.
 */
export function explainRedisError(error: unknown, env: CliEnv): unknown {
  if (error instanceof UserError || !(error instanceof Error)) return error;
  if (error instanceof LedgerUnavailable) {
    if (error.cause !== undefined) return explainRedisError(error.cause, env);
    const fix = 'does it run, with this TOPIC_PREFIX?';
    return new UserError(`${error.message.replace(/\.$/, '')}: ${fix}`, exitCodes.unavailable);
  }
  const { host } = new URL(env.REDIS_URL);
  const { message } = error;
  // Of the file system, as where a folder is missing or a disk is full; a socket has no path.
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

/** @param why what kept the connection from being made, or ended it. */
export function noAnswer(why: string, env: CliEnv): UserError {
  const { host } = new URL(env.REDIS_URL);
  const sentence = `Redis does not answer at ${host} (REDIS_URL): ${why}.`;
  return new UserError(sentence, exitCodes.unavailable);
}
