import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jackpot } from '#testing/jackpot';
import type { Child } from '#testing/child';
import { TestStack } from '#testing/test-stack';
import { until } from '#testing/until';
import { Table } from '../support/table.js';

/** The recipe for LED controllers (deploy/signs/led-poller.py), tested down to the datagram. */

const width = 16;

/** An LED controller: keeps the texts that it gets, without direct repeats. */
class Controller {
  readonly seen: { text: string; at: number }[] = [];
  private readonly programs: ChildProcess[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('message', (bytes) => {
      const text = bytes.toString('latin1');
      if (this.text !== text) this.seen.push({ text, at: performance.now() });
    });
  }

  static async open(): Promise<Controller> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Controller(socket);
  }

  /** The text that it shows now. */
  get text(): string | undefined {
    return this.seen.at(-1)?.text;
  }

  follow(gateway: string, id: string): void {
    const address = `127.0.0.1:${this.socket.address().port}`;
    const args = ['deploy/signs/led-poller.py', gateway, id, address];
    this.programs.push(spawn('python3', args, { stdio: 'ignore' }));
  }

  async shows(text: string, limitMs = 60_000): Promise<void> {
    const wanted = text.padEnd(width);
    await until(`${text}, after ${this.text}`, () => this.text === wanted, limitMs);
  }

  /** The texts that it has shown since then, in order. */
  since(at: number): string[] {
    return this.seen.filter((each) => each.at > at).map(({ text }) => text.trimEnd());
  }

  async close(): Promise<void> {
    for (const program of this.programs) {
      program.kill('SIGKILL');
      await once(program, 'exit');
    }
    this.socket.close();
  }
}

describe('the poller for LED controllers, at a real gateway', () => {
  let stack: TestStack;
  let ledger: Child;
  let gateway: Child;
  let controller: Controller;
  let table: Table;

  beforeAll(async () => {
    stack = new TestStack();
    const { child, url } = await stack.startJackpot();
    ledger = child;
    await stack.configure(url, jackpot('main'));
    const signs = await stack.startSigns();
    gateway = signs.child;
    table = new Table(stack.prefix, 'main', 'T1');
    controller = await Controller.open();
    controller.follow(signs.url, 'main');
  });
  afterAll(async () => {
    await controller.close();
    await stack.close();
  });

  it('shows the amount in 16 characters, and the next one after a bet', async () => {
    await controller.shows('MOP 10,000.00', 30_000);
    await stack.send([table.bet('1', 1)]);
    await controller.shows('MOP 10,035.00');
    expect(controller.seen.every(({ text }) => /^[ -~]{16}$/.test(text))).toBe(true);
  });

  it.each([
    ['the ledger', () => ledger, 'NOT CONFIRMED'],
    ['the gateway', () => gateway, 'NO CONNECTION'],
  ])('marks an amount that is late, and shows none after 10 s without %s', async (_, of, text) => {
    await controller.shows('MOP 10,035.00');
    const stoppedAt = performance.now();
    of().signal('SIGSTOP');
    await controller.shows('*MOP 10,035.00');
    const lateAt = performance.now();
    await controller.shows(text);
    const faultAt = performance.now();
    of().signal('SIGCONT');
    // Due 3 s and 10 s after the last answer, plus some time on a busy machine.
    expect((lateAt - stoppedAt) / 1_000).toBeLessThan(20);
    expect((faultAt - stoppedAt) / 1_000).toBeLessThan(40);
    expect(controller.since(stoppedAt)).toEqual(['*MOP 10,035.00', text]);
    await controller.shows('MOP 10,035.00');
  });

  it('says in turn with the amount that no bets are taken', async () => {
    await stack.cli('suspend', 'main', '--reason', 'a test', '--yes');
    await controller.shows('NO JACKPOT BETS');
    await controller.shows('MOP 10,035.00');
    await controller.shows('NO JACKPOT BETS');
  });
});

describe('the poller for LED controllers', () => {
  let server: Server;
  let controller: Controller;
  let pool: object;
  let tags: (string | undefined)[];
  let refusal: number | undefined;

  beforeEach(async () => {
    tags = [];
    refusal = undefined;
    server = createServer((request, response) => {
      if (refusal !== undefined) return void response.writeHead(refusal).end('{}');
      const known = request.headers['if-none-match'];
      const etag = `"${Buffer.from(JSON.stringify(pool)).toString('base64')}"`;
      tags.push(known);
      response.setHeader('etag', etag);
      response.setHeader('as-of', new Date().toISOString());
      if (known === etag) return void response.writeHead(304).end();
      const shown = { ...pool, asOf: new Date().toISOString(), ageMs: 0 };
      response.end(JSON.stringify({ pools: [shown] }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    controller = await Controller.open();
  });
  afterEach(async () => {
    await controller.close();
    server.close();
    server.closeAllConnections();
  });

  const say = (text: string, version = 1, state = 'running', fault: string | null = null) =>
    (pool = { text, version, state, fault });
  const follow = () =>
    controller.follow(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'main');

  it.each([
    ['MOP 9,999,999.99', 'MOP 9,999,999.99'],
    ['MOP 10,000,000.99', 'MOP 10,000,000'],
    ['MOP 9,876,543,210.99', '9,876,543,210'],
    ['JPY 123,456,789', 'JPY 123,456,789'],
    ['MOP 9,876,543,210,123,456.00', 'AMOUNT TOO LONG'],
  ])('shows %s as %s, never rounded up and never cut in its digits', async (text, shown) => {
    say(text);
    follow();
    await controller.shows(shown);
  });

  it('never shows the older value of a gateway that is behind', async () => {
    say('MOP 20.00', 20);
    follow();
    await controller.shows('MOP 20.00');
    say('MOP 10.00', 10);
    await controller.shows('*MOP 20.00');
    expect(controller.seen.map(({ text }) => text.trimEnd())).not.toContain('MOP 10.00');
  });

  it('shows no amount of a halted pool, at once', async () => {
    say('MOP 20.00');
    follow();
    await controller.shows('MOP 20.00');
    say('MOP 20.00', 1, 'fault', 'halted');
    await controller.shows('BEING CHECKED');
    expect(controller.seen.map(({ text }) => text.trimEnd())).not.toContain('*MOP 20.00');
  });

  it.each([
    [401, 'NOT ALLOWED'],
    [404, 'NO SUCH POOL'],
  ])('says of %d that it is no matter of the network: %s', async (status, text) => {
    refusal = status;
    follow();
    await controller.shows(text);
    refusal = undefined;
    say('MOP 20.00');
    await controller.shows('MOP 20.00');
    expect(controller.since(0)).toEqual(['CONNECTING', text, 'MOP 20.00']);
  });

  it('asks with the tag that it knows, and stays right while nothing changes', async () => {
    say('MOP 20.00');
    follow();
    await controller.shows('MOP 20.00');
    await until('twelve questions', () => tags.length >= 12);
    expect(tags.slice(1).every((tag) => tag !== undefined)).toBe(true);
    expect(controller.text?.trimEnd()).toBe('MOP 20.00');
    expect(controller.seen).toHaveLength(2);
  });
});
