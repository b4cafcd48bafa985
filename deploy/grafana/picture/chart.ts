import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import * as echarts from 'echarts';
import type { Series, Span } from './answers.js';
import { colorOf, palette, settingsOf, withUnit } from './values.js';

/** An axis of counts, also where all are zero. */
const wholeNumbers = { minInterval: 1, max: ({ max }: { max: number }) => (max > 0 ? null : 1) };

const faint = '#ccccdc99';

/** A panel with lines or bars over time, as an SVG of this size. */
export function drawChart(
  panel: Panel,
  series: readonly Series[],
  { start, end }: Span,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  const { defaults = {} } = panel.fieldConfig ?? {};
  const names = [...new Set(series.map(({ name }) => name))];
  const shown = names.length > 12 ? names.filter((name) => isMoving(series, name)) : names;
  const perLine = Math.max(1, Math.floor(width / (40 + longest(shown) * 6.2)));
  const legendHeight = 18 * Math.min(3, Math.ceil(shown.length / perLine));
  chart.setOption({
    animation: false,
    color: palette,
    textStyle: { fontFamily: 'Inter, Helvetica, Arial, sans-serif', color: faint },
    grid: { left: 8, right: 14, top: 12, bottom: legendHeight + 6, containLabel: true },
    legend: {
      data: shown,
      bottom: 0,
      left: 4,
      itemWidth: 12,
      itemHeight: 4,
      itemGap: 16,
      icon: 'rect',
      textStyle: { color: '#ccccdc', fontSize: 11 },
    },
    xAxis: {
      type: 'time',
      min: start * 1000,
      max: end * 1000,
      splitNumber: 4,
      axisLine: { show: false },
      axisLabel: {
        color: faint,
        hideOverlap: true,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: (at: number) => new Date(at).toISOString().slice(11, 16),
      },
      splitLine: { show: true, lineStyle: { color: '#ccccdc14' } },
    },
    yAxis: {
      type: 'value',
      scale: defaults.min === undefined,
      min: defaults.min,
      splitNumber: 4,
      ...(defaults.decimals === 0 ? wholeNumbers : {}),
      axisLabel: { color: faint, formatter: (value: number) => withUnit(value, defaults) },
      splitLine: { lineStyle: { color: '#ccccdc14' } },
    },
    series: series.map((each) => seriesOption(panel, each)),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  // A tenth of a pixel is enough.
  return svg.replace(/(\.\d)\d+/g, '$1');
}

function seriesOption(panel: Panel, { name, points }: Series) {
  const custom = panel.fieldConfig?.defaults.custom as { drawStyle?: string } | undefined;
  const own = settingsOf(panel, name) as Record<string, { fixedColor?: string; dash?: number[] }>;
  const dash = own['custom.lineStyle']?.dash;
  const color = own['color']?.fixedColor;
  const isBar = custom?.drawStyle === 'bars';
  const isShown = (value: number): boolean => !Number.isNaN(value) && !(isBar && value === 0);
  return {
    name,
    type: isBar ? 'bar' : 'line',
    ...(isBar ? { stack: 'all', barWidth: '80%' } : {}),
    showSymbol: false,
    connectNulls: false,
    ...(color ? { itemStyle: { color: colorOf(color) } } : {}),
    lineStyle: { width: 1.6, ...(dash ? { type: dash } : {}) },
    areaStyle: { opacity: isBar || dash ? 0 : 0.1 },
    data: points.map(([at, value]) => [at * 1000, isShown(value) ? value : null]),
  };
}

/** Series that stay zero are left out of a long legend. */
function isMoving(series: readonly Series[], name: string): boolean {
  return series.some((each) => each.name === name && each.points.some(([, value]) => value > 0));
}

function longest(names: readonly string[]): number {
  return Math.max(0, ...names.map((name) => name.length));
}
