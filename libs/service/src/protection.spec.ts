/**
 * Jest would take the wrong half of helmet for @fastify/helmet, which requires it.
 * @jest-environment-options {"customExportConditions": ["source", "node", "require"]}
 */
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { ProblemFilter } from './problem.filter.js';
import { protect, serverOptions } from './protection.js';

@Module({})
class Empty {}

let app: NestFastifyApplication;
const failures: object[] = [];

beforeAll(async () => {
  const adapter = new FastifyAdapter(serverOptions);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.addHook('onRequest', async ({ url, raw }) => {
    if (url === '/gone') raw.socket.destroy();
  });
  // One request a second in the mean of ten.
  await protect(fastify, 1);
  app = await NestFactory.create<NestFastifyApplication>(Empty, adapter, { logger: false });
  app.useGlobalFilters(new ProblemFilter({ error: (fault: object) => failures.push(fault) }));
  await app.init();
}, 20_000);
afterAll(() => app.close());

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

test('health and metrics are never refused', async () => {
  for (const url of ['/health/live', '/health/ready', '/metrics']) {
    for (let count = 0; count < 12; count += 1) {
      expect((await ask(url, '10.0.0.3')).statusCode).toBe(404);
    }
  }
});

test('a client that leaves before its answer is not a fault of the service', async () => {
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  await expect(fetch(`${url}/gone`)).rejects.toThrow();
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  expect(failures).toEqual([]);
});
