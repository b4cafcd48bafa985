import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { say, UserError } from '#tools/process/process.mjs';
import { isFree } from '#tools/stack/ports.mjs';
import { startPrometheus } from '#tools/stack/prometheus.mjs';
import type { Services } from './screen.js';
import { step } from './step.js';

export interface Monitor {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

interface MonitorAddress {
  /** The address to listen on. */
  readonly host: string;
  /** With the folder of its data, which `isKept` after the end. */
  readonly folder: string;
  readonly isKept: boolean;
}

const usualPort = 9090;

/**
 * Starts Prometheus with the shipped rules beside the services.
 * @returns undefined, after one sentence, where Prometheus cannot be had
 */
export async function startMonitor(
  { api, signs }: Services,
  { host, folder, isKept }: MonitorAddress,
): Promise<Monitor | undefined> {
  const dataDir = join(folder, 'prometheus');
  const targets = { jackpot: new URL(api).host, signs: new URL(signs).host };
  const port = (await isFree(usualPort, host)) ? { port: usualPort } : {};
  try {
    const server = await step(
      'Prometheus',
      () => startPrometheus({ targets, dataDir, host, every: '2s', ...port }),
      ({ url }) => url,
    );
    const stop = async () => {
      await server.stop();
      if (!isKept) rmSync(join(dataDir, 'data'), { recursive: true, force: true });
    };
    return { url: server.url, stop };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    say(`        without Prometheus: ${error.message.trimEnd().split('\n').at(-1)}`);
    return undefined;
  }
}
