import { recordsPerApply } from '#log';
import { Metrics } from './metrics.js';

test('the largest commit falls into the last bucket of commit sizes, and a larger one into none', async () => {
  const { commitRecords } = new Metrics();
  commitRecords.observe(recordsPerApply);
  commitRecords.observe(recordsPerApply + 1);
  const { values } = await commitRecords.get();
  const counts = new Map(values.map(({ labels, value }) => [labels.le, value]));
  expect(counts.get(recordsPerApply)).toBe(1);
  expect(counts.get(recordsPerApply / 2)).toBe(0);
  expect(counts.get('+Inf')).toBe(2);
});
