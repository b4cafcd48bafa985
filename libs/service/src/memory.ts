/**
 * Flags for bounded memory: V8 and malloc keep memory after its use, half a gigabyte for a service
 * that holds 50 MB. So the space for young objects is small and collected by one thread, since few
 * survive; the rest grows in small steps, and large free buffers are returned. test/bench/TRIED.md
 * has their effect.
 */
export const serviceFlags: readonly string[] = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  '--heap-growing-percent=70',
  '--no-parallel-scavenge',
];

/** Variables of glibc; another malloc ignores them. */
export const serviceEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/** The start of a process, as `process` has it. */
export interface Started {
  readonly execPath: string;
  readonly execArgv: readonly string[];
  /** The program's path, that of the script, and the program's own arguments. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * How to start the same program with bounded memory; undefined if it was started so. A flag or
 * variable that the operator set to another value keeps it.
 */
export function boundedStart({ execPath, execArgv, argv, env }: Started) {
  const given = [...execArgv, ...(env['NODE_OPTIONS'] ?? '').split(' ')].map(flagName);
  const flags = serviceFlags.filter((flag) => !given.includes(flagName(flag)));
  const variables = Object.entries(serviceEnvironment).filter(([name]) => env[name] === undefined);
  if (flags.length === 0 && variables.length === 0) return undefined;
  return {
    args: [execPath, ...flags, ...execArgv, ...argv.slice(1)],
    env: { ...env, ...Object.fromEntries(variables) },
  };
}

/** V8 accepts `_` for `-`, and `--no-x` and `--x` are the same flag. */
function flagName(flag: string): string {
  return flag
    .replace(/=.*/, '')
    .replaceAll('_', '-')
    .replace(/^--(?:no-)?/, '');
}
