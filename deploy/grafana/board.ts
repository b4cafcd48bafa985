import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import { datasource } from './panels.js';

/**
 * Address of `deploy/operations`: served by Grafana itself, if the folder is mounted as
 * `public/operations` of its home. A person can set another address at the top.
 */
const manual = '/public/operations';

/** A line with a title, above the panels that follow. */
export const row = (title: string) => new dashboard.RowBuilder(title);

/** Panels in reading order; a row has no panels of its own. */
type Part = Builder<dashboard.Panel> | dashboard.RowBuilder;

/**
 * Makes a dashboard with the common parts of all of ours.
 * @param name of its file, and the end of its address
 */
export function board(
  name: string,
  title: string,
  description: string,
  parts: readonly Part[],
): dashboard.Dashboard {
  const builder = new dashboard.DashboardBuilder(title)
    .uid(`jackpot-${name}`)
    .description(description)
    .tags(['jackpot'])
    .time({ from: 'now-15m', to: 'now' })
    .refresh('5s')
    .timezone('browser')
    .tooltip(dashboard.DashboardCursorSync.Crosshair)
    .link(
      new dashboard.DashboardLinkBuilder('Jackpots')
        .type(dashboard.DashboardLinkType.Dashboards)
        .tags(['jackpot'])
        .keepTime(true)
        .includeVars(true),
    )
    .withVariable(
      new dashboard.DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'),
    )
    .withVariable(
      new dashboard.QueryVariableBuilder('jackpot')
        .label('Jackpot')
        .datasource(datasource)
        .query('label_values(jackpot_info, jackpot)')
        .refresh(dashboard.VariableRefresh.OnTimeRangeChanged)
        .sort(dashboard.VariableSort.AlphabeticalAsc)
        .multi(true)
        .includeAll(true)
        .allValue('.+')
        .current({ selected: true, text: ['All'], value: ['$__all'] }),
    )
    .withVariable(
      new dashboard.TextBoxVariableBuilder('manual').label('Manual').defaultValue(manual),
    );
  builder.annotation(alertsAsMarks());
  for (const part of parts) {
    if (part instanceof dashboard.RowBuilder) builder.withRow(part);
    else builder.withPanel(part);
  }
  return numberedPanels(builder.build());
}

/** Panels with a number can be linked to. */
function numberedPanels(built: dashboard.Dashboard): dashboard.Dashboard {
  const panels = (built.panels ?? []).map((panel, index) => ({ ...panel, id: index + 1 }));
  return { ...built, panels };
}

/** Marks in every panel the time in which an alert fires. */
function alertsAsMarks(): dashboard.AnnotationQueryBuilder {
  return new dashboard.AnnotationQueryBuilder()
    .name('Alerts')
    .datasource(datasource)
    .enable(true)
    .iconColor('red')
    .expr('ALERTS{alertname=~"Jackpot.+", alertstate="firing", severity=~"page|warning"}')
    .titleFormat('{{alertname}}');
}
