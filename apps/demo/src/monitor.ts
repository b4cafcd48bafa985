import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { say, UserError } from '#tools/process/process.mjs';
import { keepRunning } from '#tools/process/keep-running.mjs';
import { startPrometheus } from '#tools/stack/prometheus.mjs';
import type { Programs } from './programs.js';
import { startProofs } from './proofs.js';
import type { Services } from './screen.js';
import { step } from './step.js';

export interface Monitor {
  readonly url: string;
  readonly pid: () => number;
  readonly stop: () => Promise<void>;
}

interface MonitorAddress {
  /** The address to listen on. */
  readonly host: string;
  readonly port: number;
  /** The folder that contains its data, which stay after the end if `isKept`. */
  readonly folder: string;
  readonly isKept: boolean;
}

/**
 * Starts Prometheus with the shipped rules, in addition to the services.
 * @returns undefined, after one sentence, if Prometheus is not available
 */
export async function startMonitor(
  programs: Programs,
  { api, signs, tables }: Services,
  { host, port, folder, isKept }: MonitorAddress,
): Promise<Monitor | undefined> {
  const dataDir = join(folder, 'prometheus');
  const proofs = await startProofs(programs);
  const node = proofs.target;
  const hostOf = (url: string): string => new URL(url).host;
  const services = { jackpot: hostOf(api), signs: hostOf(signs), tables: hostOf(tables) };
  const targets = { ...services, node };
  const start = () => startPrometheus({ targets, dataDir, host, every: '2s', port });
  try {
    const server = await step(
      'Prometheus',
      () => keepRunning('Prometheus', start, programs.tell),
      ({ first }) => first.url,
    );
    const stop = async () => {
      await server.stop();
      await proofs.stop();
      if (!isKept) rmSync(join(dataDir, 'data'), { recursive: true, force: true });
    };
    return { url: server.first.url, pid: server.pid, stop };
  } catch (error) {
    await proofs.stop();
    if (!(error instanceof UserError)) throw error;
    say(`        without Prometheus: ${error.message.trimEnd().split('\n').at(-1)}`);
    return undefined;
  }
}
