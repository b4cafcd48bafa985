import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import * as echarts from 'echarts';
import type { Series, TimeSpan } from './answers.js';
import { colorOf, palette, settingsOf, withUnit } from './values.js';

/** An axis of counts, even if all are zero. */
const wholeNumbers = { minInterval: 1, max: ({ max }: { max: number }) => (max > 0 ? null : 1) };

const faint = '#ccccdc99';

/** The height of a line of a legend, in pixels. */
const legendLine = 18;

/** A panel with lines or bars over time, as an SVG of this size. */
export function drawChart(
  panel: Panel,
  series: readonly Series[],
  { start, end }: TimeSpan,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  const { defaults = {} } = panel.fieldConfig ?? {};
  const names = [...new Set(series.map(({ name }) => name))];
  const shown = names.length > 12 ? names.filter((name) => isMoving(series, name)) : names;
  const legend = legendLines(shown, width);
  chart.setOption({
    animation: false,
    color: palette,
    textStyle: { fontFamily: 'Inter, Helvetica, Arial, sans-serif', color: faint },
    grid: {
      left: 8,
      right: 14,
      top: 12,
      bottom: legend.length * legendLine + 6,
      containLabel: true,
    },
    // One for each line: echarts itself would put the lines further apart, and over the chart.
    legend: legend.map((data, index) => ({
      data,
      bottom: (legend.length - 1 - index) * legendLine,
      left: 4,
      itemWidth: 12,
      itemHeight: 4,
      itemGap: 18,
      icon: 'rect',
      textStyle: { color: '#ccccdc', fontSize: 11 },
    })),
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
  // One decimal of a pixel is enough.
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

/** Keeps series that stay zero out of a long legend. */
function isMoving(series: readonly Series[], name: string): boolean {
  return series.some((each) => each.name === name && each.points.some(([, value]) => value > 0));
}

/** Names in lines that are no wider than the chart, by an estimate of the widest usual font. */
function legendLines(names: readonly string[], width: number): string[][] {
  const lines: string[][] = [[]];
  let used = 0;
  for (const name of names) {
    const own = 40 + name.length * 6.6;
    if (used + own > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(name);
    used += own;
  }
  return lines;
}
