/** Pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Lettering {
  readonly size?: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
}

/** A line of text; `y` is its base line. */
export function text(x: number, y: number, words: string, lettering: Lettering = {}): string {
  const { size = 12, weight = 400, fill = '#ccccdc', anchor = 'start' } = lettering;
  const style = `font-size="${round(size)}" font-weight="${weight}" fill="${fill}"`;
  return `<text x="${round(x)}" y="${round(y)}" ${style} text-anchor="${anchor}">${escapedSvgText(words)}</text>`;
}

export function rect({ x, y, width, height }: Box, fill: string, opacity = 1): string {
  const size = `width="${round(width)}" height="${round(height)}"`;
  return `<rect x="${round(x)}" y="${round(y)}" ${size} rx="2" fill="${fill}" fill-opacity="${opacity}"/>`;
}

/** A line over values at even distances, and the area below it, in the lower third of the box. */
export function trend(values: readonly number[], box: Box, color: string): string {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const bottom = box.y + box.height;
  const points = values.map((value, index) => {
    const x = box.x + (index / Math.max(1, values.length - 1)) * box.width;
    return `${round(x)},${round(bottom - 2 - ((value - low) / range) * box.height * 0.32)}`;
  });
  const area = [`${box.x},${bottom}`, ...points, `${box.x + box.width},${bottom}`].join(' ');
  return (
    `<polygon points="${area}" fill="${color}" fill-opacity="0.18"/>` +
    `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.5"/>`
  );
}

export function escapedSvgText(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
