import * as bargauge from '@grafana/grafana-foundation-sdk/bargauge';
import * as common from '@grafana/grafana-foundation-sdk/common';
import * as dashboard from '@grafana/grafana-foundation-sdk/dashboard';
import * as heatmap from '@grafana/grafana-foundation-sdk/heatmap';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import * as stat from '@grafana/grafana-foundation-sdk/stat';
import * as statetimeline from '@grafana/grafana-foundation-sdk/statetimeline';
import * as table from '@grafana/grafana-foundation-sdk/table';
import * as timeseries from '@grafana/grafana-foundation-sdk/timeseries';

/** The kinds of panels in our dashboards. */

export interface Query {
  readonly expr: string;
  /** With the labels of a series in double braces. */
  readonly legend?: string;
}

export interface PanelAbout {
  readonly title: string;
  /** For people: the panel's content, and its good values. */
  readonly description: string;
  /** A page of deploy/operations, without `.md`. */
  readonly page?: string;
  readonly queries: readonly Query[];
  /** One of Grafana's units. */
  readonly unit: string;
  readonly decimals?: number;
  /** Columns of 24. */
  readonly span: number;
  /** Rows of 30 pixels. */
  readonly height: number;
  /** Colours, each from a value on; the first has no lower limit. */
  readonly steps?: Steps;
  /** A value that is shown as a text: 0 as `none`. */
  readonly words?: Readonly<Record<string, { readonly text: string; readonly color: string }>>;
  readonly min?: number;
  readonly max?: number;
  /** Text instead of `No data`. */
  readonly noValue?: string;
}

export type Steps = readonly [color: string, ...(readonly [from: number, color: string])[]];

/** The usual steps: green, and orange or red from a value on. */
export const badFrom = (value: number): Steps => ['green', [value, 'red']];
export const doubtfulFrom = (value: number): Steps => ['green', [value, 'orange']];
export const worse = (doubtful: number, bad: number): Steps => [
  'green',
  [doubtful, 'orange'],
  [bad, 'red'],
];

type Builder =
  | bargauge.PanelBuilder
  | heatmap.PanelBuilder
  | stat.PanelBuilder
  | statetimeline.PanelBuilder
  | table.PanelBuilder
  | timeseries.PanelBuilder;

type How = 'range' | 'instant';

/** A few large numbers, each over its own trend. */
export function numbersPanel(
  about: PanelAbout,
  { trend = true, color = '' } = {},
): stat.PanelBuilder {
  const panel = describePanel(new stat.PanelBuilder(), about, trend ? 'range' : 'instant')
    .graphMode(trend ? common.BigValueGraphMode.Area : common.BigValueGraphMode.None)
    .textMode(
      about.queries.some(({ legend }) => legend)
        ? common.BigValueTextMode.ValueAndName
        : common.BigValueTextMode.Value,
    )
    .justifyMode(common.BigValueJustifyMode.Center)
    .reduceOptions(lastValue());
  return color ? panel.colorScheme(fixed(color)) : panel;
}

/** A verdict: its colour fills the panel. */
export function verdict(about: PanelAbout): stat.PanelBuilder {
  return numbersPanel(about, { trend: false }).colorMode(common.BigValueColorMode.Background);
}

/** Lines over time; steps are drawn as lines across. */
export function lines(about: PanelAbout): timeseries.PanelBuilder {
  const style = about.steps
    ? common.GraphThresholdsStyleMode.Dashed
    : common.GraphThresholdsStyleMode.Off;
  return describePanel(new timeseries.PanelBuilder(), about, 'range')
    .lineWidth(2)
    .fillOpacity(10)
    .gradientMode(common.GraphGradientMode.Opacity)
    .showPoints(common.VisibilityMode.Never)
    .thresholdsStyle(new common.GraphThresholdsStyleConfigBuilder().mode(style))
    .tooltip(new common.VizTooltipOptionsBuilder().mode(common.TooltipDisplayMode.Multi))
    .legend(
      new common.VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(common.LegendDisplayMode.List)
        .placement(common.LegendPlacement.Bottom),
    );
}

/** Counts over time, one bar on the other. */
export function bars(about: PanelAbout): timeseries.PanelBuilder {
  return lines(about)
    .drawStyle(common.GraphDrawStyle.Bars)
    .lineWidth(0)
    .fillOpacity(80)
    .gradientMode(common.GraphGradientMode.None)
    .stacking(new common.StackingConfigBuilder().mode(common.StackingMode.Normal));
}

