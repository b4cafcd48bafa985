/**
 * Jest would take the wrong half of ws for @fastify/websocket, which requires it.
 * @jest-environment-options {"customExportConditions": ["source", "node", "require"]}
 */
import { PulseBoard } from '#engine';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import type { HttpAdapterHost } from '@nestjs/core';
import fastify, { type FastifyInstance } from 'fastify';
import type * as Ws from 'ws';
import { ServiceMetrics, readTokenFile, Tokens, StreamLimits } from '#service';
import { silent } from '#testing/test-stack';
import { until } from '#testing/until';
import { SignMetrics } from '../metrics.js';
import { OpenStreams } from '../pools/open-streams.js';
import { PoolBoard } from '../pools/pool-board.js';
import { PoolStreams } from '../pools/pool-streams.js';
import { protect } from '../../../../libs/service/src/protection.js';
import { frameText } from '../testing/frames.js';
import { Access } from './access.js';
import { openToOrigins, type Origins } from './origins.js';

const { WebSocket } = createRequire(import.meta.url)('ws') as typeof Ws;

const token = 'lobby-0123456789abcdef';
const line = (name: string, text: string): string =>
  `${name} ${createHash('sha256').update(text).digest('hex')}\n`;
const folder = mkdtempSync(join(tmpdir(), 'access-'));
const path = join(folder, 'tokens');

let server: FastifyInstance;
let tokens: Tokens | undefined;
let streams: OpenStreams;
let url: string;

afterEach(async () => {
  jest.restoreAllMocks();
  tokens?.onApplicationShutdown();
  tokens = undefined;
  await server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function listen(
  origins: Origins,
  hasTokens = false,
  requestsPerSecond = 2_000,
): Promise<void> {
  const own = fastify({ forceCloseConnections: true });
  server = own;
  await protect(server, { requestsPerSecond }, (opened) => openToOrigins(opened, origins));
  if (hasTokens) {
    writeFileSync(path, line('lobby', token) + line('bar', `bar-${token}`));
    tokens = new Tokens(readTokenFile('SIGNS_TOKENS', path), silent, 10);
  }
  const access = new Access(tokens, origins);
  await access.open(server);
  streams = new OpenStreams();
  const board = new PoolBoard(new PulseBoard(), 0);
  board.post(frameText({}));
  const adapterHost = { httpAdapter: { getInstance: () => own } } as unknown as HttpAdapterHost;
  const metrics = new SignMetrics(new ServiceMetrics('signs'));
  const limits = new StreamLimits();
  await new PoolStreams(adapterHost, board, metrics, limits, streams, access).onModuleInit();
  server.get('/v1/pools', async () => ({ pools: 'x'.repeat(2_000) }));
  server.get('/signs/:jackpot', async () => 'the page');
  server.get('/signs/:jackpot/about', async () => ({}));
  await server.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

const countStreams = (): number => streams.count(['main']).get('main') as number;

/** Returns the head of an answer; the stream after it is closed. */
async function head(where: string, headers: Record<string, string> = {}, method = 'GET') {
  const abort = new AbortController();
  const { status, headers: got } = await fetch(url + where, {
    method,
    headers,
    signal: abort.signal,
  });
  abort.abort();
  return { status, get: (name: string) => got.get(name) };
}

/** Returns the result of a WebSocket: 101, or the status that refused it. */
async function upgrade(where: string, options: Ws.ClientOptions = {}) {
  const socket = new WebSocket(url.replace('http', 'ws') + where, options);
  const status = await new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_, response) => {
      // The gateway closes the connection; this client keeps it for as long as it can.
      response.resume();
      response.socket.once('close', () => resolve(response.statusCode ?? 0));
    });
  });
  return { status, socket };
}

const anywhere = ['/v1/pools', '/v1/pools/stream'];
const page = 'https://signs.example';

