import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { WebSocketServer, type WebSocket } from 'ws';

const page = new URL('../../apps/signs/page/', import.meta.url).pathname;
const { resolve } = createRequire(import.meta.url);
const homes: Record<string, string> = {
  'assets/': page,
  'themes/': join(page, 'themes/'),
  'fonts/inter/': dirname(resolve('@fontsource-variable/inter/package.json')),
  'fonts/noto-sans-tc/': dirname(resolve('@fontsource/noto-sans-tc/package.json')),
};
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

/** The policy of the real gateway. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
  "img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

export type Ack = {
  sign: string;
  jackpot: string;
  version: number;
  value: number;
  state: string;
  paintedAt: string;
};

/** A gateway that speaks the wire of the signs and sends exactly what a test tells it to send. */
export class TestGateway {
  readonly acks: Ack[] = [];
  /** The request of each opened stream. */
  readonly openings: { kind: 'sse' | 'ws'; last: string | null }[] = [];
  readonly abouts = new Map<string, unknown>();
  /** Replacements for the contents of the page's files, by their path under /signs/. */
  readonly replaced = new Map<string, string>();
  /** Files that are not available. */
  readonly missing = new Set<string>();
  /** Those of them that were asked for. */
  readonly missed = new Set<string>();
  /** False answers 401, as to a sign without its token; the page itself stays available. */
  letsIn = true;
  /** False leaves acknowledgements without an answer. */
  takesAcks = true;
  /** False answers 404 to a WebSocket, as a proxy that does not carry them. */
  takesSockets = true;
  /** The first messages of each new stream. */
  onOpen: () => string[] = () => [];
  private readonly streams = new Set<WebSocket | ServerResponse>();
  private readonly sockets = new WebSocketServer({ noServer: true });
  private readonly server: Server = createServer((request, response) =>
    this.answer(request, response),
  ).on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  private port = 0;

  static async start(): Promise<TestGateway> {
    const gateway = new TestGateway();
    await gateway.listen();
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get openStreams(): number {
    return this.streams.size;
  }

  /** Ends the process's part of every connection, as a power cut of the gateway does. */
  async close(): Promise<void> {
    this.cut();
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** Listens again, at the same address. */
  async listen(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(this.port, '127.0.0.1', done));
    this.port = (this.server.address() as AddressInfo).port;
  }

  send(text: string): void {
    for (const stream of this.streams) void write(stream, text);
  }

  /** Sends, and waits for signs that have not yet received the earlier messages. */
  async sendDrained(...texts: string[]): Promise<void> {
    const sent = [...this.streams].flatMap((stream) => texts.map((text) => write(stream, text)));
    await Promise.all(sent);
    await new Promise(setImmediate);
  }

  /** Breaks the streams as a network does; the page opens them again. */
  cut(): void {
    for (const stream of this.streams) {
      if ('terminate' in stream) stream.terminate();
      else stream.destroy();
    }
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    const path = url.pathname;
    const isData = path.startsWith('/v1/') || path.endsWith('/about');
    if (!this.letsIn && isData) return void response.writeHead(401).end('{}');
    if (path === '/v1/pools/stream') return this.events(url, response);
    const sign = /^\/v1\/signs\/([^/]+)\/acks$/.exec(path)?.[1];
    if (sign !== undefined) return this.acknowledge(sign, request, response);
    const about = /^\/signs\/([^/]+)\/about$/.exec(path)?.[1];
    if (about !== undefined) return this.about(decodeURIComponent(about), response);
    if (path.startsWith('/signs/')) return this.file(path.slice('/signs/'.length), response);
    response.writeHead(404).end();
  }

  private events(url: URL, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    this.begin('sse', url, response);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', this.url);
    if (!this.letsIn || !this.takesSockets || url.pathname !== '/v1/pools/ws') {
      const status = this.letsIn ? '404 Not Found' : '401 Unauthorized';
      socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    this.sockets.handleUpgrade(request, socket, head, (opened) => this.begin('ws', url, opened));
  }

  private begin(kind: 'sse' | 'ws', url: URL, stream: WebSocket | ServerResponse): void {
    this.openings.push({ kind, last: url.searchParams.get('last') });
    for (const text of this.onOpen()) void write(stream, text);
    this.streams.add(stream);
    stream.once('close', () => this.streams.delete(stream));
  }

  private acknowledge(sign: string, request: IncomingMessage, response: ServerResponse): void {
    if (!this.takesAcks) return;
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      this.acks.push({ ...JSON.parse(body), sign });
      response.writeHead(204).end();
    });
  }

  private about(jackpot: string, response: ServerResponse): void {
    const about = this.abouts.get(jackpot);
    if (about === undefined) return void response.writeHead(404).end('{}');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(about));
  }

  private file(path: string, response: ServerResponse): void {
    const prefix = Object.keys(homes).find((each) => path.startsWith(each));
    const isPage = !path.includes('/');
    if (this.missing.has(path)) this.missed.add(path);
    if (this.missing.has(path) || (prefix === undefined && !isPage))
      return void response.writeHead(404).end();
    const file = prefix
      ? join(homes[prefix] as string, path.slice(prefix.length))
      : `${page}sign.html`;
    const type = isPage ? 'text/html; charset=utf-8' : (types[extname(file)] ?? 'text/plain');
    try {
      const content = this.replaced.get(isPage ? 'page' : path) ?? readFileSync(file);
      response.writeHead(200, {
        'content-type': type,
        'cache-control': path.startsWith('fonts/') ? 'max-age=3600' : 'max-age=0',
        ...(isPage ? { 'content-security-policy': contentSecurityPolicy } : {}),
        ...(path === 'assets/worker.js' ? { 'service-worker-allowed': '../' } : {}),
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  }
}

/** Resolves when the message has left, or never will. */
function write(stream: WebSocket | ServerResponse, text: string): Promise<void> {
  return new Promise((done) => {
    if ('terminate' in stream) return stream.send(text, () => done());
    const event = text.startsWith('{"pools"') ? 'event: pulse\n' : '';
    stream.write(`${event}data: ${text}\n\n`, () => done());
  });
}