/** The progress of each, from `min` to `max`. */
export function gauges(about: PanelAbout): bargauge.PanelBuilder {
  return describePanel(new bargauge.PanelBuilder(), about, 'instant')
    .orientation(common.VizOrientation.Horizontal)
    .displayMode(common.BarGaugeDisplayMode.Basic)
    .reduceOptions(lastValue());
}

/** The state of each, over time. */
export function statesPanel(about: PanelAbout): statetimeline.PanelBuilder {
  return describePanel(new statetimeline.PanelBuilder(), about, 'range')
    .showValue(common.VisibilityMode.Never)
    .mergeValues(true)
    .rowHeight(0.8);
}

/** The frequency of each value, over time. */
export function density(about: PanelAbout): heatmap.PanelBuilder {
  return describePanel(new heatmap.PanelBuilder(), about, 'range').yAxis(
    new heatmap.YAxisConfigBuilder().unit(about.unit),
  );
}

/** The present series, a row for each; `columns` names its labels in their order. */
export function listPanel(
  about: PanelAbout,
  columns: Readonly<Record<string, string>>,
  value?: string,
): table.PanelBuilder {
  const names = Object.keys(columns);
  const shown = value === undefined ? names : [...names, 'Value'];
  return describePanel(new table.PanelBuilder(), about, 'instant').transformations([
    {
      id: 'organize',
      options: {
        excludeByName: { Time: true, ...(value === undefined ? { Value: true } : {}) },
        indexByName: Object.fromEntries(shown.map((name, index) => [name, index])),
        renameByName: { ...columns, ...(value === undefined ? {} : { Value: value }) },
      },
    },
  ]);
}

/**
 * The present series of one query, by two labels: one row for each value of the first, under the
 * name `head`.
 */
export function matrix(
  about: PanelAbout,
  row: string,
  column: string,
  head = row,
): table.PanelBuilder {
  return describePanel(new table.PanelBuilder(), about, 'instant').transformations([
    {
      id: 'groupingToMatrix',
      options: { rowField: row, columnField: column, valueField: 'Value', emptyValue: 'zero' },
    },
    { id: 'organize', options: { renameByName: { [`${row}\\${column}`]: head } } },
  ]);
}

function describePanel<B extends Builder>(panel: B, about: PanelAbout, how: How): B {
  const { title, description, page, unit, span, height, queries } = about;
  panel.title(title).description(description).unit(unit).span(span).height(height);
  panel.datasource(datasource);
  queries.forEach((query, index) => panel.withTarget(target(query, index, panel, how)));
  if (page) {
    const link = new dashboard.DashboardLinkBuilder(`What to do: ${page}`);
    panel.links([link.url(`\${manual}/${page}.md`).targetBlank(true)]);
  }
  if (about.steps) panel.thresholds(stepsOf(about.steps));
  if (about.words) panel.mappings([wordsOf(about.words)]);
  if (about.decimals !== undefined) panel.decimals(about.decimals);
  if (about.min !== undefined) panel.min(about.min);
  if (about.max !== undefined) panel.max(about.max);
  if (about.noValue) panel.noValue(about.noValue);
  return panel;
}

/** The data source that is chosen at the top of the dashboard. */
export const datasource = { type: 'prometheus', uid: '${datasource}' };

function target({ expr, legend }: Query, index: number, panel: Builder, how: How) {
  const query = new DataqueryBuilder()
    .refId(String.fromCharCode('A'.charCodeAt(0) + index))
    .datasource(datasource)
    .expr(expr);
  if (legend) query.legendFormat(legend);
  if (panel instanceof table.PanelBuilder) query.format(PromQueryFormat.Table);
  if (panel instanceof heatmap.PanelBuilder) query.format(PromQueryFormat.Heatmap);
  return how === 'instant' ? query.instant() : query.range();
}

function stepsOf([base, ...others]: Steps): dashboard.ThresholdsConfigBuilder {
  const steps = others.map(([value, color]) => ({ value, color }));
  return new dashboard.ThresholdsConfigBuilder()
    .mode(dashboard.ThresholdsMode.Absolute)
    .steps([{ value: null, color: base }, ...steps]);
}

function wordsOf(words: NonNullable<PanelAbout['words']>): dashboard.ValueMap {
  const options = Object.fromEntries(
    Object.entries(words).map(([value, word], index) => [value, { ...word, index }]),
  );
  return { type: dashboard.MappingType.ValueToText, options };
}

function fixed(color: string): dashboard.FieldColorBuilder {
  return new dashboard.FieldColorBuilder().mode(dashboard.FieldColorModeId.Fixed).fixedColor(color);
}

function lastValue(): common.ReduceDataOptionsBuilder {
  return new common.ReduceDataOptionsBuilder().calcs(['lastNotNull']);
}
