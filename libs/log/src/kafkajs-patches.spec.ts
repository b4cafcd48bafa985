import { createRequire } from 'node:module';
import { openKafka } from './kafka.js';
import { applyKafkajsPatches } from './kafkajs-patches.js';
import { CapturedLines } from './testing/log-service-harness.js';

const require = createRequire(import.meta.url);
const decoder = (): unknown => require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages');
const open = () =>
  openKafka(
    { brokers: ['127.0.0.1:1'], ssl: false, sasl: undefined, clientId: 'c' },
    new CapturedLines(),
  );

test('another version of kafkajs is refused, and nothing of it is replaced', () => {
  const before = decoder();
  expect(() => applyKafkajsPatches('2.2.5')).toThrow(
    'kafkajs 2.2.5 is installed, but libs/log/src/kafkajs-patches.ts was made for 2.2.4',
  );
  expect(decoder()).toBe(before);
});

test('openKafka replaces the decoder of batches, and may be called again', () => {
  const before = decoder();
  open();
  const ours = decoder();
  expect(ours).not.toBe(before);
  open();
  expect(decoder()).toBe(ours);
});
