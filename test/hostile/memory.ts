import type { Child } from '#testing/child';
import { until } from '#testing/until';

export async function readMetrics(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** The sum over all labels of one metric. */
export function total(metrics: ReadonlyMap<string, number>, name: string): number {
  const own = [...metrics].filter(([key]) => key === name || key.startsWith(`${name}{`));
  return own.reduce((sum, [, value]) => sum + value, 0);
}

const mebibyte = 1024 * 1024;

export interface Service {
  readonly child: Child;
  readonly url: string;
}

/** MiB. */
export interface Memory {
  readonly heap: number;
  readonly resident: number;
  /** The largest resident memory since the process started. */
  readonly most: number;
}

/** Makes a service collect its garbage. @returns its largest resident memory so far, in MiB */
export async function collectGarbage({ child }: Service): Promise<number> {
  const collections = () => [...child.output.matchAll(/garbage collected, .* (\d+) KiB\n/g)];
  const before = collections().length;
  child.signal('SIGUSR2');
  await until('the garbage to be collected', () => collections().length > before);
  return Number(collections().at(-1)?.[1]) / 1024;
}

/** The memory that a service holds. It collects garbage first, which would hide a leak. */
export async function memoryOf(service: Service): Promise<Memory> {
  const most = await collectGarbage(service);
  const metrics = await readMetrics(service.url);
  const inMebibytes = (name: string) => Math.round(total(metrics, name) / mebibyte);
  return {
    heap: inMebibytes('nodejs_heap_size_used_bytes'),
    resident: inMebibytes('process_resident_memory_bytes'),
    most: Math.round(most),
  };
}
