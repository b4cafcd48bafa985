import type { GridPos, Panel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboards } from '../dashboards.js';
import { answersTo, answeredJackpots, type TimeSpan } from './answers.js';
import { drawDashboard, type AnsweredPanel } from './picture.js';
import type { Box } from './shapes.js';

export type Name = keyof typeof dashboards;
export const names = Object.keys(dashboards) as Name[];

/** Pixels. */
const width = 1600;
const column = width / 24;
const gap = 8;
/** Pixels of a unit of height in Grafana, with the gap. */
const unit = 38;

/**
 * Draws the present dashboard as an SVG.
 * @param prometheus its URL
 * @param seconds length of the shown past
 */
export async function pictureOf(name: Name, prometheus: string, seconds: number): Promise<string> {
  const parts: readonly (Panel | RowPanel)[] = dashboards[name].panels ?? [];
  const end = Math.floor(Date.now() / 1000);
  const span = { start: end - seconds, end };
  const jackpots = await answeredJackpots(prometheus);
  const answered = await Promise.all(
    parts
      .filter((part): part is Panel => part.type !== 'row')
      .map((panel) => answer(panel, prometheus, span, jackpots)),
  );
  const rows = parts
    .filter(({ type }) => type === 'row')
    .map(({ title = '', gridPos }) => ({ title, y: boxOf(gridPos as GridPos).y }));
  return drawDashboard(answered.flat(), rows, span, width);
}

/** Returns a panel with its answers; one for each jackpot if it is repeated. */
async function answer(
  panel: Panel,
  prometheus: string,
  span: TimeSpan,
  jackpots: readonly string[],
): Promise<AnsweredPanel[]> {
  const { title = '', gridPos, repeat } = panel;
  const box = boxOf(gridPos as GridPos);
  const ask = (jackpot?: string) => answersTo(panel, prometheus, span, jackpot);
  if (!repeat) return [{ panel, title, box, series: await ask() }];
  const part = width / jackpots.length;
  const repeated = jackpots.map(async (jackpot, index) => ({
    panel,
    title: title.replace(`$${repeat}`, jackpot),
    box: { ...box, x: index * part + gap / 2, width: part - gap },
    series: await ask(jackpot),
  }));
  return Promise.all(repeated);
}

function boxOf({ x, y, w, h }: GridPos): Box {
  const size = { width: w * column - gap, height: h * unit - gap };
  return { x: x * column + gap / 2, y: y * unit + gap / 2, ...size };
}
