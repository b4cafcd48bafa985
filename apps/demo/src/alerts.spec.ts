import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { awardAlerts } from './alerts.js';

test('of the shipped alerts those that follow from an award alone are taken for no fault', () => {
  const { groups } = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
    groups: { rules: { alert?: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const ofAwards = rules.filter(({ expr }) => expr.includes('jackpot_award_timestamp_seconds'));
  expect(ofAwards.map(({ alert }) => alert).sort()).toEqual([...awardAlerts].sort());
});
