import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { homePartition, topicName } from '#contract';
import type { Child } from '#testing/child';
import { EventStream } from '#testing/event-stream';
import { jackpot } from '#testing/jackpot';
import { TestStack, tokenOfTable } from '#testing/test-stack';
import { until } from '#testing/until';

/** The effect of a broken or malicious table controller on the others (contract 9.7). */
describe('the table gateway in a crowd', () => {
  const stack = new TestStack();
  let ledger: { child: Child; url: string };
  let gateway: { child: Child; url: string };
  let port: number;
  const sockets: Socket[] = [];

  beforeAll(async () => {
    ledger = await stack.startJackpot();
    await stack.configure(ledger.url, jackpot('main'));
    gateway = await stack.startTables(['T1', 'T2', 'T3']);
    port = Number(new URL(gateway.url).port);
  });
  afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
  afterAll(() => stack.close());

  const open = (request = '') => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    if (request !== '') socket.write(request);
    return socket;
  };
  const headOf = (table: string, line: string, ...more: string[]) =>
    [line, 'host: x', `authorization: Bearer ${tokenOfTable(table)}`, ...more, '', ''].join('\r\n');
  const eventOf = (table: string, sequence: number, own: object = {}) =>
    JSON.stringify({
      ...{ specversion: '1.0', type: 'table.heartbeat', id: `${table}/${sequence}`, data: {} },
      ...{ source: table, subject: 'main', sequence: String(sequence), ...own },
    });
  const postOf = (table: string, length: number) =>
    headOf(
      table,
      'POST /v1/events HTTP/1.1',
      'content-type: application/cloudevents+json',
      'prefer: wait=30',
      `content-length: ${length}`,
    );
  const statusOf = async (table: string, body: string) => {
    const [answer] = (await once(open(postOf(table, body.length) + body), 'data')) as [Buffer];
    return answer.toString('latin1').slice(9, 12);
  };
  const connections = async () => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return Number(/^jackpot_tables_connections(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
  };

  it('forgets a stream whose client has left before it had its state', async () => {
    const request = headOf('T1', 'GET /v1/tables/main/T1/stream HTTP/1.1');
    // Redis is asked between the request and the state: with this many requests, some end just
    // then.
    for (let round = 0; round < 100; round += 1) {
      const some = Array.from({ length: 8 }, () => open(request));
      await Promise.all(some.map((socket) => once(socket, 'connect')));
      await fetch(`${gateway.url}/health/live`);
      for (const socket of some) socket.resetAndDestroy();
    }
    await until('no stream to be open', async () => (await connections()) === 0);
  });

  it('has 8 streams of a table, however many come at once and do not answer a close', async () => {
    const answers = ['stream', 'ws'].flatMap((kind) => {
      const upgrade = ['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'];
      const more = kind === 'ws' ? [...upgrade, 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='] : [];
      const request = headOf('T1', `GET /v1/tables/main/T1/${kind} HTTP/1.1`, ...more);
      return Array.from({ length: 40 }, () => {
        const socket = open(request);
        return Promise.race([once(socket, 'data'), once(socket, 'close')]);
      });
    });
    await Promise.all(answers);
    await until('8 to be left', async () => (await connections()) === 8);
  });

  it('reads at most four bodies of a table at once', async () => {
    let refused = 0;
    for (let each = 0; each < 8; each += 1) {
      const socket = open(`${postOf('T2', 1_000)}{`);
      socket.on('data', (answer) => (refused += answer.includes('HTTP/1.1 429') ? 1 : 0));
    }
    await until('four to be refused', () => refused === 4);
    expect(await statusOf('T1', eventOf('T1', 1))).toBe('200');
    for (const socket of sockets) socket.destroy();
    await until('room', async () => (await statusOf('T2', eventOf('T2', 1))) === '200');
  });

  it('counts a request until its event is judged, though its client has left', async () => {
    ledger.child.signal('SIGSTOP');
    const bodies = [1, 2, 3, 4].map((each) => eventOf('T3', each));
    for (const body of bodies) open(postOf('T3', body.length) + body);
    const isFull = async () => (await statusOf('T3', '{')) === '429';
    await until('four to wait', isFull);
    for (const socket of sockets) socket.destroy();
    expect(await isFull()).toBe(true);
    ledger.child.signal('SIGCONT');
    await until('room', async () => (await statusOf('T3', eventOf('T3', 5))) === '200');
  });

  it('says to a table what became of its event, however much another has refused', async () => {
    const bet = (round: string) => ({
      ...{ type: 'bet.placed' },
      data: { round, seat: 1, stake: 5_000, baseBets: ['ante'] },
    });
    expect(await statusOf('T1', eventOf('T1', 999, bet('1')))).toBe('200');
    const stream = await EventStream.open(`${gateway.url}/v1/tables/main/T1/stream`, {
      authorization: `Bearer ${tokenOfTable('T1')}`,
    });
    await stream.find('state');
    ledger.child.signal('SIGSTOP');
    const data = { round: '1', reason: 'shuffler-fault' };
    const refused = Array.from({ length: 300 }, (_, each) => ({
      ...{ topic: topicName(stack.prefix, 'events'), key: 'main' },
      ...{ partition: homePartition('main', 12) },
      value: eventOf('T2', 1_000 + each, { type: 'round.voided', data }),
    }));
    await stack.send(refused);
    ledger.child.signal('SIGCONT');
    expect(await statusOf('T1', eventOf('T1', 1_000, bet('2')))).toBe('200');
    await stream.find('applied', ({ sequence }) => sequence === '1000');
    expect(stream.named('state')).toHaveLength(1);
    stream.close();
  });

  it('takes the bets of a table while another one behind its address asks too often', async () => {
    const asked = headOf('T2', 'GET /v1/tables/main/T2 HTTP/1.1').repeat(100);
    let refused = 0;
    for (let each = 0; each < 25; each += 1) {
      open(asked).on('data', (answer) => (refused += answer.includes('HTTP/1.1 429') ? 1 : 0));
    }
    await until('it to be refused', () => refused > 0);
    expect(await statusOf('T1', eventOf('T1', 1_001))).toBe('200');
  });

  it('lets the connections of a whole floor wait while it is busy', async () => {
    gateway.child.signal('SIGSTOP');
    // More connections than Node would let wait.
    let connected = 0;
    for (let each = 0; each < 700; each += 1) open().on('connect', () => (connected += 1));
    await until('all to be connected', () => connected === 700);
    gateway.child.signal('SIGCONT');
  });
});
