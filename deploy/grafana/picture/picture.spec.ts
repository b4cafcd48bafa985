import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboards } from '../dashboards.js';
import type { Series } from './answers.js';
import { drawDashboard } from './picture.js';
import { valueShown } from './values.js';

const span = { start: 1_000, end: 1_600 };
const isPanel = (part: { type: string }): part is Panel => part.type !== 'row';
const panelOf = (title: string): Panel => {
  const parts = Object.values(dashboards).flatMap(({ panels = [] }) => panels);
  return parts.filter(isPanel).find((panel) => panel.title === title) as Panel;
};
const series = (labels: Record<string, string>, ...values: number[]): Series => ({
  name: Object.values(labels).join(' · '),
  labels,
  points: values.map((value, index) => [span.start + index * 60, value]),
});
const drawIn = (width: number, title: string, found: readonly Series[]): string => {
  const box = { x: 0, y: 0, width, height: 300 };
  return drawDashboard([{ panel: panelOf(title), title, box, series: found }], [], span, width);
};
const draw = (title: string, ...found: Series[]): string => drawIn(800, title, found);
/** The texts of a drawing, in their order. */
const wordsOf = (svg: string): string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) => words.trim());

test('a pool is shown to the cent, with its jackpot and currency', () => {
  const pool = series({ jackpot: 'fortune-main', currency: 'MOP' }, 1_000_000, 1_001_234.5);
  expect(wordsOf(draw('Pools', pool))).toEqual(['Pools', '1,001,234.50', 'fortune-main · MOP']);
});

test('a verdict has its word, or the colour of its step', () => {
  expect(wordsOf(draw('The accounts sum to', series({}, 0)))).toContain('zero');
  expect(valueShown(0, panelOf('The accounts sum to'), '').color).toBe('#73bf69');
  expect(valueShown(1, panelOf('The accounts sum to'), '').color).toBe('#f2495c');
  expect(valueShown(1, panelOf('Alerts that fire'), 'warnings').color).toBe('#ff9830');
});

test('a table has a line for each series, or for each of its first label', () => {
  const prizes = [
    series({ jackpot: 'a', hand: 'flush' }, 3),
    series({ jackpot: 'b', hand: 'royal-flush' }, 1),
  ];
  expect(wordsOf(draw('Prizes won in this time', ...prizes)).slice(1)).toEqual([
    'jackpot',
    'flush',
    'royal-flush',
    'a',
    '3',
    '0',
    'b',
    '0',
    '1',
  ]);
  const silent = series({ jackpot: 'a', table: 'T1' }, 90);
  expect(wordsOf(draw('Silent for longest', silent)).slice(1)).toEqual([
    'jackpot',
    'table',
    'silent for',
    'a',
    'T1',
    '90 s',
  ]);
});

test.each(Object.entries(dashboards))('every panel of %s is drawn', (_, { panels = [] }) => {
  for (const panel of panels.filter(isPanel)) {
    const labels = { jackpot: 'a', hand: 'flush', le: '0.1', account: 'pool', of: 'a', key: 'k' };
    const svg = draw(panel.title ?? '', series(labels, 1, 2, NaN, 4));
    expect(wordsOf(svg)[0]).toBe(panel.title);
    expect(svg).not.toMatch(/undefined|NaN|"-\d+(\.\d+)?" height/);
    expect(svg).not.toContain(`(${panel.type})`);
  }
});

test('a legend of several lines lies below the chart', () => {
  const sources = ['fortune-main', 'fortune-mini', 'harbour'].flatMap((jackpot) =>
    ['house', 'pool'].map((source) =>
      series({ jackpot, source: `to the ${source}`, currency: 'MOP' }, 1, 2),
    ),
  );
  const svg = drawIn(530, 'Reversals', sources);
  const textsAt = [...svg.matchAll(/<text[^>]*translate\(\S+ (\S+)\)[^>]*>([^<]*)<\/text>/g)];
  const lowestTime = Math.max(...heightsOf(/^\d\d:\d\d$/));
  const legend = heightsOf(/to the/);
  expect(new Set(legend).size).toBeGreaterThan(1);
  expect(Math.min(...legend)).toBeGreaterThan(lowestTime + 10);

  function heightsOf(words: RegExp): number[] {
    return textsAt.filter(([, , found = '']) => words.test(found)).map(([, y]) => Number(y));
  }
});
