import type { Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import type { Series, TimeSpan } from './answers.js';
import { rect, text, trend, type Box } from './shapes.js';
import { colorOf, valueShown } from './values.js';

const newest = ({ points }: Series): number => points.at(-1)?.[1] ?? NaN;

export function drawNumbers(panel: Panel, series: readonly Series[], box: Box): string {
  const { colorMode, textMode } = panel.options as { colorMode: string; textMode: string };
  const width = box.width / series.length;
  return series
    .map((each, index) => {
      const part = { ...box, x: box.x + index * width + 3, width: width - 6 };
      const shown = valueShown(newest(each), panel, each.name);
      const color = shown.color ?? colorOf('green');
      const isFilled = colorMode === 'background';
      const size = Math.min(box.height * 0.42, (width / shown.text.length) * 1.25, 52);
      const values = each.points.map(([, value]) => value).filter((value) => !Number.isNaN(value));
      const ground = isFilled
        ? rect(part, color, 0.8)
        : values.length > 1
          ? trend(values, part, color)
          : '';
      const lettering = { size, weight: 600, fill: isFilled ? '#fff' : color };
      const centre = part.x + part.width / 2;
      const base = box.y + box.height * 0.5 + size * 0.36;
      const name = textMode === 'value_and_name' ? each.name : '';
      return (
        ground +
        text(centre, base, shown.text, { ...lettering, anchor: 'middle' }) +
        text(centre, base - size, name, { size: 14, fill: '#e6e6ee', anchor: 'middle' })
      );
    })
    .join('');
}

export function drawGauges(panel: Panel, series: readonly Series[], box: Box): string {
  const { max = 1 } = panel.fieldConfig?.defaults ?? {};
  const height = Math.min(44, box.height / series.length);
  return series
    .map((each, index) => {
      const y = box.y + index * height;
      const value = newest(each);
      const { text: words, color = colorOf('green') } = valueShown(value, panel, each.name);
      const bar = { x: box.x + 110, y: y + 6, width: box.width - 190, height: height - 14 };
      const filled = { ...bar, width: bar.width * Math.min(1, value / max) };
      const base = y + height / 2 + 3;
      return (
        text(box.x + 100, base, each.name, { anchor: 'end' }) +
        rect(bar, '#2c3035') +
        rect(filled, color, 0.8) +
        text(box.x + box.width - 4, base, words, { size: 15, fill: color, anchor: 'end' })
      );
    })
    .join('');
}

export function drawStates(
  panel: Panel,
  series: readonly Series[],
  box: Box,
  { start, end }: TimeSpan,
): string {
  const height = Math.min(40, (box.height - 18) / series.length);
  const left = box.x + 12 + 6.5 * Math.max(0, ...series.map(({ name }) => name.length));
  const width = box.x + box.width - left;
  const xOf = (at: number): number => left + ((at - start) / (end - start)) * width;
  return series
    .map(({ name, points }, index) => {
      const y = box.y + index * height;
      const changes = points.filter(([, value], each) => value !== points[each - 1]?.[1]);
      const cells = changes.map(([at, value], each) => {
        const until = changes[each + 1]?.[0] ?? end;
        const cell = {
          x: xOf(at),
          y: y + 2,
          width: xOf(until) - xOf(at) + 0.5,
          height: height - 4,
        };
        return rect(cell, valueShown(value, panel, name).color ?? colorOf('gray'), 0.8);
      });
      return text(left - 8, y + height / 2 + 4, name, { anchor: 'end', size: 11 }) + cells.join('');
    })
    .join('');
}

/** Draws the cumulative buckets of a histogram: the lighter, the more values at that time. */
export function drawDensity(series: readonly Series[], box: Box, { start, end }: TimeSpan): string {
  const bound = ({ labels }: Series): number =>
    Number((labels['le'] ?? '').replace('+Inf', 'Infinity'));
  const buckets = series.toSorted((one, other) => bound(one) - bound(other));
  const counts = buckets.map(({ points }, index) => {
    const below = new Map(buckets[index - 1]?.points ?? []);
    return points.map(([at, value]) => [at, value - (below.get(at) ?? 0)] as const);
  });
  const most = Math.max(...counts.flat().map(([, count]) => (count > 0 ? count : 0)), 1);
  const height = (box.height - 8) / buckets.length;
  const left = box.x + 56;
  const xOf = (at: number): number => left + ((at - start) / (end - start)) * (box.width - 60);
  return buckets
    .map((bucket, index) => {
      const y = box.y + box.height - 8 - (index + 1) * height;
      const cells = (counts[index] ?? []).map(([at, count], each, all) => {
        if (!(count > 0)) return '';
        const until = all[each + 1]?.[0] ?? end;
        const cell = { x: xOf(at), y, width: xOf(until) - xOf(at) + 0.3, height: height - 1 };
        return rect(cell, '#ffb357', 0.12 + 0.88 * Math.sqrt(count / most));
      });
      const label = bucket.labels['le'] === '+Inf' ? 'more' : `${bucket.labels['le']} s`;
      return (
        text(left - 6, y + height / 2 + 4, label, { size: 10, anchor: 'end' }) + cells.join('')
      );
    })
    .join('');
}
