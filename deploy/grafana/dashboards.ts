import type { Dataquery } from '@grafana/grafana-foundation-sdk/prometheus';
import { format } from 'prettier';
import { floor } from './dashboards/floor.js';
import { ledger } from './dashboards/ledger.js';
import { signs } from './dashboards/signs.js';

/** Every dashboard by the name of its file. */
export const dashboards = { floor: floor(), ledger: ledger(), signs: signs() };

/** The files that Grafana reads: path from the root of the project → JSON. */
export async function dashboardFiles(): Promise<Map<string, string>> {
  const files = Object.entries(dashboards).map(async ([name, dashboard]) => {
    const json = await format(JSON.stringify(dashboard), { parser: 'json', printWidth: 100 });
    return [`deploy/grafana/dashboards/${name}.json`, json] as const;
  });
  return new Map(await Promise.all(files));
}

/** Every query of every panel, with the choices at the top of a dashboard filled in. */
export const queries = Object.entries(dashboards).flatMap(([dashboard, { panels = [] }]) =>
  panels.flatMap((panel) =>
    ('targets' in panel ? (panel.targets as Dataquery[]) : []).map(({ refId, expr }) => ({
      dashboard,
      panel: panel.title ?? '',
      refId,
      expr: expr
        .replaceAll('$jackpot', '.+')
        .replaceAll('$__rate_interval', '20s')
        .replaceAll('$__range', '5m'),
    })),
  ),
);
