import { readFileSync } from 'node:fs';
import { tableCases } from './cases/index.js';
import { plantedFaults } from './faults/index.js';

const groupOf = (name: string): string => name.split('/')[0] ?? '';
const named = new Set(tableCases.map(({ name }) => name));

test.each(plantedFaults)('the fault "$name" can be planted, and names a case', (fault) => {
  const { file, find, replace } = fault;
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2);
  expect(replace).not.toBe(find);
  expect(named).toContain(fault.case);
});

test('each group of cases has a fault that it finds, and there are at least forty of both', () => {
  const groups = new Set(plantedFaults.map((fault) => groupOf(fault.case)));
  expect([...groups].sort()).toEqual([...new Set([...named].map(groupOf))].sort());
  expect(plantedFaults.length).toBeGreaterThanOrEqual(40);
  expect(named.size).toBeGreaterThanOrEqual(40);
});

test('no two cases, and no two faults, have one name', () => {
  expect(named.size).toBe(tableCases.length);
  expect(new Set(plantedFaults.map(({ name }) => name)).size).toBe(plantedFaults.length);
});
