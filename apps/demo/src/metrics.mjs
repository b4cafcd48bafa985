// @ts-check
/** Reads what a service says of itself under /metrics, in Prometheus' text format. */

/** @typedef {{ name: string, labels: Record<string, string>, value: number }} Sample */

export class Metrics {
  /** @param {Sample[]} samples */
  constructor(samples) {
    this.samples = samples;
  }

  /** The sum of a metric over all its labels, or over those that fit.
   * @param {string} name @param {Record<string, string>} [labels] */
  sum(name, labels = {}) {
    return this.samples
      .filter((sample) => sample.name === name && fits(sample, labels))
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** A metric by the values of one of its labels, the largest first.
   * @param {string} name @param {string} label @returns {[string, number][]} */
  by(name, label) {
    /** @type {Map<string, number>} */
    const values = new Map();
    for (const sample of this.samples.filter((each) => each.name === name)) {
      const key = sample.labels[label] ?? '';
      values.set(key, (values.get(key) ?? 0) + sample.value);
    }
    return [...values].filter(([, value]) => value !== 0).sort(([, a], [, b]) => b - a);
  }
}

/** @param {string} text @returns {Metrics} */
export function readMetrics(text) {
  const samples = text.split('\n').flatMap((line) => {
    const [, name, inside, value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (name === undefined) return [];
    const labels = [...(inside ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return [
      {
        name,
        labels: Object.fromEntries(labels.map(([, label = '', text = '']) => [label, text])),
        value: Number(value),
      },
    ];
  });
  return new Metrics(samples);
}

/** @param {Sample} sample @param {Record<string, string>} labels */
function fits(sample, labels) {
  return Object.entries(labels).every(([label, value]) => sample.labels[label] === value);
}
