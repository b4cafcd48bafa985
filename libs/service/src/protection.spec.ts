/**
 * Jest would take the wrong half of helmet for @fastify/helmet, which requires it.
 * @jest-environment-options {"customExportConditions": ["source", "node", "require"]}
 */
import { jest } from '@jest/globals';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import {
  Controller,
  Module,
  NotFoundException,
  ServiceUnavailableException,
  Post,
  type OnModuleInit,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { ProblemFilter } from './problem.filter.js';
import { nestOptions, protect, serverOptions } from './protection.js';

@Controller('things')
class Things {
  @Post()
  take(): void {}
}

/** The adapter's routes are made before Nest sets its error handler. */
@Module({ controllers: [Things] })
class Some implements OnModuleInit {
  async onModuleInit(): Promise<void> {
    await adapter.getInstance().register(async (scope: FastifyInstance) => {
      scope.get('/health/partitions', () => 'well');
      scope.get('/file', (_, reply) => {
        const bytes = 60 * 1024 * 1024;
        return reply.header('content-length', bytes).send(Readable.from([Buffer.alloc(bytes)]));
      });
      scope.get('/large', () => 'x'.repeat(60 * 1024 * 1024));
      scope.get('/unready', () => Promise.reject(unready));
      scope.get('/stream', () => Promise.reject(new NotFoundException('There is no stream.')));
    });
  }
}

/** The exception that terminus throws. */
const unready = new ServiceUnavailableException({
  status: 'error',
  info: {},
  error: {
    redis: { status: 'down', detail: 'Redis does not answer.' },
    start: { status: 'down', detail: 'The log is joining.' },
  },
  details: {},
});

const adapter = new FastifyAdapter(serverOptions);
let app: NestFastifyApplication;
const failures: object[] = [];

/** The clock of the limits is fixed during a test, however slow the machine is. */
let nowMs = Date.UTC(2026, 10, 26);
beforeEach(() => void (nowMs += 60_000));

beforeAll(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.addHook('onRequest', async ({ url, raw }) => {
    if (url === '/gone') raw.socket.destroy();
  });
  // One request a second, averaged over ten seconds.
  await protect(fastify, { requestsPerSecond: 1, bytesPerSecond: 4 * 1024 * 1024 });
  app = await NestFactory.create<NestFastifyApplication>(Some, adapter, {
    ...nestOptions,
    logger: false,
  });
  app.useGlobalFilters(new ProblemFilter({ error: (fault: object) => failures.push(fault) }));
  await app.init();
});
afterAll(async () => {
  jest.restoreAllMocks();
  await app.close();
});

const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });

test('an address that asks too often gets 429 with Retry-After, as a problem; others do not', async () => {
  for (let count = 0; count < 10; count += 1) {
    expect((await ask('/nothing', '10.0.0.1')).statusCode).toBe(404);
  }
  const refused = await ask('/nothing', '10.0.0.1');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(refused.json()).toMatchObject({ title: 'Too Many Requests', status: 429 });
  expect((await ask('/nothing', '10.0.0.2')).statusCode).toBe(404);
});

test('an address that asks for too much at once gets 429, however few its requests are', async () => {
  for (const [url, address] of [
    ['/large', '10.0.0.4'],
    ['/file', '10.0.0.8'],
  ] as const) {
    expect((await ask(url, address)).statusCode).toBe(200);
    const refused = await ask('/nothing', address);
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('/health/partitions', address)).statusCode).toBe(200);
  }
  expect((await ask('/nothing', '10.0.0.5')).statusCode).toBe(404);
});

test('health and metrics are never refused', async () => {
  for (const url of ['/health/live', '/health/ready', '/metrics']) {
    for (let count = 0; count < 12; count += 1) {
      expect((await ask(url, '10.0.0.3')).statusCode).toBe(404);
    }
  }
});

test('a check of health that is down says in its detail what is missing', async () => {
  expect((await ask('/unready', '10.0.0.6')).json()).toMatchObject({
    status: 503,
    detail: 'Redis does not answer. The log is joining.',
  });
});

test('a client that leaves before its answer is not a fault of the service', async () => {
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  await expect(fetch(`${url}/gone`)).rejects.toThrow();
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  expect(failures).toEqual([]);
});

test('who does not read an answer within ten seconds is disconnected', async () => {
  const server = adapter.getHttpServer() as Server;
  const ended = new Promise((resolve) => {
    server.once('connection', (socket: Socket) => socket.once('close', resolve));
  });
  const socket = connect(Number(new URL(await app.getUrl()).port), '127.0.0.1');
  const began = process.hrtime.bigint();
  socket.pause().write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  await ended;
  expect(process.hrtime.bigint() - began).toBeGreaterThan(9_000_000_000n);
  socket.destroy();
});

test.each([
  ['{"a', 'application/json', 400, 'The body is not JSON.'],
  [`"${'x'.repeat(1_100)}"`, 'application/json', 413, 'The body is over 1 KiB.'],
  ['<a/>', 'application/xml', 415, 'This path does not take this content-type.'],
  ['{}', 'text/plain', 415, 'This path does not take this content-type.'],
  ['a=1', 'application/x-www-form-urlencoded', 415, 'This path does not take this content-type.'],
])(
  'a body that no handler sees is answered with a problem: %#',
  async (payload, type, status, detail) => {
    const headers = { 'content-type': type };
    const request = { url: '/things', method: 'POST', payload, headers, remoteAddress: '10.0.1.1' };
    const refused = await app.inject(request as never);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.json()).toMatchObject({ status, detail, instance: '/things' });
  },
);

test('a route that was made before Nest’s handler of errors answers with a problem too', async () => {
  const refused = await ask('/stream', '10.0.1.2');
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(refused.json()).toMatchObject({ status: 404, detail: 'There is no stream.' });
});

test('another method than there is gets 405 with Allow, also where monitoring asks', async () => {
  const url = '/health/partitions';
  const refused = await app.inject({ url, method: 'POST', remoteAddress: '10.0.1.4' });
  expect([refused.statusCode, refused.headers['allow']]).toEqual([405, 'GET, HEAD']);
  expect(refused.json()).toMatchObject({ status: 405, instance: url });
});

test('a request of HTTP/1.1 that names no host gets a problem', async () => {
  const socket = connect(Number(new URL(await app.getUrl()).port), '127.0.0.1');
  socket.write('GET /things HTTP/1.1\r\nConnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  expect(text).toMatch(/^HTTP\/1.1 400 /);
  expect(text).toContain('"detail":"The request names no host."');
});

test('429 of a route that there is is a problem', async () => {
  const post = () => app.inject({ url: '/things', method: 'POST', remoteAddress: '10.0.1.3' });
  for (let count = 0; count < 10; count += 1) await post();
  const refused = await post();
  expect(refused.headers['content-type']).toContain('application/problem+json');
  expect(refused.statusCode).toBe(429);
});
