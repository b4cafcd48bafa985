import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signSilentFromMs, topicName, type ValueMessage } from '#contract';
import { readWatermarks } from '#log';
import { jackpot } from '#testing/jackpot';
import { isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

/** Acknowledgements of signs, from the POST of a page to the answer of `jackpot shown`. */

let stack: TestStack;
let gateway: string;
let other: string;
let sign: Sign;
let table: Table;
/** Acknowledgements that the two gateways with Kafka have accepted. */
let taken = 0;

beforeAll(async () => {
  stack = new TestStack();
  const SIGNS_FILE = stack.signsFile({ 12: ['main'], 13: ['main'] });
  const { url } = await stack.startJackpot();
  const gateways = [stack.startSigns({ SIGNS_FILE }), stack.startSigns({ SIGNS_FILE })] as const;
  [{ url: gateway }, { url: other }] = await Promise.all(gateways);
  for (const id of ['main', 'side']) await stack.configure(url, jackpot(id));
  sign = await Sign.open(`${gateway}/v1/pools/stream?jackpot=main`);
  table = new Table(stack.prefix, 'main', 'T1');
  await untilKnown('main', gateway);
  await untilKnown('side', other);
});
afterAll(async () => {
  sign.close();
  await stack.close();
});

const untilKnown = (id: string, url: string, token = ''): Promise<unknown> =>
  until(`jackpot ${id}`, () => isOk(`${url}/v1/pools?jackpot=${id}&token=${token}`));

async function untilShown(value: number): Promise<ValueMessage> {
  await until(`the value ${value}`, () => newest()?.value === value);
  return newest();
}

/** The last value that was sent to the sign; the other messages are pulses. */
const newest = () => sign.messages.findLast(({ jackpot: id }) => id === 'main') as ValueMessage;

interface Answer {
  readonly status: number;
  readonly detail?: string;
}

async function post(name: string, body: unknown, url = gateway, token = ''): Promise<Answer> {
  const response = await fetch(`${url}/v1/signs/${name}/acks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok && [gateway, other].includes(url)) taken += 1;
  return { status: response.status, ...(text && (JSON.parse(text) as object)) };
}

/** Acknowledges, as a page would, a value that was sent to it. */
function ack({ jackpot: id, version, value }: ValueMessage, changes: object = {}): object {
  const paintedAt = new Date().toISOString();
  return { jackpot: id, version, value, state: 'running', paintedAt, ...changes };
}

async function metric(series: string, url = gateway): Promise<number | undefined> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const line = page.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

/** Asks once all accepted acknowledgements are on the topic. */
async function shown(name: string, atMs: number, ...more: string[]) {
  await until('the acknowledgements', async () => {
    const marks = await readWatermarks(stack.kafka, topicName(stack.prefix, 'sign-acks'));
    return marks.reduce((sum, { high }) => sum + high, 0) === taken;
  });
  return stack.cli('shown', '--sign', name, '--at', new Date(atMs).toISOString(), ...more);
}

test('what a page has painted is on the topic, and agrees with the ledger', async () => {
  await stack.send([table.bet('1', 1)]);
  const message = await untilShown(1_003_500);
  expect(await post('12', ack(message))).toEqual({ status: 204 });
  const { code, output } = await shown('12', Date.now());
  expect(output).toContain('shown       MOP 10,035.00, running, version ');
  expect(output).toContain('ledger      MOP 10,035.00, version ');
  expect(output).toContain('They agree: sign 12 showed what the ledger had.');
  expect(code).toBe(0);
  expect(await metric('jackpot_sign_acks_total{outcome="within"}')).toBe(1);
  expect(await metric('jackpot_sign_values_above_total{sign="12"}')).toBe(0);
});

test.each<[string, number, object | string, string]>([
  [
    'a member is missing',
    400,
    { jackpot: 'main', version: 1, value: 1, state: 'running' },
    'paintedAt is missing.',
  ],
  [
    'a value is no minor unit',
    400,
    { ...ack({ jackpot: 'main', version: 1, value: 1.5 } as ValueMessage) },
    'value must be a whole number, was 1.5.',
  ],
  [
    'a member is unknown',
    400,
    ack({ jackpot: 'main', version: 1, value: 1 } as ValueMessage, { hall: 'left' }),
    'The acknowledgement has no member hall.',
  ],
  [
    'a state is unknown',
    400,
    ack({ jackpot: 'main', version: 1, value: 1 } as ValueMessage, { state: 'idle' }),
    'state must be running, late, suspended, retired, fault, connecting, was "idle".',
  ],
  ['it is a list', 400, '[]', 'The acknowledgement must be an object, was a list of 0.'],
  [
    'there is no such jackpot',
    404,
    ack({ jackpot: 'none', version: 1, value: 1 } as ValueMessage),
    'There is no jackpot none.',
  ],
  ['it is not JSON', 400, '{"jackpot"', 'The body is not JSON.'],
  ['it is over 1 KiB', 413, `"${'x'.repeat(1_100)}"`, 'The body is over 1 KiB.'],
])('an acknowledgement is refused where %s', async (_, status, body, detail) => {
  expect(await post('12', body)).toMatchObject({ status, detail });
});

test('a sign whose name is none is refused', async () => {
  const detail =
    'The name of a sign must be 1 to 64 of A–Z a–z 0–9 . _ - with a letter or a digit, was "a b".';
  expect(await post('a%20b', {})).toMatchObject({ status: 400, detail });
});

test('a value above the ledger’s is counted, logged once and found by `shown`', async () => {
  const before = newest();
  await stack.send([table.settle('1', [1, 'royal-flush'])]);
  const after = await untilShown(1_000_000);
  // The wheels keep their place from before the award, under the version after it.
  const frozen = ack(after, { value: before.value });
  expect(await post('12', frozen)).toEqual({ status: 204 });
  expect(await post('12', frozen, other)).toEqual({ status: 204 });
  const atMs = Date.now();
  for (const url of [gateway, other]) {
    expect(await metric('jackpot_sign_values_above_total{sign="12"}', url)).toBe(1);
    expect(await metric('jackpot_sign_values_above_total{sign="13"}', url)).toBe(0);
    const lastAt = await metric('jackpot_sign_above_timestamp_seconds{sign="12"}', url);
    expect(Math.abs(Number(lastAt) * 1_000 - atMs)).toBeLessThan(60_000);
  }
  expect(await post('lobby', frozen)).toEqual({ status: 204 });
  expect(await metric('jackpot_sign_values_above_total{sign="(others)"}')).toBe(1);
  const { code, output } = await shown('12', atMs);
  expect(output).toContain('shown       MOP 10,035.00');
  expect(output).toContain('ledger      MOP 10,000.00');
  expect(output).toContain('They differ: sign 12 showed MOP 35.00 more than the ledger had');
  expect(code).toBe(2);
  const facts = await stack.cli(
    'shown',
    '--sign',
    '12',
    '--at',
    new Date(atMs).toISOString(),
    '--json',
  );
  const json = facts.output.slice(0, facts.output.lastIndexOf('}') + 1);
  expect(JSON.parse(json)).toMatchObject({
    verdict: 'above',
    acknowledged: { sign: '12', value: before.value, version: after.version, above: true },
    ledger: { currency: 'MOP', atVersion: 1_000_000, atTime: { value: 1_000_000 } },
  });
});

test('a sign that acknowledges nothing is silent, and its age grows until it does', async () => {
  const age = () => metric('jackpot_sign_ack_age_seconds{sign="13"}');
  const first = (await age()) as number;
  await until('it to grow', async () => ((await age()) as number) > first);
  const never = await stack.cli('shown', '--sign', '13', '--at', new Date().toISOString());
  expect(never.output).toBe('No sign 13 has acknowledged anything. There are 12, lobby.\n');
  expect(never.code).toBe(1);
  const earlier = await stack.cli('shown', '--sign', '12', '--at', '2020-01-01T00:00:00Z');
  expect(earlier.output).toMatch(/^Sign 12 was silent: it had acknowledged nothing by 2020/);
  await post('12', ack(newest()));
  const ackedAtMs = Date.now();
  const ahead = await shown('12', ackedAtMs + 60_000);
  expect([ahead.code, ahead.output]).toEqual([
    1,
    expect.stringMatching(/ has not passed yet\.\n$/),
  ]);
  await until('it is silent', () => Date.now() - ackedAtMs > signSilentFromMs);
  const later = await shown('12', Date.now());
  expect(later.output).toMatch(/Sign 12 was silent: it had acknowledged nothing for \d+\.\d s\./);
  expect([earlier.code, later.code]).toEqual([1, 1]);
  await post('13', ack(newest()));
  expect(await age()).toBeLessThan(first);
});

test('of a sign that shows several jackpots one must be named', async () => {
  const [side] = (
    (await (await fetch(`${other}/v1/pools?jackpot=side`)).json()) as { pools: ValueMessage[] }
  ).pools;
  const main = newest();
  for (const each of [side as ValueMessage, main]) await post('both', ack(each), other);
  const atMs = Date.now();
  const which = await shown('both', atMs);
  expect(which.output).toContain('Sign both shows main, side: name one with --jackpot.');
  const named = await shown('both', atMs, '--jackpot', 'side');
  expect([which.code, named.code]).toEqual([64, 0]);
});

test('without Kafka a gateway measures what signs acknowledge, and says once that it keeps nothing', async () => {
  const { child, url } = await stack.startSigns({ KAFKA_BROKERS: '' });
  const message = newest();
  for (let each = 0; each < 3; each += 1) {
    expect(await post('12', ack(message), url)).toEqual({ status: 204 });
  }
  expect(await metric('jackpot_sign_acks_total{outcome="within"}', url)).toBe(3);
  expect(child.output.match(/"event":"acks-not-kept"/g)).toHaveLength(1);
  await child.stop();
});

test('with a Kafka that is away a gateway is ready and takes acknowledgements', async () => {
  const { child, url } = await stack.startSigns({ KAFKA_BROKERS: '127.0.0.1:1' });
  const message = newest();
  expect(await post('12', ack(message), url)).toEqual({ status: 204 });
  await until('its line', () => child.output.includes('"event":"kafka-waits"'));
  expect(await post('12', ack(message), url)).toEqual({ status: 204 });
  expect(await isOk(`${url}/health/ready`)).toBe(true);
  expect(child.output.match(/"event":"kafka-waits"/g)).toHaveLength(1);
  await child.stop();
});

test('a sign with a token of its own is acknowledged for by that token alone', async () => {
  const tokens = join(stack.folder, 'tokens');
  const of = (name: string) => `${name}-0123456789abcdef`;
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  writeFileSync(tokens, ['lobby', 'bar'].map((name) => `${name} ${digest(of(name))}\n`).join(''));
  const signs = join(stack.folder, 'tied.json');
  const [tied, free] = [{ name: '12', token: 'lobby' }, { name: '13' }].map((each) => ({
    ...each,
    jackpots: ['main'],
    place: 'a wall',
  }));
  writeFileSync(signs, JSON.stringify({ signs: [tied, free] }));
  const own = { SIGNS_FILE: signs, SIGNS_TOKENS: tokens, KAFKA_BROKERS: '' };
  const { child, url } = await stack.startSigns(own);
  await untilKnown('main', url, of('bar'));
  const answer = async (sign: string, name: string) =>
    (await post(sign, ack(newest()), url, of(name))).status;
  expect([await answer('12', 'lobby'), await answer('12', 'bar')]).toEqual([204, 403]);
  expect([await answer('13', 'lobby'), await answer('13', 'bar')]).toEqual([204, 204]);
  const counted = await metric('jackpot_sign_acks_total{outcome="refused"}', url);
  expect(counted).toBe(1);
  await child.stop();
  const without = stack.start('apps/signs', [], { SIGNS_FILE: signs });
  expect(await without.exit()).toBe(78);
  expect(without.output).toBe('SIGNS_TOKENS is missing: SIGNS_FILE names a token for sign 12.\n');
});

test('a file of signs with a fault ends the start with one sentence', async () => {
  const child = stack.start('apps/signs', [], { SIGNS_FILE: stack.signsFile({ 'a b': ['main'] }) });
  expect(await child.exit()).toBe(78);
  expect(child.output).toMatch(
    /^SIGNS_FILE is wrong: \S+ cannot be used \(line 1: signs\.0\.name must be 1 to 64 of .*\)\.\n$/,
  );
});
