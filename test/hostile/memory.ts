/** What a service says of itself on `/metrics`. */
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

const sampleEveryMs = 250;
const mebibyte = 1024 * 1024;

/**
 * Watches a service's memory while something happens. The heap swings by what the collector has
 * not taken yet, so the floor of a phase, its least sample, is what is compared.
 */
export class MemoryWatch {
  private readonly samples: { heap: number; resident: number }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly url: string) {
    this.look();
  }

  /** @returns the least heap and resident memory seen, in MiB, and how often it was looked. */
  stop(): { heap: number; resident: number; samples: number } {
    clearTimeout(this.timer);
    this.timer = undefined;
    const least = (of: 'heap' | 'resident') =>
      Math.round(Math.min(...this.samples.map((sample) => sample[of])) / mebibyte);
    return { heap: least('heap'), resident: least('resident'), samples: this.samples.length };
  }

  private look(): void {
    this.timer = setTimeout(() => {
      void readMetrics(this.url)
        .then((metrics) =>
          this.samples.push({
            heap: total(metrics, 'nodejs_heap_size_used_bytes'),
            resident: total(metrics, 'process_resident_memory_bytes'),
          }),
        )
        // A service under attack may drop a connection; whether it lives is judged elsewhere.
        .catch(() => undefined)
        .then(() => this.timer && this.look());
    }, sampleEveryMs);
  }
}
