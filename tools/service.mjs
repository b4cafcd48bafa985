// @ts-check
/**
 * How the demo and the tests start a service, as `start:jackpot` and `start:signs` of package.json.
 *
 * V8 and malloc keep memory that they once had: half a gigabyte for a service that holds 50 MB. So
 * the space for young objects is small and collected by one thread, since hardly any survive; the
 * rest grows in small steps, and large free buffers go back. test/bench/TRIED.md has their effect.
 */
export const serviceFlags = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  '--heap-growing-percent=70',
  '--no-parallel-scavenge',
];

/** Variables of glibc; another malloc ignores them. */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
