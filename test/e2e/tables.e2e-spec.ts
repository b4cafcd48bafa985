import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { EventStream } from '#testing/event-stream';
import { jackpot } from '#testing/jackpot';
import { ServerProxy } from '#testing/server-proxy';
import { TestStack, tokenOfTable } from '#testing/test-stack';
import { until } from '#testing/until';
import { Redis } from 'ioredis';

/** A table controller that has only HTTP (contract 9.7). */
describe('the table gateway', () => {
  const stack = new TestStack();
  let url: string;
  let sequence = 0;

  beforeAll(async () => {
    const ledger = await stack.startJackpot();
    const policies = { carriedJackpotWithoutBase: 'forfeit' } as const;
    await stack.configure(ledger.url, jackpot('main', { verifyAbove: 100_000, policies }));
    ({ url } = await stack.startTables(['T1', 'T2']));
  });
  afterAll(() => stack.close());

  const bearer = (table: string) => ({ authorization: `Bearer ${tokenOfTable(table)}` });
  const event = (type: string, data: object, own: object = {}) => {
    sequence += 1;
    return {
      ...{ specversion: '1.0', type, id: `T1/${sequence}`, source: 'T1', subject: 'main' },
      ...{ sequence: String(sequence), data, ...own },
    };
  };
  const bet = (round: string, seat: number, stake = 5_000) =>
    event('bet.placed', { round, seat, stake, baseBets: ['ante'] });
  const post = async (body: string, own: Record<string, string> = {}) => {
    const type = body.startsWith('[') ? 'cloudevents-batch+json' : 'cloudevents+json';
    const headers = { 'content-type': `application/${type}`, ...bearer('T1'), ...own };
    const response = await fetch(`${url}/v1/events`, { method: 'POST', headers, body });
    return { response, status: response.status, body: (await response.json()) as Answer };
  };
  const ask = (body: unknown) => post(JSON.stringify(body), { prefer: 'wait=30' });
  const follow = (path = '/v1/tables/main/T1/stream', own: Record<string, string> = {}) =>
    EventStream.open(url + path, { ...bearer('T1'), ...own });

  it('says where Kafka has an event, and with Prefer what the ledger made of it', async () => {
    const first = await post(JSON.stringify(bet('1', 1)));
    expect(first).toMatchObject({
      status: 202,
      body: { events: [{ id: 'T1/1', sequence: '1', outcome: null, repeated: false }] },
    });
    const second = await ask(bet('1', 2));
    expect(second).toMatchObject({ status: 200, body: { events: [{ outcome: 'applied' }] } });
    expect(second.response.headers.get('preference-applied')).toBe('wait=30');
  });

  it('says of a round what becomes of a carried bet of a seat without a base bet', async () => {
    const state = await fetch(`${url}/v1/tables/main/T1`, { headers: bearer('T1') });
    expect(await state.json()).toMatchObject({
      rounds: [{ round: '1', carriedJackpotWithoutBase: 'forfeit' }],
    });
  });

  it('says of a refused bet what the dealer does, and the same when it is sent again', async () => {
    const taken = bet('1', 2);
    const refused = {
      reason: 'seat-taken',
      chip: 'ask',
      say: { en: expect.stringMatching(/^Seat 2: .* give a second stake back/) as string },
    };
    const once = await ask(taken);
    expect(once.body.events).toMatchObject([{ outcome: 'refused', repeated: false, refused }]);
    const again = await ask(taken);
    expect(again.body.events).toMatchObject([{ outcome: 'refused', repeated: true, refused }]);
    const applied = { ...bet('1', 3) };
    await ask(applied);
    expect((await ask(applied)).body.events).toMatchObject([
      { outcome: 'applied', repeated: true, refused: null },
    ]);
  });

  it('takes a batch in its order, or nothing of it', async () => {
    const batch = [bet('2', 1), event('round.dealt', { round: '2' }), bet('2', 2)];
    const { status, body } = await ask(batch);
    expect([status, body.events.map(({ outcome }) => outcome)]).toEqual([
      200,
      ['applied', 'applied', 'refused'],
    ]);
    const before = sequence;
    const wrong = await ask([bet('3', 1), bet('3', 2, 50.5)]);
    expect(wrong).toMatchObject({
      status: 400,
      body: {
        detail: 'Event 2 of 2: stake must be a whole number of minor units, was 50.5.',
      },
    });
    sequence = before;
    const whole = await ask(bet('3', 1));
    expect(whole.body.events).toMatchObject([{ outcome: 'applied', repeated: false }]);
  });

  it('says every refusal of a batch, before that the batch is judged, and the same again', async () => {
    const stream = await follow();
    await stream.find('state');
    const batch = [
      ...Array.from({ length: 10 }, () => bet('2', 2)),
      ...Array.from({ length: 6 }, () => event('table.heartbeat', {})),
    ];
    const before = sequence - batch.length;
    const outcomes = [...Array<string>(10).fill('refused'), ...Array<string>(6).fill('applied')];
    expect((await ask(batch)).body.events.map(({ outcome }) => outcome)).toEqual(outcomes);
    await stream.find('applied', (data) => data['sequence'] === String(sequence));
    expect(stream.events.map(({ event: name }) => name).lastIndexOf('refused')).toBeLessThan(
      stream.events.findIndex(({ event: name }) => name === 'applied'),
    );
    expect(stream.named('refused').map(({ data }) => data['sequence'])).toEqual(
      Array.from({ length: 10 }, (_, n) => String(before + n + 1)),
    );
    stream.close();
    const again = await ask(batch);
    expect(again.body.events.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(again.body.events).toEqual(batch.map(() => expect.objectContaining({ repeated: true })));
    expect((await ask([...batch, bet('2', 3)])).status).toBe(400);
    sequence -= 1;
  });

  it('answers what was refused before as it was, though the table has sent 16 events since', async () => {
    const refused = bet('2', 2);
    await ask(refused);
    const others = Array.from({ length: 15 }, () => event('table.heartbeat', {}));
    const [again] = (await ask([refused, ...others])).body.events;
    expect(again).toMatchObject({ outcome: 'refused', repeated: true });
    const [behind] = (await ask([event('table.heartbeat', {}), refused])).body.events.slice(1);
    expect(behind).toMatchObject({ outcome: 'refused', refused: { reason: 'sequence-behind' } });
  });

  it('answers who offers HTTP/2 with each request, as Java does', async () => {
    const { port } = new URL(url);
    const body = JSON.stringify(event('table.heartbeat', {}));
    const offer = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEA',
    };
    const type = { 'content-type': 'application/cloudevents+json', prefer: 'wait=30' };
    const headers = { ...offer, ...type, ...bearer('T1'), 'content-length': body.length };
    const asked = request({ host: '127.0.0.1', port, path: '/v1/events', method: 'POST', headers });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
  });

  it('refuses a WebSocket of a jackpot that there is not', async () => {
    const { port } = new URL(url);
    const handshake = {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    };
    const headers = { ...handshake, ...bearer('T1') };
    const asked = request({ host: '127.0.0.1', port, path: '/v1/tables/none/T1/ws', headers });
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      asked.emit('response', answer);
    });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(404);
  });

  it('ends as a stream, when it stops, what it has not yet begun to stream', async () => {
    const redis = new URL(stack.env['REDIS_URL'] as string);
    const proxy = new ServerProxy(Number(redis.port));
    redis.host = await proxy.start();
    const own = await stack.startTables(['T1', 'T2'], { REDIS_URL: redis.href });
    const connections = async () => {
      const text = await (await fetch(`${own.url}/metrics`)).text();
      return Number(/^jackpot_tables_connections(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
    };
    proxy.silence();
    let answer: Response | undefined;
    const asked = fetch(`${own.url}/v1/tables/main/T1/stream`, { headers: bearer('T1') });
    void asked.then((response) => (answer = response));
    await until('its state to be read', async () => answer ?? (await connections()) === 1);
    await own.child.stop();
    proxy.stop();
    const { status, headers } = await asked;
    // A read that took too long gets its problem before the stream.
    if (status !== 503) expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
  });

  it('takes nothing where the ledger follows another cluster; nor is any other service ready', async () => {
    const redis = new Redis(stack.env['REDIS_URL'] as string);
    await redis.hset('other:log', { partitions: 12, cluster: 'another' });
    redis.disconnect();
    const child = stack.start('apps/tables', [], {
      ...{ TOPIC_PREFIX: 'other.', TABLES_TOKENS: join(stack.folder, 'tables.tokens') },
    });
    const own = await child.url();
    const said = 'The ledger belongs to the Kafka cluster another, and this is ';
    await until('its line', () => child.output.includes(said));
    const others = ['apps/signs', 'apps/console'].map((app) =>
      stack.start(app, [], { TOPIC_PREFIX: 'other.' }),
    );
    for (const other of others) await until('its line', () => other.output.includes(said));
    for (const each of [child, ...others]) {
      const ready = await fetch(`${await each.url()}/health/ready`);
      expect([ready.status, await ready.text()]).toEqual([503, expect.stringContaining(said)]);
    }
    await Promise.all(others.map((other) => other.stop()));
    const body = JSON.stringify(bet('9', 1));
    sequence -= 1;
    const headers = { 'content-type': 'application/cloudevents+json', ...bearer('T1') };
    await until('the ledger to be read, and the bet refused', async () => {
      const answer = await fetch(`${own}/v1/events`, { method: 'POST', body, headers });
      expect(answer.status).toBe(503);
      return (await answer.text()).includes(said);
    });
    await child.stop();
  });

  it('is not ready, and says so once, until it has reached Kafka', async () => {
    const portOf = (address: string) => Number(address.split(':').at(-1));
    const proxy = () => new ServerProxy(portOf(stack.env['KAFKA_BROKERS'] as string));
    const before = proxy();
    const address = await before.start();
    before.stop();
    const child = stack.start('apps/tables', [], {
      ...{ KAFKA_BROKERS: address, TABLES_TOKENS: join(stack.folder, 'tables.tokens') },
    });
    const own = await child.url();
    const ready = async () => {
      const response = await fetch(`${own}/health/ready`);
      const { details } = (await response.json()) as { details?: Record<string, unknown> };
      return { status: response.status, details };
    };
    await until('the ledger to be read', async () => {
      const { details } = await ready();
      return (details?.['redis'] as { status?: string })?.status === 'up';
    });
    expect(await ready()).toMatchObject({
      status: 503,
      details: { kafka: { status: 'down', detail: expect.stringContaining('KAFKA_BROKERS') } },
    });
    await until('its line', () => child.output.includes('"event":"kafka-waits"'));
    const after = proxy();
    await after.start(portOf(address));
    await until('to be ready', async () => (await ready()).status === 200);
    expect(child.output.split('"event":"kafka-waits"')).toHaveLength(2);
    await child.stop();
    after.stop();
  });

  it('ends the oldest stream of a table that opens more than 8', async () => {
    // No other test opens one for this table; it would count until its end is noticed.
    const open = () => follow('/v1/tables/main/T2/stream', bearer('T2'));
    const oldest = await open();
    const others = [];
    for (let count = 0; count < 8; count += 1) others.push(await open());
    await until('the oldest to end', () => oldest.isOver);
    await Promise.all(others.map((stream) => stream.find('pulse')));
    for (const stream of others) stream.close();
  });

  it.each<[string, (own: ReturnType<typeof bet>) => object, number, RegExp]>([
    ['another table', (own) => ({ ...own, source: 'T2' }), 403, /source is T2, and this token is/],
    ['an operator', (own) => ({ ...own, type: 'jackpot.suspended' }), 403, /is a command of an op/],
    ['nobody', (own) => ({ ...own, type: 'bet.placd' }), 400, /no event type bet\.placd/],
  ])('refuses before the log what is of %s', async (_, spoil, status, detail) => {
    const own = bet('4', 1);
    sequence -= 1;
    const answer = await ask(spoil(own));
    expect(answer).toMatchObject({
      status,
      body: { detail: expect.stringMatching(detail) as string },
    });
  });

  it('lets a token open its own table alone', async () => {
    const statusOf = async (path: string, headers: Record<string, string>) =>
      (await fetch(url + path, { headers })).status;
    expect(await statusOf('/v1/tables/main/T1', bearer('T2'))).toBe(403);
    expect(await statusOf('/v1/tables/main/T1/stream', bearer('T2'))).toBe(403);
    expect(await statusOf('/v1/tables/main/T1', {})).toBe(401);
    expect(await statusOf(`/v1/tables/main/T1?token=${tokenOfTable('T1')}`, {})).toBe(401);
    expect(await statusOf('/v1/tables/none/T1', bearer('T1'))).toBe(404);
    expect((await follow('/v1/tables/none/T1/stream')).status).toBe(404);
    expect((await post(JSON.stringify(bet('4', 1)), bearer('T3'))).status).toBe(401);
    sequence -= 1;
  });

  it('streams what happens at the table, and what was missed to who comes back', async () => {
    const stream = await follow();
    const state = await stream.find('state');
    expect(state).toMatchObject({ table: 'T1', sequence: String(sequence), suspended: null });
    await ask(bet('5', 1));
    await stream.find('applied', (data) => data['sequence'] === String(sequence));
    await ask(bet('5', 1));
    expect(await stream.find('refused')).toMatchObject({
      ...{ sequence: String(sequence), reason: 'seat-taken', seat: 1, chip: 'ask' },
    });
    await ask(event('round.voided', { round: '5', reason: 'shuffler-fault' }));
    expect(await stream.find('carried')).toMatchObject({ carried: [{ seat: 1, stake: 5_000 }] });
    await stream.find('pool');
    await stream.find('pulse', ({ fault }) => fault === null);
    stream.close();
    const last = String(sequence - 2);
    const back = await follow('/v1/tables/main/T1/stream', { 'last-event-id': last });
    expect(await back.find('refused')).toMatchObject({ sequence: String(sequence - 1) });
    back.close();
    const heard = await follow('/v1/tables/main/T1/stream', { 'last-event-id': String(sequence) });
    await heard.find('pulse');
    expect(heard.named('refused')).toEqual([]);
    heard.close();
  });

  it('says that a deal has left out a seat with a carried bet, and takes it in no more', async () => {
    const stream = await follow();
    await stream.find('state', ({ carried }) => (carried as unknown[]).length > 0);
    await ask(event('round.dealt', { round: '6', seats: [2, 3] }));
    expect(await stream.find('left-out')).toMatchObject({
      ...{ round: '6', seats: [1], chip: 'none' },
      say: { en: expect.stringMatching(/^Seat 1: .* supervisor now\. .* lost/) as string },
    });
    const deal = await ask(event('round.dealt', { round: '6', seats: [1, 2, 3] }));
    expect(deal.body.events).toMatchObject([{ refused: { reason: 'seats-disagree' } }]);
    stream.close();
  });

  it('says that bets are refused, that a win waits, and what people do with it', async () => {
    const stream = await follow();
    await stream.find('state');
    await stack.cli('suspend', 'main', '--reason', 'a card is missing', '--yes');
    expect(await stream.find('suspended')).toMatchObject({ reason: 'a card is missing' });
    const { body } = await ask(bet('6', 4));
    expect(body.events).toMatchObject([
      { outcome: 'refused', refused: { reason: 'jackpot-suspended' } },
    ]);
    await stack.cli('resume', 'main', '--reason', 'found', '--yes');
    await stream.find('resumed');
    await stack.cli('block-table', 'main', 'T1', '--reason', 'a test', '--yes');
    await stream.find('blocked');
    await stack.cli('unblock-table', 'main', 'T1', '--reason', 'over', '--yes');
    await stream.find('unblocked');
    await ask([bet('7', 2), event('round.dealt', { round: '7' })]);
    await ask(event('round.settled', { round: '7', wins: [{ seat: 2, hand: 'royal-flush' }] }));
    const locked = await stream.find('claim');
    expect(locked).toMatchObject({ table: 'T1', states: [{ seat: 2, state: 'locked' }] });
    const id = String(locked['id']);
    await stack.cli('reverse', id, '--cause', 'misread', '--reason', 'no', '--yes');
    const isReversed = ({ states }: Record<string, unknown>) =>
      (states as { state: string }[]).every(({ state }) => state === 'reversed');
    await stream.find('claim', isReversed);
    stream.close();
  });
});

interface Answer {
  readonly detail: string;
  readonly events: readonly { readonly outcome: string | null }[];
}
