import { spawnSync } from 'node:child_process';

const isThere = (): boolean => spawnSync('kcat', ['-V']).status === 0;

/**
 * Installs kcat, a client on librdkafka, where it is missing and that is permitted.
 * @throws Error that says what to install.
 */
export function needKcat(): void {
  if (isThere()) return;
  for (const step of [['update'], ['install', '-y', '-qq', 'kcat']]) {
    spawnSync('apt-get', step, { stdio: 'ignore', timeout: 120_000 });
  }
  if (!isThere()) throw new Error('kcat is missing: run apt-get install kcat');
}
