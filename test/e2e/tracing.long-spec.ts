import { randomBytes } from 'node:crypto';
import { topicName } from '#contract';
import { readLog, readWatermarks, type OutgoingMessage } from '#log';
import type { Child } from '#testing/child';
import { jackpot } from '#testing/jackpot';
import { TestStack, getJson } from '#testing/test-stack';
import { until } from '#testing/until';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';
import { TraceCollector } from '../support/trace-collector.js';

/** Contract 2.2: a traced record leaves its spans; an untraced record leaves none. */

/**
 * Prints each module of OpenTelemetry that a program loads by `import` or `require`, except those
 * of its API, which does nothing without an SDK: prom-client loads it.
 */
const moduleList = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      if (/@opentelemetry.(?!api)/.test(found.url)) process.stderr.write('loads ' + found.url + '\\n');
      return found;
    },
  });
`)}`;

const secret = 'pw-of-collector-90c2';
let collector: TraceCollector;
beforeAll(async () => {
  collector = await TraceCollector.start();
});
afterAll(() => collector.close());

const sampled = new Set<string>();

/** A record that is part of a trace; the flags say whether the trace is recorded. */
function traced(message: OutgoingMessage, flags = '01') {
  const [traceId, table] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  if (flags === '01') sampled.add(traceId);
  const traceparent = `00-${traceId}-${table}-${flags}`;
  return { traceId, table, message: { ...message, headers: { traceparent } } };
}

/** The headers `traceparent` of the value messages so far, and the messages. */
async function valuesOf(stack: TestStack): Promise<{ traceparent: string; text: string }[]> {
  const topic = topicName(stack.prefix, 'pool-values');
  const marks = await readWatermarks(stack.kafka, topic);
  const ranges = new Map(marks.map(({ low, high }, each) => [each, { from: low, to: high }]));
  const found: { traceparent: string; text: string }[] = [];
  await readLog(stack.kafka, topic, ranges, (_, records) => {
    for (const { headers, value } of records) {
      found.push({ traceparent: String(headers['traceparent'] ?? ''), text: String(value) });
    }
  });
  return found;
}

describe('with OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  let stack: TestStack;
  let table: Table;
  let service: Child;
  let api: string;
  let signs: string;

  beforeAll(async () => {
    stack = new TestStack({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `api-key=${secret}`,
      NODE_OPTIONS: moduleList,
    });
    ({ child: service, url: api } = await stack.startJackpot());
    signs = (await stack.startSigns()).url;
    await stack.configure(api, jackpot('main'));
    table = new Table(stack.prefix, 'main', 'T1');
  });
  afterAll(() => stack.close());

  const applied = (position: number) =>
    until(`position ${position}`, async () => {
      const view = await getJson<{ position: number }>(`${api}/v1/jackpots/main`);
      return view.position >= position;
    });

  it('the SDK is loaded', () => {
    expect(service.output).toMatch(/^loads .*@opentelemetry\/sdk-trace/m);
  });

  it('one trace leads from the table’s record through fold, commit and relay to the frame', async () => {
    const sign = await Sign.open(`${signs}/v1/pools/stream`);
    const bet = traced(table.bet('1', 1));
    await stack.send([bet.message]);
    const send = `send ${topicName(stack.prefix, 'pool-values')}`;
    const process = `process ${topicName(stack.prefix, 'events')}`;
    const names = [process, 'fold', 'commit', send, 'frame'];
    const trace = await until('the spans', () => {
      const found = collector.trace(bet.traceId);
      return names.every((name) => found.has(name)) && found;
    });
    const idOf = (name: string) => trace.get(name)?.spanId;
    const shape = [...trace.values()].map(({ name, service, parent }) => [name, service, parent]);
    expect(shape.toSorted()).toEqual(
      [
        [process, 'jackpot', bet.table],
        ['fold', 'jackpot', idOf(process)],
        ['commit', 'jackpot', idOf(process)],
        [send, 'jackpot', idOf('commit')],
        ['frame', 'signs', idOf('commit')],
      ].toSorted(),
    );
    for (const { isFailed, nanoseconds } of trace.values()) {
      expect(isFailed).toBe(false);
      expect(nanoseconds).toBeGreaterThan(0n);
    }
    // The context is a header of the message: no message text contains it.
    const values = await valuesOf(stack);
    const expected = `00-${bet.traceId}-${idOf(send)}-01`;
    expect(values.map(({ traceparent }) => traceparent)).toEqual(['', expected]);
    await until('the sign', () => sign.messages.some(({ value }) => value === 1_003_500));
    sign.close();
    const shown = JSON.stringify([values.map(({ text }) => text), sign.messages]);
    expect(shown).not.toContain(bet.traceId);
    expect(sign.messages.at(-1)).toMatchObject(JSON.parse(values.at(-1)?.text ?? '') as object);
  });

  it('the commits of records of one batch link to each other', async () => {
    const bets = [2, 3, 4].map((seat) => traced(table.bet('1', seat)));
    await stack.send(bets.map(({ message }) => message));
    const commits = await until('their commits', () => {
      const found = bets.flatMap(({ traceId }) => collector.trace(traceId).get('commit') ?? []);
      return found.length === 3 && found;
    });
    const [first, ...others] = bets.map(
      ({ traceId }) => collector.trace(traceId).get(`process ${stack.prefix}events`)?.spanId,
    );
    expect(commits.map(({ links }) => links)).toEqual([others, [first], [first]]);
  });

  it('a record whose context is not sampled, or none, has no spans and is applied', async () => {
    const bets = [
      traced(table.bet('1', 5), '00').message,
      { ...table.bet('1', 6), headers: { traceparent: '00-x-y-01' } },
      table.bet('1', 7),
    ];
    await stack.send(bets);
    await applied(9);
    const last = traced(table.bet('2', 1));
    await stack.send([last.message]);
    await until('the spans of the next', () => collector.trace(last.traceId).size === 5);
    expect(collector.spans.filter(({ traceId }) => !sampled.has(traceId))).toEqual([]);
    expect((await stack.cli('verify')).code).toBe(0);
  });

  it('a collector that takes nothing costs one line, and one when it is back', async () => {
    const lines = (name: string) => service.output.split(`"event":"${name}"`).length - 1;
    const send = (seat: number) => stack.send([traced(table.bet('2', seat)).message]);
    collector.status = 400;
    await send(2);
    await until('its line', () => lines('traces-lost') === 1);
    const refused = collector.requests;
    await send(3);
    await until('the next attempt', () => collector.requests > refused);
    collector.status = 200;
    await send(4);
    await until('the end', () => lines('traces-back') === 1);
    expect(lines('traces-lost')).toBe(1);
    expect(collector.keys).toEqual(new Set([secret]));
    expect(service.output).not.toContain(secret);
  });
});

test('without it nothing of OpenTelemetry’s SDK is loaded', async () => {
  const stack = new TestStack({ NODE_OPTIONS: moduleList });
  try {
    const children = ['apps/jackpot', 'apps/signs'].map((program) => stack.start(program));
    for (const child of children) {
      await child.url();
      expect(child.output).not.toContain('loads ');
    }
  } finally {
    await stack.close();
  }
});
