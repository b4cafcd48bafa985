import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mqtt from 'mqtt';
import type { ShownValue } from '#contract';
import { homePartition } from '#contract';
import { ledgerKeys } from '#ledger';
import { jackpot } from '#testing/jackpot';
import { openRedis, redisAddress } from '#testing/redis';
import { getJson, isOk, TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { startMosquitto } from '../../tools/stack/mosquitto.mjs';
import { Sign } from '../support/stream.js';
import { Table } from '../support/table.js';

const poolOf = (url: string, id = 'main'): Promise<ShownValue> =>
  getJson<{ pools: [ShownValue] }>(`${url}/v1/pools?jackpot=${id}`).then(({ pools }) => pools[0]);

describe('two gateways beside each other', () => {
  const stack = new TestStack();
  const main = new Table(stack.prefix, 'main', 'T1');
  const mini = new Table(stack.prefix, 'mini', 'T1');
  const redis = openRedis(redisAddress(stack.env['REDIS_URL'] as string));
  const signs: Sign[] = [];
  let ledger: Awaited<ReturnType<TestStack['startJackpot']>>;
  let gateways: Awaited<ReturnType<TestStack['startSigns']>>[];

  beforeAll(async () => {
    ledger = await stack.startJackpot();
    for (const id of ['main', 'mini']) await stack.configure(ledger.url, jackpot(id));
    gateways = await Promise.all([stack.startSigns(), stack.startSigns()]);
    for (const { url } of gateways) {
      await until('both pools', () => poolOf(url, 'mini').then(({ fault }) => fault === null));
      signs.push(await Sign.open(`${url}/v1/pools/stream`));
    }
  });
  afterAll(async () => {
    for (const sign of signs) sign.close();
    redis.disconnect();
    await stack.close();
  });

  /** Waits until the second gateway's stream reports this for a jackpot. */
  async function untilSaid(id: string, what: Partial<ShownValue>): Promise<void> {
    await until(`${id} to be ${JSON.stringify(what)}`, () => {
      const said = signs[1]?.pulseOf(id);
      return said && Object.entries(what).every(([name, value]) => said[name as 'state'] === value);
    });
  }

  const lastOf = (sign: Sign | undefined, id: string): ShownValue | undefined =>
    sign?.messages.findLast((message) => message.jackpot === id);

  it('give the same answer, and 304 to who has it, until something changes', async () => {
    const ask = async (gateway: number, headers = {}) => {
      const response = await fetch(`${gateways[gateway]?.url}/v1/pools`, { headers });
      return { response, body: await response.text(), etag: response.headers.get('etag') ?? '' };
    };
    await stack.send([main.bet('1', 1)]);
    for (const { url } of gateways) {
      await until('the bet', async () => (await poolOf(url)).value === 1_003_500);
    }
    const [first, second] = [await ask(0), await ask(1)];
    expect(first.etag).toMatch(/^W\/"/);
    expect(second.etag).toBe(first.etag);
    expect(first.response.headers.get('cache-control')).toBe('no-cache');
    const asOf = first.response.headers.get('as-of') ?? '';
    const same = await until('a later time', async () => {
      const answer = await ask(1, { 'if-none-match': first.etag });
      expect([answer.response.status, answer.body, answer.etag]).toEqual([304, '', first.etag]);
      return (answer.response.headers.get('as-of') ?? '') > asOf && answer;
    });
    expect(Date.parse(same.response.headers.get('as-of') ?? '')).toBeGreaterThan(Date.parse(asOf));
    await stack.send([main.bet('2', 1)]);
    await until('another answer', async () => {
      const { response, body } = await ask(1, { 'if-none-match': first.etag });
      return response.status === 200 && body.includes('"value":1007000');
    });
  });

  it('show who installs the signs each pool with its address', async () => {
    const url = gateways[0]?.url as string;
    const response = await fetch(`${url}/signs`);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const page = await response.text();
    for (const id of ['main', 'mini']) expect(page).toContain(`href="signs/${id}"`);
    expect(page).toContain('MOP 10,');
    for (const script of ['assets/installer/installer.js', 'qr/index.mjs']) {
      const { status, headers } = await fetch(`${url}/signs/${script}`);
      // A browser runs a module only with this content type.
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    }
  });

  // clause 1
  it('send a hit each, and the one goes on when the other is killed', async () => {
    await stack.send([main.settle('2', [1, 'flush'])]);
    for (const sign of signs) {
      const hits = () => sign.messages.filter(({ hit }) => hit !== null);
      await until('the hit', () => hits().length === 1);
    }
    await gateways[0]?.child.kill();
    await stack.send([main.bet('3', 1)]);
    await until('the bet', () => lastOf(signs[1], 'main')?.value === 1_010_500);
    expect(lastOf(signs[0], 'main')?.value).not.toBe(1_010_500);
  });

  it('say that a jackpot is suspended, and that it is no longer', async () => {
    for (const [command, state] of [
      ['jackpot.suspended', 'suspended'],
      ['jackpot.resumed', 'running'],
    ] as const) {
      await stack.send([stack.operator.command(command, 'main', { reason: 'a test' })]);
      await untilSaid('main', { state, fault: null });
      await until('the value', () => lastOf(signs[1], 'main')?.state === state);
    }
  });

  // clause 5
  it('say that a partition has halted, and go on with the others', async () => {
    const { accounts } = ledgerKeys(stack.prefix, homePartition('mini', 12));
    await redis.hset(accounts, { 'mini/pool': '7000000', 'mini/house': '-7000000' });
    await stack.send([mini.bet('1', 1)]);
    await until('the halt', async () => {
      const { partitions } = await getJson<{ partitions: { reason: string | null }[] }>(
        `${ledger.url}/health/partitions`,
      );
      return partitions.some(({ reason }) => reason === 'ledger-diverged');
    });
    await untilSaid('mini', { state: 'fault', fault: 'halted' });
    await untilSaid('main', { state: 'running', fault: null });
  });

  it('say 10 s after the ledger service has stopped that they hear nothing, and go on when it is back', async () => {
    const stoppedAtMs = performance.now();
    await ledger.child.stop();
    await untilSaid('main', { state: 'fault', fault: 'silent' });
    // The last pulse is at most a second before the stop.
    expect(performance.now() - stoppedAtMs).toBeGreaterThan(9_000);
    expect(await poolOf(gateways[1]?.url as string)).toMatchObject({ fault: 'silent' });
    stack.start('apps/jackpot');
    await untilSaid('main', { state: 'running', fault: null });
    await stack.send([main.bet('4', 1)]);
    await until('the bet', () => lastOf(signs[1], 'main')?.value === 1_014_000);
  });
});

test('a gateway tells its MQTT broker that it is there, and by its last will that it was killed; its password is in no log', async () => {
  const stack = new TestStack();
  const dataDir = join(stack.folder, 'mqtt');
  const broker = await startMosquitto({ dataDir });
  const heard: string[] = [];
  const client = await mqtt.connectAsync(broker.url, { protocolVersion: 5 });
  try {
    client.on('message', (topic, payload) => heard.push(`${topic} ${payload.toString()}`));
    await client.subscribeAsync('casino/gateway/#');
    const MQTT_URL = broker.url.replace('//', '//signs:secret-of-mqtt@');
    const mqttEnv = { MQTT_URL, MQTT_PREFIX: 'casino', LOG_LEVEL: 'trace' };
    const child = stack.start('apps/signs', [], mqttEnv);
    await until('it is online', () => heard.length === 1);
    expect(heard[0]).toMatch(/^casino\/gateway\/\S+-\d+ online$/);
    await child.kill();
    await until('its last will', () => heard.length === 2);
    expect(heard[1]).toBe(heard[0]?.replace('online', 'offline'));
    await broker.stop();
    const alone = stack.start('apps/signs', [], mqttEnv);
    const url = await alone.url();
    await until('its line', () => alone.output.includes('"event":"mqtt-waits"'));
    expect(await isOk(`${url}/health/live`)).toBe(true);
    // It has no ledger either, and says so.
    const ready = await fetch(`${url}/health/ready`);
    expect([ready.status, await ready.text()]).toEqual([
      503,
      expect.stringContaining('Redis has no ledger of this TOPIC_PREFIX'),
    ]);
    await alone.stop();
    for (const { output } of [child, alone]) expect(output).not.toContain('secret-of-mqtt');
  } finally {
    await client.endAsync(true);
    await broker.stop();
    await stack.close();
  }
});

describe('a gateway with tokens', () => {
  const token = 'lobby-0123456789abcdef';
  let stack: TestStack;
  let path: string;
  beforeEach(() => {
    stack = new TestStack();
    path = join(stack.folder, 'tokens');
  });
  afterEach(() => stack.close());

  it('answers a problem to who has none, and logs none, also not of a request that fails', async () => {
    writeFileSync(path, `lobby ${createHash('sha256').update(token).digest('hex')}\n`);
    const child = stack.start('apps/signs', [], { SIGNS_TOKENS: path, LOG_LEVEL: 'trace' });
    const url = await child.url();
    const refused = await fetch(`${url}/v1/pools`);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="signs"',
    ]);
    expect(refused.headers.get('content-type')).toContain('application/problem+json');
    expect(await refused.json()).toMatchObject({ status: 401, instance: '/v1/pools' });
    await until('an answer', async () => (await fetch(`${url}/v1/pools?token=${token}`)).ok);
    const stream = await fetch(`${url}/v1/pools/stream?jackpot=nobody&token=${token}`);
    expect(stream.headers.get('content-type')).toContain('application/problem+json');
    expect(await stream.json()).toMatchObject({ detail: expect.any(String) });
    const page = await fetch(`${url}/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      401,
      'text/html; charset=utf-8',
    ]);
    expect(await page.text()).toContain('<form');
    expect((await fetch(`${url}/signs?token=${token}`)).status).toBe(200);
    for (const open of ['/signs/main', '/signs/assets/sign.css', '/health/live', '/docs-json']) {
      expect([open, (await fetch(`${url}${open}`)).status]).toEqual([open, 200]);
    }
    await child.stop();
    expect(child.output).not.toContain(token);
  });

  it.each([
    ['a file that is not there', undefined, /there is no such file/],
    ['a token that is not hashed', `lobby ${token}\n`, /line 1 is not a name and the SHA-256/],
  ])('ends its start with 78 and one sentence for %s', async (_, text, why) => {
    if (text !== undefined) writeFileSync(path, text);
    const child = stack.start('apps/signs', [], { SIGNS_TOKENS: path });
    expect(await child.exit()).toBe(78);
    expect(child.output).toMatch(/^SIGNS_TOKENS is wrong: [^\n]*\.\n$/);
    expect(child.output).toMatch(why);
    expect(child.output).not.toContain(token);
  });

  it('ends its start with 78 for an origin that no browser sends', async () => {
    const child = stack.start('apps/signs', [], { CORS_ORIGINS: 'https://signs.example/page' });
    expect(await child.exit()).toBe(78);
    expect(child.output).toMatch(/CORS_ORIGINS is wrong \(must be \* or a comma list of origins/);
  });

  it('forgets a stream whose client has left before there were hits', async () => {
    const url = await stack.start('apps/signs', [], { REDIS_URL: 'redis://127.0.0.1:1' }).url();
    const open = (init: RequestInit = {}) => fetch(`${url}/v1/pools/stream?last=main=1`, init);
    const leaving = new AbortController();
    const left = Array.from({ length: 20 }, () => open({ signal: leaving.signal }));
    await until('them to be there', () => isOk(`${url}/health/live`));
    leaving.abort();
    await Promise.allSettled(left);
    const { body } = await open();
    await until('one to be left', async () => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return /^jackpot_signs_connections\{.*kind="sse".*\} 1$/m.test(text);
    });
    await body?.cancel();
  });
});
