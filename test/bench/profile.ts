import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PositionWatch } from './catching-up.js';
import type { Recording } from './recording.js';
import type { BenchStack } from './bench-stack.js';

/** The part of V8's `.cpuprofile` that is read here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    /** Of the nodes that are called. */
    readonly children?: readonly number[];
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  /** Microseconds before each sample. */
  readonly timeDeltas: readonly number[];
}

const shownFunctions = 30;

/** Profiles the service while it catches up. @returns where the profile is, for speedscope. */
export async function profileCatchingUp(
  stack: BenchStack,
  log: Recording,
  folder: string,
): Promise<string> {
  const redis = await stack.redis('everysec');
  const child = stack.service('apps/jackpot', {
    ...stack.environment(log.prefix, redis.url),
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
  });
  const watch = new PositionWatch(redis.url, log.prefix, child);
  try {
    await watch.until((sum) => (sum >= log.records ? sum : null));
    // An ending in order writes the profile.
    await stack.stop(child);
  } finally {
    watch.close();
    await stack.kill(child);
    await stack.remove(redis);
  }
  return profileIn(folder);
}

/** @throws Error where no profile is in the folder. */
export function profileIn(folder: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'));
  if (!file) throw new Error(`the service wrote no profile into ${folder}`);
  return join(folder, file);
}

/** A file of ours or of a package, without the folder that it is installed in. */
export function placeOf(url: string): string {
  return url.replace(/^.*\/(dist|node_modules)\//, '');
}

/** The functions by the share of the samples in which they themselves were at work. */
export function topFunctions(file: string): string[] {
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => {
      const location = placeOf(url);
      return [
        id,
        `${functionName || '(anonymous)'} ${location && `${location}:${lineNumber + 1}`}`,
      ];
    }),
  );
  const counts = new Map<string, number>();
  let busy = 0;
  for (const sample of profile.samples) {
    const name = names.get(sample) ?? '';
    if (/^\((idle|program|root)\)/.test(name)) continue;
    busy += 1;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const idle = 1 - busy / profile.samples.length;
  return [
    `${(100 * idle).toFixed(1).padStart(5)} %  of all: idle, or V8 itself; of the rest:`,
    ...[...counts]
      .sort(([, one], [, other]) => other - one)
      .slice(0, shownFunctions)
      .map(([name, count]) => `${((100 * count) / busy).toFixed(1).padStart(5)} %  ${name}`),
  ];
}
