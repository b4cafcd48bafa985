// @ts-check
/**
 * Loaded into the services: collects garbage at a signal, so that measurements show only the memory
 * in use.
 */
import { readFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write(`garbage collected, most resident ${mostResidentKib()} KiB\n`);
});

/**
 * Uses the kernel's own high-water mark, which misses no peak. On other systems than Linux
 * `resourceUsage` is enough; on Linux it begins with the parent's value.
 */
function mostResidentKib() {
  try {
    return /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
