import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';

/** A series of a panel's query. */
export interface Series {
  /** Made by the legend of its query. */
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Unix time in seconds, value; the last is the newest. */
  readonly points: readonly (readonly [at: number, value: number])[];
}

/** Unix time in seconds. */
export interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

interface PrometheusAnswer {
  readonly status: string;
  readonly error?: string;
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly value?: [number, string];
      readonly values?: [number, string][];
    }[];
  };
}

const pointsOfRange = 120;

/**
 * Asks a Prometheus for a panel's series, like Grafana.
 * @param jackpot the choice at the top of the dashboard, as a regular expression
 * @throws Error if Prometheus refuses a query
 */
export async function answersTo(
  panel: Panel,
  prometheus: string,
  span: TimeSpan,
  jackpot = '.+',
): Promise<Series[]> {
  const targets = (panel.targets ?? []) as Dataquery[];
  const answers = targets.map(async ({ expr, instant, legendFormat }) => {
    const seconds = span.end - span.start;
    const query = expr
      .replaceAll('$jackpot', jackpot)
      .replaceAll('$__rate_interval', '20s')
      .replaceAll('$__range', `${seconds}s`);
    const step = `${Math.max(1, Math.round(seconds / pointsOfRange))}`;
    const times = { start: `${span.start}`, end: `${span.end}`, step };
    const path = instant ? 'query' : 'query_range';
    const asked = new URLSearchParams({ query, ...(instant ? { time: `${span.end}` } : times) });
    const response = await fetch(`${prometheus}/api/v1/${path}?${asked}`);
    const { status, error, data } = (await response.json()) as PrometheusAnswer;
    if (status !== 'success') throw new Error(`${error}: ${query}`);
    return data.result.map(({ metric, value, values }): Series => {
      const points = values ?? (value ? [value] : []);
      return {
        name: seriesNameOf(metric, legendFormat),
        labels: metric,
        points: points.map(([at, text]) => [at, Number(text)] as const),
      };
    });
  });
  return (await Promise.all(answers)).flat();
}

/** Returns the jackpots that the variable of the dashboard offers. */
export async function answeredJackpots(prometheus: string): Promise<string[]> {
  const response = await fetch(`${prometheus}/api/v1/label/jackpot/values?match[]=jackpot_info`);
  return ((await response.json()) as { data: string[] }).data;
}

function seriesNameOf(labels: Readonly<Record<string, string>>, legend = ''): string {
  if (legend) return legend.replace(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '');
  return Object.values(labels).join(', ');
}