describe('without origins', () => {
  test.each(anywhere)('%s has no header that lets a page of another origin read', async (where) => {
    await listen([]);
    const { status, get } = await head(where, { origin: page });
    expect([status, get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('a WebSocket of any page opens, as long as there are no tokens', async () => {
    await listen([]);
    const { status, socket } = await upgrade('/v1/pools/ws', { origin: page });
    expect(status).toBe(101);
    socket.terminate();
  });
});

describe('with origins', () => {
  test.each(anywhere)(
    '%s may be read by a page of a listed origin and by no other',
    async (where) => {
      await listen(['https://other.example', page]);
      const { get } = await head(where, { origin: page });
      expect(get('access-control-allow-origin')).toBe(page);
      expect(get('vary')).toMatch(/\borigin\b/i);
      expect(get('access-control-expose-headers')).toContain('as-of');
      const other = await head(where, { origin: 'https://wrong.example' });
      expect(other.get('access-control-allow-origin')).toBeNull();
    },
  );

  test.each(anywhere)('%s may be read by every page with *', async (where) => {
    await listen('*');
    expect((await head(where, { origin: page })).get('access-control-allow-origin')).toBe('*');
  });

  test('a preflight is answered, also where tokens are needed', async () => {
    await listen([page], true);
    const asked = {
      origin: page,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    };
    const { status, get } = await head('/v1/pools', asked, 'OPTIONS');
    expect([status, get('access-control-allow-origin')]).toEqual([204, page]);
    expect(get('access-control-allow-headers')).toContain('authorization');
    expect(get('access-control-allow-methods')).toContain('GET');
  });

  test('a page may read that there were too many requests, and that a method is not there', async () => {
    // Stops the limit's clock, however slow the machine.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    await listen([page], false, 1);
    const wrong = await head('/v1/pools', { origin: page }, 'DELETE');
    expect([wrong.status, wrong.get('access-control-allow-origin')]).toEqual([405, page]);
    for (let count = 1; count < 10; count += 1) await head('/v1/pools');
    const refused = await head('/v1/pools', { origin: page });
    expect([refused.status, refused.get('access-control-allow-origin')]).toEqual([429, page]);
    expect(refused.get('access-control-expose-headers')).toContain('retry-after');
    const asked = { origin: page, 'access-control-request-method': 'GET' };
    expect((await head('/v1/pools', asked, 'OPTIONS')).status).toBe(204);
  });

  test('a WebSocket opens for listed pages, for the gateway’s own and for what is no browser', async () => {
    await listen([page]);
    for (const origin of [page, url, undefined]) {
      const { status, socket } = await upgrade('/v1/pools/ws', origin ? { origin } : {});
      expect([origin, status]).toEqual([origin, 101]);
      socket.terminate();
    }
    for (const origin of ['https://wrong.example', 'null', `${page}.wrong.example`]) {
      expect([origin, (await upgrade('/v1/pools/ws', { origin })).status]).toEqual([origin, 403]);
    }
  });
});

describe('with tokens', () => {
  const needing = ['/v1/pools', '/v1/pools/stream', '/signs/main/about'];

  test.each(needing)(
    '%s is 401 without a token and with a wrong one, and says why',
    async (where) => {
      await listen([page], true);
      const without = await head(where, { origin: page });
      expect([without.status, without.get('www-authenticate')]).toEqual([
        401,
        'Bearer realm="signs"',
      ]);
      // A page may read the reason of a refusal.
      expect(without.get('access-control-allow-origin')).toBe(page);
      for (const wrong of ['wrong-0123456789abcdef', token.slice(1), `${token}x`]) {
        const answer = await head(where, { authorization: `Bearer ${wrong}` });
        expect([answer.status, answer.get('www-authenticate')]).toEqual([
          401,
          'Bearer realm="signs", error="invalid_token"',
        ]);
        expect((await head(`${where}?token=${wrong}`)).status).toBe(401);
      }
    },
  );

  test.each(needing)('%s opens by the header and by the address', async (where) => {
    await listen([], true);
    expect((await head(where, { authorization: `bearer ${token}` })).status).toBe(200);
    expect((await head(`${where}?jackpot=main&token=${token}`)).status).toBe(200);
  });

  test('a WebSocket opens with a token, and with tokens for the pages of listed origins alone', async () => {
    await listen([], true);
    expect((await upgrade('/v1/pools/ws')).status).toBe(401);
    expect((await upgrade(`/v1/pools/ws?token=${token}`, { origin: page })).status).toBe(403);
    const { status, socket } = await upgrade(`/v1/pools/ws?token=${token}`);
    expect(status).toBe(101);
    socket.terminate();
  });

  test('the page is open, and what is not there is 404', async () => {
    await listen([], true);
    expect((await head('/signs/main')).status).toBe(200);
    expect((await head('/nothing')).status).toBe(404);
  });

  test('a token that is taken out ends its open streams, and no other', async () => {
    await listen([], true);
    const { socket } = await upgrade(`/v1/pools/ws?token=${token}`);
    const closed = once(socket, 'close');
    const [mine, other] = await Promise.all(
      [token, `bar-${token}`].map((each) => fetch(`${url}/v1/pools/stream?token=${each}`)),
    );
    await until('all are open', () => countStreams() === 3);
    writeFileSync(path, line('bar', `bar-${token}`));
    expect((await closed)[0]).toBe(1_008);
    // A stream has no length, so its end may look whole or broken.
    await mine?.text().catch(() => undefined);
    await until('one is left', () => countStreams() === 1);
    expect((await head(`/v1/pools?token=${token}`)).status).toBe(401);
    await other?.body?.cancel();
  });
});

describe('compression', () => {
  test('a large answer is sent as gzip to who takes it', async () => {
    await listen([]);
    const answer = await server.inject({
      url: '/v1/pools',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(answer.rawPayload).toString()).toContain('xxx');
    const plain = await server.inject({ url: '/v1/pools' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.length).toBeGreaterThan(2_000);
    const small = await server.inject({
      url: '/signs/main',
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  test('a stream is not: each value goes at once', async () => {
    await listen([]);
    const { get } = await head('/v1/pools/stream', { 'accept-encoding': 'gzip' });
    expect(get('content-encoding')).toBeNull();
  });
});
