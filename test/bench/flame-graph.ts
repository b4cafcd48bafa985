import { readFileSync } from 'node:fs';
import { placeOf, type CpuProfile } from './profile.js';

const [width, rowHeight, left, top] = [1_200, 16, 10, 46];
/** Narrower ones are left out, in pixels. */
const leastWidth = 1.5;
/** Whose code a frame is, by the place of its file, and its colour. */
const origins = [
  ['the ledger service', /\/dist\//, '#e0867c'],
  ['kafkajs', /node_modules\/kafkajs\//, '#7fa6d6'],
  ['ioredis', /node_modules\/ioredis\//, '#7dbf95'],
  ['other packages', /node_modules\//, '#cbb67a'],
  ['Node and V8', /(?:)/, '#b8bcc4'],
] as const;

type Call = CpuProfile['nodes'][number]['callFrame'];

interface Frame {
  readonly name: string;
  readonly colour: string;
  /** Microseconds, with those of the frames above it. */
  spent: number;
  readonly callees: Map<string, Frame>;
}

/**
 * A profile as a picture: who calls stands below, and the width is the time spent in a function and
 * what it calls. Waiting is left out.
 * @param file a `.cpuprofile`
 * @param from the share of its time that is left out at its beginning
 * @returns an SVG; each frame has its name and its share as a title
 */
export function drawFlameGraph(file: string, heading: string, from = 0.3): string {
  const root = callsOf(JSON.parse(readFileSync(file, 'utf8')) as CpuProfile, from);
  const rects: string[] = [];
  let rows = 0;
  const draw = (frame: Frame, x: number, row: number): void => {
    const wide = (frame.spent / root.spent) * width;
    if (wide < leastWidth) return;
    rows = Math.max(rows, row + 1);
    rects.push(rectOf(frame, x, row, wide, root.spent));
    let at = x;
    for (const callee of [...frame.callees.values()].sort((a, b) => b.spent - a.spent)) {
      draw(callee, at, row + 1);
      at += (callee.spent / root.spent) * width;
    }
  };
  draw(root, left, 0);
  const height = top + rows * rowHeight + 10;
  const legend = origins.map(([name, , colour], index) => {
    const x = left + index * 150;
    return `<rect x="${x}" y="26" width="12" height="12" fill="${colour}"/><text x="${x + 16}" y="36">${name}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 2 * left} ${height}" font-family="system-ui, sans-serif" font-size="11">`,
    '<rect width="100%" height="100%" fill="#ffffff"/>',
    `<text x="${left}" y="18" font-size="14">${escaped(heading)}</text>`,
    ...legend,
    // Who calls stands below.
    `<g transform="translate(0 ${height - 10 - rowHeight})">`,
    ...rects,
    '</g>',
    '</svg>\n',
  ].join('\n');
}

/** The tree of calls, without what is idle. */
function callsOf({ nodes, samples, timeDeltas }: CpuProfile, from: number): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callers = new Map<number, number>();
  for (const { id, children = [] } of nodes) for (const child of children) callers.set(child, id);
  const stacks = new Map<number, readonly Call[]>();
  const stackOf = (id: number): readonly Call[] => {
    const known = stacks.get(id);
    if (known) return known;
    const caller = callers.get(id);
    const own = byId.get(id)?.callFrame;
    const stack: readonly Call[] = [
      ...(caller === undefined ? [] : stackOf(caller)),
      ...(own ? [own] : []),
    ];
    stacks.set(id, stack);
    return stack;
  };
  const begin = timeDeltas.reduce((sum, delta) => sum + delta, 0) * from;
  const root: Frame = { name: 'all', colour: '#dddddd', spent: 0, callees: new Map() };
  let at = 0;
  for (const [index, sample] of samples.entries()) {
    const spent = timeDeltas[index] ?? 0;
    at += spent;
    const [, ...stack] = stackOf(sample);
    if (at < begin || stack.at(-1)?.functionName === '(idle)') continue;
    root.spent += spent;
    let frame = root;
    for (const call of stack) {
      const name = nameOf(call);
      let callee = frame.callees.get(name);
      if (!callee) {
        const origin = origins.find(([, place]) => place.test(call.url)) ?? origins[4];
        frame.callees.set(
          name,
          (callee = { name, colour: origin[2], spent: 0, callees: new Map() }),
        );
      }
      callee.spent += spent;
      frame = callee;
    }
  }
  return root;
}

function nameOf({ functionName, url }: Call): string {
  const place = placeOf(url);
  return `${functionName || '(anonymous)'}${place && ` ${place}`}`;
}

function rectOf(
  { name, colour, spent }: Frame,
  x: number,
  row: number,
  wide: number,
  all: number,
): string {
  const y = -row * rowHeight;
  const share = ((100 * spent) / all).toFixed(1);
  // A letter is some 6 pixels wide.
  const letters = Math.floor((wide - 4) / 6);
  const text =
    letters < 4
      ? ''
      : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escaped(name.slice(0, letters))}</text>`;
  const box = `x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, wide - 0.5).toFixed(1)}" height="${rowHeight - 1}"`;
  return `<g><title>${escaped(name)}: ${share} %</title><rect ${box} fill="${colour}"/>${text}</g>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
