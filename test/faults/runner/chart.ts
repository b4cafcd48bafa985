import { writeFileSync } from 'node:fs';
import { init, type EChartsOption } from 'echarts';

/** Without quotes: ECharts copies them into an attribute without escaping. */
const font = 'Inter, Helvetica, Arial, sans-serif';
/** Colours that people with red-green blindness can tell apart too (Okabe and Ito). */
export const chartColors = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

export interface ChartFrame {
  readonly title: string;
  /** The subject, place and time of the measurement, in one line. */
  readonly subtitle: string;
  readonly width?: number;
  readonly height?: number;
}

/** Draws a chart into an SVG file; needs no browser. Axes and series are ECharts' own options. */
export function writeChart(file: string, frame: ChartFrame, option: EChartsOption): void {
  const { title, subtitle, width = 960, height = 480 } = frame;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height });
  chart.setOption({
    animation: false,
    backgroundColor: '#ffffff',
    color: chartColors,
    textStyle: { fontFamily: font },
    title: {
      text: title,
      subtext: subtitle,
      left: 24,
      top: 16,
      textStyle: { fontFamily: font, fontSize: 18, fontWeight: 600, color: '#1b1f24' },
      subtextStyle: { fontFamily: font, fontSize: 12, color: '#57606a' },
    },
    grid: { left: 72, right: 32, top: 96, bottom: 56 },
    ...option,
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  writeFileSync(file, `${svg}\n`);
}

/** An axis of numbers, with the unit in its name, for `writeChart`. */
export function valueAxis(name: string, side: 'x' | 'y') {
  return {
    type: 'value' as const,
    name,
    nameLocation: 'middle' as const,
    nameGap: side === 'x' ? 32 : 48,
    nameTextStyle: { fontSize: 12, color: '#57606a' },
    axisLabel: { color: '#57606a' },
    splitLine: { lineStyle: { color: '#e6e8eb' } },
  };
}

/** An axis of names, for `writeChart`. */
export function nameAxis(names: readonly string[]) {
  return {
    type: 'category' as const,
    data: [...names],
    axisTick: { show: false },
    axisLine: { lineStyle: { color: '#8c959f' } },
    axisLabel: { color: '#1b1f24', fontSize: 12 },
  };
}
