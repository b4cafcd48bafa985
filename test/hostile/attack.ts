import { randomBytes } from 'node:crypto';
import { Random } from '#pit/random';
import { exchange, linger, type Answer } from './exchange.js';
import { nextRequest, type RequestKind } from './requests.js';

const atOnce = 24;
/** These run during the requests: streams that break the rules, and slow requests. */
export const streams = 340;
export const slowOnes = 20;

/**
 * Sends `count` requests to both services, and at the same time slow requests, streams that end
 * early and broken sockets.
 */
export async function attack(
  { api, signs }: { api: string; signs: string },
  seed: string,
  count: number,
): Promise<{ kind: RequestKind; answer: Answer }[]> {
  const random = new Random(`hostile requests ${seed}`);
  const ports = [api, signs].map((url) => Number(new URL(url).port)) as [number, number];
  const slow = await Promise.all(
    Array.from({ length: slowOnes }, (_, each) =>
      linger(ports[each % 2] as number, Buffer.from('GET /v1/pools HTTP/1.1\r\nHost: a\r\nX: ')),
    ),
  );
  const requests = Array.from({ length: count }, () => ({
    port: random.pick(ports),
    ...nextRequest(random),
  }));
  const [answers] = await Promise.all([
    inTurns(requests, async ({ port, kind, bytes }) => ({
      kind,
      answer: await exchange(port, bytes, patienceFor(bytes)),
    })),
    inTurns(Array.from({ length: streams }), async () => openAndDrop(ports[1], random)),
  ]);
  for (const { socket, drop } of slow) {
    socket.write('y');
    drop();
  }
  return answers;
}

/** Opens a stream or a WebSocket, breaks the protocol and disconnects. */
async function openAndDrop(port: number, random: Random): Promise<void> {
  const isSocket = random.chance(0.4);
  const request = isSocket
    ? 'GET /v1/pools/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n'
    : `GET /v1/pools/stream?jackpot=main HTTP/1.1\r\nHost: a\r\nLast-Event-ID: main=${random.below(9)}\r\n\r\n`;
  const { socket, drop } = await linger(port, Buffer.from(request));
  const greeted = new Promise((resolve) => {
    socket.once('data', resolve);
    socket.once('close', resolve);
  });
  await greeted;
  if (isSocket) {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(random.pick(improperFrames)());
    // The gateway closes connections that break the protocol; it ignores pings.
    if (random.chance(0.5))
      await Promise.race([closed, new Promise((go) => setTimeout(go, 300).unref())]);
  }
  drop();
}

/** Frames of RFC 6455 that no browser sends. */
const improperFrames: readonly (() => Buffer)[] = [
  // Text with an announced length of 64 KiB, masked; the gateway accepts 1 KiB.
  () => Buffer.concat([Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0]), randomBytes(2_000)]),
  // 2^63 bytes announced.
  () => Buffer.from([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0]),
  // Not masked, which only a server may send.
  () => Buffer.from([0x81, 0x05, 0x68, 0x65, 0x6c, 0x6c, 0x6f]),
  // Reserved bits and an unknown opcode.
  () => Buffer.from([0xfb, 0x80, 1, 2, 3, 4]),
  // A ping that is too long for a control frame.
  () => Buffer.concat([Buffer.from([0x89, 0xfe, 0x01, 0x00]), randomBytes(260)]),
  // Text that is not UTF-8, an unknown close code, half a frame.
  () => Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]),
  () => Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x00, 0x01]),
  () => Buffer.from([0x81]),
  () => randomBytes(3_000),
];

async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < items.length) {
        const index = next;
        next += 1;
        results[index] = await act(items[index] as T);
      }
    }),
  );
  return results;
}

/** An incomplete request needs no answer; a complete one gets an answer even on a busy machine. */
function patienceFor(bytes: Buffer): number {
  return isUnfinished(bytes.toString('latin1')) ? 500 : 20_000;
}

const stack = /\n\s+at .+[:(]\d+|node_modules|\.[jt]s:\d+:\d+/;

/**
 * The fault of an answer, or null. An answer must not be a 500 or have a stack; an error is a
 * problem document.
 */
export function whyImproper({ request, end, status, headers, body }: Answer): string | null {
  if (end === 'closed') return body === '' ? null : 'bytes that are no HTTP';
  // The service waits for the announced bytes until its own limit ends the request.
  if (end === 'silent') return isUnfinished(request) ? null : 'no answer';
  if (status === undefined || status >= 500) return `status ${status}`;
  if (status < 400) return null;
  if (stack.test(body)) return 'a stack in the body';
  // A WebSocket handshake gets its answer in plain text.
  if (/\nupgrade:/i.test(request) && !/json/.test(headers['content-type'] ?? '')) return null;
  if (/^HEAD /.test(request)) return null;
  // Node itself answers a request without a host or with an unknown expectation, without a body.
  if (headers['content-type'] === undefined && /^(0\r\n|\s*$)/.test(body)) return null;
  if (!headers['content-type']?.startsWith('application/problem+json')) {
    return `an error as ${headers['content-type']}`;
  }
  const problem = JSON.parse(body) as { status?: unknown; title?: unknown };
  return problem.status === status && typeof problem.title === 'string'
    ? null
    : 'no problem details';
}

function isUnfinished(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return true;
  const length = Number(/\ncontent-length: *(\d+)/i.exec(request.slice(0, end))?.[1] ?? 0);
  const isOpen = /expect:|transfer-encoding:|upgrade:/i.test(request.slice(0, end));
  return isOpen || request.length - end - 4 < length || /^[\r\n]*$/.test(request);
}
