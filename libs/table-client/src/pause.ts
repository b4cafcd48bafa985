import { setTimeout as sleep } from 'node:timers/promises';

/** Waits, at most until the signal. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}
