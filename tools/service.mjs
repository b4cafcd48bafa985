// @ts-check
/**
 * How a service is started: `npm run start:jackpot` and `start:signs` are written so too, and all who
 * start one for a demo or a test do it with these.
 *
 * V8 and malloc keep what they once had, up to half a gigabyte for a fold that holds 50 MB. So the
 * space for what dies young is small, and cleared by one thread, since hardly anything there lives
 * on; the rest grows in small steps, and large buffers go back to the system when they are free.
 * What each gave is in test/bench/TRIED.md.
 */
export const serviceFlags = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  '--heap-growing-percent=70',
  '--no-parallel-scavenge',
];

/** Read by glibc; another malloc passes over them. */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };
