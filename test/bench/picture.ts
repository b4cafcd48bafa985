import * as echarts from 'echarts';
import type { Results } from './results.js';
import { candidateNames } from './candidates.js';

const width = 960;
const panelHeight = 300;
const palette = { peer: '#94a3b8', ours: '#b91c1c', text: '#334155' };

/** An SVG of the throughput and the latencies, drawn without a browser. */
export function drawPicture(results: Results): string {
  const panels = [throughputPanel(results), latencyPanel(results)].filter(
    (panel) => panel !== null,
  );
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width,
    height: panelHeight * Math.max(1, panels.length),
  });
  const at = (index: number): number => index * panelHeight;
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    textStyle: { fontFamily: 'system-ui, sans-serif', color: palette.text },
    title: panels.map(({ title }, index) => ({
      text: title,
      left: 16,
      top: at(index) + 12,
      textStyle: { fontSize: 15, color: palette.text },
    })),
    grid: panels.map((_, index) => ({
      left: 170,
      right: 110,
      top: at(index) + 48,
      height: panelHeight - 90,
    })),
    xAxis: panels.map(({ logarithmic }, index) => ({
      gridIndex: index,
      type: logarithmic ? 'log' : 'value',
      axisLabel: { formatter: (value: number) => value.toLocaleString('en') },
    })),
    yAxis: panels.map(({ bars }, index) => ({
      gridIndex: index,
      type: 'category',
      inverse: true,
      data: bars.map(({ name }) => name),
    })),
    series: panels.map(({ bars }, index) => ({
      type: 'bar',
      xAxisIndex: index,
      yAxisIndex: index,
      data: bars.map(({ value, isOurs }) => ({
        value,
        itemStyle: { color: isOurs ? palette.ours : palette.peer },
      })),
      label: {
        show: true,
        position: 'right',
        formatter: ({ value }: { value?: unknown }) =>
          Number(value).toLocaleString('en', { maximumFractionDigits: 1 }),
      },
    })),
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg;
}

interface Panel {
  readonly title: string;
  readonly logarithmic: boolean;
  readonly bars: readonly { name: string; value: number; isOurs: boolean }[];
}

function throughputPanel({ throughput }: Results): Panel | null {
  if (!throughput) return null;
  const bars = candidateNames.flatMap((name) => {
    const measure = throughput.found.candidates[name];
    if (!measure) return [];
    return [{ name, value: Math.round(measure.median), isOurs: name.startsWith('ours') }];
  });
  return { title: 'Catching up, events a second (logarithmic)', logarithmic: true, bars };
}

function latencyPanel({ latency }: Results): Panel | null {
  if (!latency) return null;
  const bars = latency.found.flatMap(({ perSecond, bare, ours }) => {
    const rate = `${perSecond.toLocaleString('en')}/s`;
    return [
      { name: `${rate}, bare Kafka`, value: bare.p99.median, isOurs: false },
      { name: `${rate}, to the frame`, value: ours.p99.median, isOurs: true },
    ];
  });
  return {
    title: 'From produce to the frame at a gateway, 99th percentile, milliseconds',
    logarithmic: false,
    bars,
  };
}
