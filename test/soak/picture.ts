import * as echarts from 'echarts';
import type { Line } from './record.js';

export interface Panel {
  readonly title: string;
  readonly lines: readonly Line[];
  /** The lines fitted to some of them. */
  readonly fits: readonly Line[];
}

export interface Mark {
  readonly at: number;
  readonly what: string;
}

const width = 1_200;
const panelHeight = 240;
const gap = 90;

/** An SVG of panels over the same time axis, with the faults as vertical marks. */
export function draw(
  panels: readonly Panel[],
  marks: readonly Mark[],
  { title, warmUpSeconds }: { readonly title: string; readonly warmUpSeconds: number },
): string {
  const height = gap + panels.length * (panelHeight + gap);
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  const top = (index: number): number => gap + index * (panelHeight + gap);
  const minutes = (at: number): number => Math.round((at / 60) * 1_000) / 1_000;
  const end = Math.max(
    1,
    ...panels.flatMap(({ lines }) => lines.map(({ points }) => minutes(points.at(-1)?.at ?? 0))),
  );
  chart.setOption({
    animation: false,
    backgroundColor: '#fff',
    title: [
      { text: title, left: 20, top: 10 },
      ...panels.map((panel, index) => ({
        text: panel.title,
        left: 60,
        top: top(index) - 44,
        textStyle: { fontSize: 14 },
      })),
    ],
    legend: panels.map(({ lines }, index) => ({
      data: lines.map(({ name }) => `${name}${' '.repeat(index)}`),
      top: top(index) - 44,
      right: 60,
      type: 'scroll',
      width: 760,
    })),
    grid: panels.map((_, index) => ({ left: 70, right: 60, top: top(index), height: panelHeight })),
    xAxis: panels.map((_, index) => ({
      gridIndex: index,
      type: 'value',
      min: 0,
      max: Math.ceil(end * 10) / 10,
      name: 'min',
    })),
    yAxis: panels.map((_, index) => ({ gridIndex: index, type: 'value' })),
    series: panels.flatMap(({ lines, fits }, index) =>
      [...lines, ...fits].map(({ name, points }, each) => ({
        // A legend distinguishes series by name alone, so names differ between panels.
        name: `${name}${' '.repeat(index)}`,
        type: 'line',
        xAxisIndex: index,
        yAxisIndex: index,
        showSymbol: false,
        ...(each < lines.length
          ? { lineStyle: { width: 1.5 } }
          : { lineStyle: { width: 2, type: 'dashed', color: '#222' }, z: 3 }),
        data: points.map(({ at, value }) => [minutes(at), Math.round(value * 100) / 100]),
        ...(each === 0 && marksOf(index, marks, minutes(warmUpSeconds), minutes)),
      })),
    ),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** The warm-up and the faults, drawn once in each panel. */
function marksOf(
  index: number,
  marks: readonly Mark[],
  warmUpMinutes: number,
  minutes: (at: number) => number,
) {
  return {
    markArea: {
      silent: true,
      itemStyle: { color: '#888', opacity: 0.12 },
      label: { show: index === 0, position: 'insideBottom', color: '#666' },
      data: [[{ name: 'not judged', xAxis: 0 }, { xAxis: warmUpMinutes }]],
    },
    markLine: {
      symbol: 'none',
      silent: true,
      lineStyle: { color: '#c00', type: 'dashed', width: 1 },
      label: { show: index === 0, formatter: '{b}', fontSize: 10, color: '#c00' },
      data: marks.map(({ at, what }) => ({ xAxis: minutes(at), name: what })),
    },
  };
}
