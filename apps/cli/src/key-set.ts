import { readFileSync } from 'node:fs';
import { readCommandKeys, wrongEnvironmentExitCode, type CommandKeys } from '#contract';
import { Failure } from './failure.js';

/** The same keys that the service has, or signed commands would be refused here. */
export function readKeySet(file: string | undefined): CommandKeys {
  if (!file)
    throw new Failure(
      'COMMAND_KEYS is missing: name the key set of the service.',
      wrongEnvironmentExitCode,
    );
  try {
    return readCommandKeys(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Failure(
      `COMMAND_KEYS: ${file} cannot be used (${(error as Error).message}).`,
      wrongEnvironmentExitCode,
    );
  }
}
