import { Consumption } from './consumption.js';
import { CapturedLines } from './testing/log-service-harness.js';

test('partitions are reported by number, whatever the order in which Kafka names them', () => {
  const parts = {
    sink: new CapturedLines(),
    ledger: { assigned: () => new Promise(() => {}) },
    consumer: { pause: () => undefined },
  };
  const consumption = new Consumption(
    parts as unknown as ConstructorParameters<typeof Consumption>[0],
  );
  consumption.join([0, 1, 10, 11, 2]);
  expect(consumption.statuses().map(({ partition }) => partition)).toEqual([0, 1, 2, 10, 11]);
});
