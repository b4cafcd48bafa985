import { readMetrics } from './metrics.js';

const text = `# HELP jackpot_exceptions_total Messages on the exceptions topic by reason.
# TYPE jackpot_exceptions_total counter
jackpot_exceptions_total{reason="malformed"} 2
jackpot_exceptions_total{reason="sequence-gap"} 41
jackpot_exceptions_total{reason="seat-taken"} 0
jackpot_partition_lag_records{partition="0"} 1
jackpot_partition_lag_records{partition="11"} 2.5e+1
process_cpu_seconds_total 3.25
`;

test('metrics are summed over their labels', () => {
  const metrics = readMetrics(text);
  expect(metrics.sum('jackpot_partition_lag_records')).toBe(26);
  expect(metrics.sum('jackpot_partition_lag_records', { partition: '0' })).toBe(1);
  expect(metrics.sum('process_cpu_seconds_total')).toBe(3.25);
  expect(metrics.sum('none')).toBe(0);
});

test('metrics are listed by a label, the largest first, without zeros', () => {
  expect(readMetrics(text).by('jackpot_exceptions_total', 'reason')).toEqual([
    ['sequence-gap', 41],
    ['malformed', 2],
  ]);
});
