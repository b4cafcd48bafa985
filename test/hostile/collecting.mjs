// @ts-check
/**
 * Loaded into the services: collects garbage at a signal, so that what is measured is what is kept.
 */
import { readFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write(`garbage collected, most resident ${mostResidentKib()} KiB\n`);
});

/**
 * The kernel's own mark, which no sampling misses. `resourceUsage` would do elsewhere than on
 * Linux, but there it begins with what the parent had.
 */
function mostResidentKib() {
  try {
    return /VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  } catch {
    return process.resourceUsage().maxRSS;
  }
}
