import * as echarts from 'echarts';
import { median, type Row } from './measures.js';
import type { Results } from './report.js';

const [width, panelHeight] = [960, 300];
const palette = { peer: '#94a3b8', ours: '#b91c1c', text: '#334155' };

/** An SVG of the throughput and the latencies, drawn without a browser. */
export function drawPicture({ throughput, latency }: Results): string {
  const loads = latency?.rows.filter(({ name }) => !name.includes(' ÷ ')) ?? [];
  const panels = [
    panelOf('Catching up, events a second (logarithmic)', 'log', throughput?.rows, 'events/s'),
    panelOf('From produce to the frame, 99th percentile, milliseconds', 'value', loads, 'p99'),
  ];
  const height = panelHeight * panels.length;
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  const tops = panels.map((_, index) => index * panelHeight);
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'system-ui, sans-serif', color: palette.text },
    title: panels.map(({ text }, index) => ({
      ...{ text, left: 16, top: (tops[index] ?? 0) + 12 },
      textStyle: { fontSize: 15, color: palette.text },
    })),
    grid: tops.map((top) => {
      return { left: 170, right: 110, top: top + 48, height: panelHeight - 90 };
    }),
    xAxis: panels.map(({ type }, gridIndex) => ({ gridIndex, type })),
    yAxis: panels.map(({ data }, gridIndex) => ({
      ...{ gridIndex, type: 'category', inverse: true },
      data: data.map(({ name }) => name),
    })),
    series: panels.map(({ data }, index) => ({
      ...{ type: 'bar', xAxisIndex: index, yAxisIndex: index, data },
      label: {
        ...{ show: true, position: 'right' },
        formatter: ({ value }: { value?: unknown }) =>
          Number(value).toLocaleString('en', { maximumFractionDigits: 1 }),
      },
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

/** A bar for each row. */
function panelOf(text: string, type: 'log' | 'value', rows: readonly Row[] = [], figure: string) {
  const data = rows.map(({ name, figures }) => ({
    ...{ name, value: median(figures[figure]) },
    itemStyle: { color: /\bours\b/.test(name) ? palette.ours : palette.peer },
  }));
  return { text, type, data };
}
