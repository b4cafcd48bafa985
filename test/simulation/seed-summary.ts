import type { SeedOutcome } from './workers.js';

/**
 * The totals of all seeds, with the number of each fault: one that never happened proves nothing.
 */
export class SeedSummary {
  readonly broken: SeedOutcome[] = [];
  private seeds = 0;
  private records = 0;
  private commits = 0;
  private readonly counts = new Map<string, number>();
  private saidAt = performance.now();

  constructor(private readonly planned: number) {}

  add(outcome: SeedOutcome): void {
    this.seeds += 1;
    this.records += outcome.records;
    this.commits += outcome.commits;
    if (outcome.failure) {
      this.broken.push(outcome);
      const { property, detail } = outcome.failure;
      console.error(`seed ${outcome.seed} breaks ${property}: ${detail}`);
    }
    for (const [name, count] of Object.entries(outcome.counts)) {
      this.counts.set(name, (this.counts.get(name) ?? 0) + count);
    }
    if (performance.now() - this.saidAt < 5_000) return;
    this.saidAt = performance.now();
    console.error(`${this.seeds} of ${this.planned} seeds, ${this.broken.length} broken`);
  }

  print(asJson: boolean): void {
    const { seeds, records, commits } = this;
    const counts = Object.fromEntries([...this.counts].sort());
    const broken = this.broken.map(({ seed, failure }) => ({ seed, ...failure }));
    if (asJson) console.log(JSON.stringify({ seeds, records, commits, broken, counts }));
    else console.log([...this.lines(), this.result()].join('\n'));
  }

  /** The number of each fault and each path. */
  lines(): string[] {
    const counts = [...this.counts].sort();
    return counts.map(([name, count]) => `${grouped(count).padStart(12)}  ${name}`);
  }

  result(): string {
    const { seeds, broken, records, commits } = this;
    return (
      `${grouped(seeds)} seeds, ${broken.length} broken, ${grouped(records)} records, ` +
      `${grouped(commits)} commits`
    );
  }
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
