import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Series, TimeSpan } from './answers.js';
import { drawChart } from './chart.js';
import { drawDensity, drawGauges, drawNumbers, drawStates } from './figures.js';
import { escapedSvgText, rect, text, type Box } from './shapes.js';
import { drawTable } from './table.js';

/** A panel with Prometheus' answers to its queries. */
export interface AnsweredPanel {
  readonly panel: Panel;
  readonly title: string;
  readonly box: Box;
  readonly series: readonly Series[];
}

export interface PanelRow {
  readonly title: string;
  readonly y: number;
}

const titleHeight = 30;

/** An SVG of a dashboard, in the colours of Grafana's dark theme. */
export function drawDashboard(
  panels: readonly AnsweredPanel[],
  rows: readonly PanelRow[],
  span: TimeSpan,
  width: number,
): string {
  const height = Math.max(...panels.map(({ box }) => box.y + box.height)) + 8;
  const drawn = panels.map((each) => {
    const { x, y, width, height } = each.box;
    const inner = { x: 8, y: titleHeight, width: width - 16, height: height - titleHeight - 8 };
    const frame = rect({ x: 0, y: 0, width, height }, '#181b1f');
    const head = text(12, 20, each.title, { size: 13, weight: 500 });
    return `<g transform="translate(${x} ${y})">${frame}${head}${drawInside(each, inner, span)}</g>`;
  });
  const heads = rows.map(({ title, y }) => text(12, y + 22, `⌄ ${title}`, { size: 15 }));
  const font = 'font-family="Inter, Helvetica, Arial, sans-serif"';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${font}>` +
    `${rect({ x: 0, y: 0, width, height }, '#111217')}${drawn.join('')}${heads.join('')}</svg>`
  );
}

function drawInside({ panel, series }: AnsweredPanel, box: Box, span: TimeSpan): string {
  if (series.length === 0) {
    const words = panel.fieldConfig?.defaults.noValue ?? 'No data';
    return text(box.x + 6, box.y + 24, words, { size: 14 });
  }
  switch (panel.type) {
    case 'stat':
      return drawNumbers(panel, series, box);
    case 'table':
      return drawTable(panel, series, box);
    case 'bargauge':
      return drawGauges(panel, series, box);
    case 'state-timeline':
      return drawStates(panel, series, box, span);
    case 'heatmap':
      return drawDensity(series, box, span);
    case 'timeseries':
      // A separate drawing, moved to its place.
      return drawChart(panel, series, span, box).replace('<svg', `<svg x="${box.x}" y="${box.y}"`);
    default:
      return text(box.x, box.y + 20, escapedSvgText(`(${panel.type})`));
  }
}
