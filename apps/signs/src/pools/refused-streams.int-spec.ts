/**
 * Jest would take the wrong half of ws for @fastify/websocket, which requires it.
 * @jest-environment-options {"customExportConditions": ["source", "node", "require"]}
 */
import { PulseBoard } from '#engine';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import fastify, { type FastifyInstance } from 'fastify';
import { ServiceMetrics, StreamLimits } from '#service';
import { until } from '#testing/until';
import { Access } from '../access/access.js';
import { SignMetrics } from '../metrics.js';
import { OpenStreams } from './open-streams.js';
import { PoolBoard } from './pool-board.js';
import { PoolStreams } from './pool-streams.js';

let server: FastifyInstance;

beforeEach(async () => {
  server = fastify({ forceCloseConnections: true });
  const adapterHost = { httpAdapter: { getInstance: () => server } } as unknown as HttpAdapterHost;
  const board = new PoolBoard(new PulseBoard(), 0);
  board.filled();
  const metrics = new SignMetrics(new ServiceMetrics('signs'));
  const limits = new StreamLimits(2, 2);
  const parts = [board, metrics, limits, new OpenStreams(), new Access(undefined, [])] as const;
  await new PoolStreams(adapterHost, ...parts).onModuleInit();
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => server.close());

test('streams that are refused count no more, and leave nothing at the connection they came by', async () => {
  let accepted: Socket | undefined;
  server.server.on('connection', (socket) => (accepted = socket));
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  client.on('data', (data) => (text += data));
  const statuses = () => [...text.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => status);
  for (let asked = 1; asked <= 12; asked += 1) {
    client.write('GET /v1/pools/stream?jackpot=nosuch HTTP/1.1\r\nHost: x\r\n\r\n');
    await until('an answer', () => statuses().length === asked);
  }
  expect(new Set(statuses())).toEqual(new Set(['404']));
  expect(accepted?.listenerCount('close')).toBeLessThan(10);
  client.destroy();
});

test('the path of the WebSocket says without an upgrade what to ask for', async () => {
  const answer = await server.inject({ method: 'GET', url: '/v1/pools/ws' });
  expect(answer.json()).toMatchObject({
    statusCode: 404,
    message: 'This path is a WebSocket: ask for an upgrade.',
  });
});
