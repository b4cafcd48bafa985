import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { textfileOf } from '../../apps/cli/src/terminal/textfile.js';
import { run, say } from '#tools/process/process.mjs';
import { findPromtool } from '#tools/stack/prerequisites.mjs';

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..', '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
/** Undefined if it is missing and cannot be installed; one sentence has said so. */
const promtool = await findPromtool().catch((error: Error) => say(error.message) as undefined);
const names = [...new Set(alerts.map(({ alert }) => alert as string))];

describe('the alerts', () => {
  it.each(alerts.map((rule) => [rule.alert, rule] as const))(
    '%s: a severity, two sentences with the labels’ values, and a page',
    (_, { expr, labels, annotations }) => {
      expect(['page', 'warning', 'info']).toContain(labels?.['severity']);
      const { summary = '', description = '', runbook = '' } = annotations ?? {};
      expect(summary).toMatch(/^.{10,100}[^.]$/);
      expect(description).toMatch(/\.(\{\{ end \}\})?$/);
      expect(existsSync(join(root, runbook))).toBe(true);
      const [, grouped = ''] = /^(?:max|min|sum) by \(([^)]+)\)/.exec(expr) ?? [];
      for (const label of grouped.split(', ').filter(Boolean)) {
        expect(summary + description).toContain(`$labels.${label}`);
      }
    },
  );

  it('are all in the manual, each with its page, and no others', () => {
    const manual = read('deploy/operations/README.md');
    const [, section = ''] = /^## What an alert says$(.*?)^## /ms.exec(manual) ?? [];
    const listed = section
      .split('\n')
      .flatMap((row) =>
        [...row.matchAll(/Jackpot[A-Za-z]+/g)].map(([name]) => ({ name, page: pageIn(row) })),
      );
    const expected = names.map((name) => {
      const pages = alerts.filter(({ alert }) => alert === name).map(runbookOf);
      expect(new Set(pages).size).toBe(1);
      return { name, page: pages[0] };
    });
    expect(sortedByName(listed)).toEqual(sortedByName(expected));
  });

  it('name only metrics of the contract', () => {
    const contract = read('libs/contract/README.md');
    const [, section = ''] = /^### 9\.4[^\n]*$(.*?)^## 10/ms.exec(contract) ?? [];
    const known = [...section.matchAll(/^\| (`jackpot_[^|]+) \| (\w+)/gm)].flatMap(
      ([, cell = '', type]) =>
        [...cell.matchAll(/`(\w+)`/g)].flatMap(([, name]) =>
          type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
        ),
    );
    const proof = { isProven: true, records: 1, tookMs: 1, endedAtMs: 1 };
    const written = textfileOf(proof).match(/^jackpot_\w+/gm) ?? [];
    expect(section.match(/(?<=`)jackpot_verify_\w+/g)).toEqual(written);
    known.push(...written);
    const recorded = rules.map(({ record }) => record);
    const named = rules.flatMap(({ expr }) => expr.match(/\bjackpot_[\w:]+/g) ?? []);
    const strangers = named.filter((name) => ![...known, ...recorded].includes(name));
    expect(named.length).toBeGreaterThan(30);
    expect([...new Set(strangers)]).toEqual([]);
  });

  it('have a case that fires and one that does not', () => {
    const { tests } = parse(read('deploy/prometheus/alerts.test.yml')) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts: { exp_labels: object }[] }[] }[];
    };
    const cases = tests.flatMap(({ alert_rule_test }) => alert_rule_test);
    const isSilent = (name: string): boolean =>
      cases.some(({ alertname, exp_alerts }) => alertname === name && exp_alerts.length === 0);
    expect(names.filter((name) => !isSilent(name))).toEqual([]);
    const fires = ({ alert, labels = {} }: Rule): boolean =>
      cases
        .filter(({ alertname }) => alertname === alert)
        .flatMap(({ exp_alerts }) => exp_alerts)
        .some(({ exp_labels }) =>
          Object.entries(labels).every(([key, value]) => Object(exp_labels)[key] === value),
        );
    expect(alerts.filter((rule) => !fires(rule)).map(({ alert }) => alert)).toEqual([]);
  });
});

describe('promtool', () => {
  const folder = join(root, 'deploy', 'prometheus');
  const itIfThere = promtool === undefined ? xit : it;

  itIfThere.each([
    ['check', 'rules', '--lint=all', '--lint-fatal', 'alerts.yml'],
    ['check', 'config', '--lint=all', '--lint-fatal', 'prometheus.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])('%s %s', async (...args) => {
    const { code, output } = await run(promtool as string, args, { cwd: folder });
    expect([code, output]).toEqual([0, expect.any(String)]);
  });
});

function pageIn(row: string): string | undefined {
  const [, link = ''] = /\]\(([^)]+)\)/.exec(row) ?? [];
  return link.startsWith('#') ? 'README.md' : link;
}

function runbookOf({ annotations }: Rule): string | undefined {
  return annotations?.['runbook']?.replace('deploy/operations/', '');
}

function sortedByName<T extends { name: string }>(list: readonly T[]): T[] {
  return list.toSorted((a, b) => a.name.localeCompare(b.name));
}
