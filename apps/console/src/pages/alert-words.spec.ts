import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { alertNames, severityNames } from './alert-words.js';

const { groups } = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
  groups: { rules: { alert?: string; labels?: { severity: string } }[] }[];
};
// The other rules only record a measure.
const rules = groups.flatMap((group) => group.rules).filter(({ alert }) => alert !== undefined);

test('every shipped alert has a name in each language, and there is none for another', () => {
  const shipped = new Set(rules.map(({ alert }) => alert));
  expect(Object.keys(alertNames).toSorted()).toEqual([...shipped].toSorted());
  const severities = new Set(rules.map(({ labels }) => labels?.severity));
  expect(Object.keys(severityNames).toSorted()).toEqual([...severities].toSorted());
});
