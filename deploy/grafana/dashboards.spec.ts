import { existsSync, readFileSync } from 'node:fs';
import type { GridPos, Panel, RowPanel } from '@grafana/grafana-foundation-sdk/dashboard';
import { parse } from 'yaml';
import { dashboardFiles, dashboards, queries } from './dashboards.js';

const isPanel = (each: Panel | RowPanel): each is Panel => each.type !== 'row';
const boards = Object.entries(dashboards).map(([name, { panels = [] }]) => ({ name, panels }));

test('the committed JSON is what the source gives; npm run docs writes it', async () => {
  for (const [file, json] of await dashboardFiles()) {
    expect({ file, json: readFileSync(file, 'utf8') }).toEqual({ file, json });
  }
});

describe.each(boards)('the dashboard $name', ({ panels }) => {
  it('says of each panel in a sentence what it shows, and has its unit', () => {
    const shown = panels.filter(isPanel);
    expect(shown.length).toBeGreaterThan(15);
    for (const { title, description, fieldConfig, targets } of shown) {
      expect({ title, description }).toEqual({
        title: expect.stringMatching(/^[A-Z].{2,50}$/),
        description: expect.stringMatching(/^[A-Z].{20,200}[.%]$/s),
      });
      const unit = fieldConfig?.defaults.unit;
      expect({ title, unit }).toEqual({ title, unit: expect.any(String) });
      expect(targets?.length).toBeGreaterThan(0);
    }
    expect(new Set(shown.map(({ title }) => title)).size).toBe(shown.length);
  });

  it('has room for each panel', () => {
    const taken = new Set<string>();
    for (const { gridPos } of panels) {
      const { x, y, w, h } = gridPos as GridPos;
      expect(x + w).toBeLessThanOrEqual(24);
      for (let column = x; column < x + w; column += 1) {
        for (let line = y; line < y + h; line += 1) {
          expect(taken).not.toContain(`${column}/${line}`);
          taken.add(`${column}/${line}`);
        }
      }
    }
  });

  it('leads to pages that the operator’s manual has', () => {
    const links = panels.filter(isPanel).flatMap((panel) => panel.links ?? []);
    expect(links.length).toBeGreaterThan(8);
    for (const { url = '' } of links) {
      const [, page = ''] = /^\$\{manual\}\/([\w-]+\.md)$/.exec(url) ?? [];
      expect({ url, exists: page !== '' && existsSync(`deploy/operations/${page}`) }).toEqual({
        url,
        exists: true,
      });
    }
  });
});

test('every metric that a panel asks for is in the contract', () => {
  const contract = readFileSync('libs/contract/README.md', 'utf8');
  const known = new Set([...contract.matchAll(/`(jackpot_\w+)`/g)].map(([, name]) => name));
  expect(queries.filter(({ expr }) => expr.includes('jackpot_')).length).toBeGreaterThan(40);
  for (const { expr } of queries) {
    for (const [name] of expr.matchAll(/\bjackpot_\w+/g)) {
      const metric = name.replace(/(_seconds|_records)_(bucket|count|sum)$/, '$1');
      expect({ expr, metric, known: known.has(metric) }).toEqual({ expr, metric, known: true });
    }
  }
});

test('Grafana finds the dashboards and Prometheus by the files of provisioning', () => {
  const read = (file: string): unknown =>
    parse(readFileSync(`deploy/grafana/provisioning/${file}`, 'utf8'));
  const { providers } = read('dashboards/jackpot.yaml') as {
    providers: { type: string; options: { path: string } }[];
  };
  expect(providers.map(({ type, options }) => [type, options.path])).toEqual([
    ['file', '/var/lib/grafana/dashboards'],
  ]);
  const { datasources } = read('datasources/prometheus.yaml') as {
    datasources: { type: string; jsonData: { timeInterval: string } }[];
  };
  const prometheus = readFileSync('deploy/prometheus/prometheus.yml', 'utf8');
  for (const { type, jsonData } of datasources) {
    expect(type).toBe('prometheus');
    expect(prometheus).toContain(`scrape_interval: ${jsonData.timeInterval}`);
  }
});
