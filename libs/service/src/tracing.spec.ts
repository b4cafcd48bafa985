import { openTracing } from './tracing.js';

const log = { debug() {}, info() {}, warn() {}, error() {}, fatal() {} };
const address = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

test.each([
  ['off', 'no variable', {}],
  ['on', 'an address', address],
  ['on', 'otlp without an address', { OTEL_TRACES_EXPORTER: 'otlp' as const }],
  ['off', 'an address, but none', { ...address, OTEL_TRACES_EXPORTER: 'none' as const }],
  ['off', 'an address, but disabled', { ...address, OTEL_SDK_DISABLED: true }],
])('tracing is %s with %s (contract 10)', async (state, _, given) => {
  const tracing = await openTracing('test', { OTEL_SDK_DISABLED: false, ...given }, log);
  expect(tracing === undefined ? 'off' : 'on').toBe(state);
  await tracing?.close();
});

test('a span is begun only below one whose trace is recorded', async () => {
  const tracing = await openTracing('test', { OTEL_SDK_DISABLED: false, ...address }, log);
  const begin = (parent?: string) => tracing?.begin('a', parent, { kind: 'internal' });
  const parent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}`;
  expect(begin(`${parent}-01`)?.traceparent).toMatch(/^00-a{32}-(?!b{16})[0-9a-f]{16}-01$/);
  for (const other of [undefined, '', 'x', `${parent}-00`, `00-${'0'.repeat(32)}-b-01`]) {
    expect(begin(other)).toBeUndefined();
  }
});
