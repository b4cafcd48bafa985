import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawFlameGraph } from './flame-graph.js';

const folder = mkdtempSync(join(tmpdir(), 'jackpot-flame-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const node = (id: number, functionName: string, url = '', children: number[] = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 0 },
  children,
});

test('each function is as wide as its time and what it calls, without what is idle or too narrow', () => {
  const nodes = [
    node(1, '(root)', '', [2, 3, 6]),
    node(2, '(idle)'),
    node(3, 'commit', 'file:///x/dist/libs/ledger/src/ledger.js', [4, 5]),
    node(4, 'send<1>', 'file:///x/node_modules/ioredis/built/Redis.js'),
    node(5, 'rare', 'file:///x/node_modules/zod/index.js'),
    node(6, '(garbage collector)'),
  ];
  // The first fifth only warms up.
  const samples = [4, 3, 4, 5, 6, 2];
  const timeDeltas = [2_000, 2_999, 4_000, 1, 3_000, 8_000];
  const file = join(folder, 'x.cpuprofile');
  writeFileSync(file, JSON.stringify({ nodes, samples, timeDeltas }));
  const svg = drawFlameGraph(file, 'A & B', 0.2);
  expect([...svg.matchAll(/<title>(.*?)<\/title>/g)].map(([, title]) => title)).toEqual([
    'all: 100.0 %',
    'commit libs/ledger/src/ledger.js: 70.0 %',
    'send&lt;1&gt; ioredis/built/Redis.js: 40.0 %',
    '(garbage collector): 30.0 %',
  ]);
  expect(svg).toContain('A &amp; B');
  expect(svg.match(/<rect/g)).toHaveLength(1 + 5 + 4);
});
