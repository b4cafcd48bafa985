import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

type Sample<Label extends string> = readonly [Partial<Record<Label, string | number>>, number];

/** The registry of a service's metrics, with the metrics of its process. */
export class ServiceMetrics {
  readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  protected counter<Label extends string>(name: string, help: string, ...labelNames: Label[]) {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  /** A gauge that is read anew for each answer; samples of equal labels are added up. */
  protected watched<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    samples: () => readonly Sample<NoInfer<Label>>[],
  ): void {
    new Gauge({
      ...{ name, help, labelNames, registers: [this.registry] },
      collect() {
        this.reset();
        for (const [labels, value] of samples()) this.inc(labels, value);
      },
    });
  }
}
