import type { Random } from '#pit/random';
import { healthyJackpots, wildJackpots } from './events.js';

const ids = [
  ...healthyJackpots,
  ...wildJackpots,
  'nobody',
  '__proto__',
  'constructor',
  'toString',
].concat(
  ['%2e%2e', '..%2f..%2fetc%2fpasswd', '%00', 'main%00', '%', '%zz', '%c0%ae', '%ff', '%ed%a0%80'],
  [
    'main%2fG0',
    '{0}',
    '*',
    'x'.repeat(199),
    'x'.repeat(201),
    'x'.repeat(7_000),
    '%F0%9F%8E%B0',
    '%0d%0aa:b',
  ],
);
const paths = [
  '/',
  '//',
  '/v1',
  '/v1/',
  '/v1/jackpots',
  '/v1/jackpots/',
  '/V1/JACKPOTS',
  '/v1/jackpots/main',
].concat(
  [
    '/v1/pools',
    '/v1/pools/',
    '/v1/pools/ws',
    '/v1/pools/stream',
    '/signs',
    '/signs/',
    '/signs/assets/',
  ],
  [
    '/signs/assets/sign.js',
    '/signs/assets/..%2f..%2f..%2fpackage.json',
    '/signs/assets/../../package.json',
  ],
  [
    '/signs/assets/%2e%2e/src/main.ts',
    '/signs/fonts/inter/package.json',
    '/signs/fonts/inter/%00.css',
    '/signs/assets/%ff.js',
  ],
  [
    '/health/live',
    '/health/ready',
    '/health/partitions',
    '/health',
    '/metrics',
    '/metrics/',
    '/docs',
    '/docs-json',
    '/docs/..%2f..%2fetc',
  ],
  ['http://elsewhere/v1/pools', '*', '', '/?', '/#a', '/v1/jackpots;x=1', '/\\..\\', '/%'],
);
const queries = [
  '',
  '',
  '',
  '?',
  '?limit=-1',
  '?limit=1e9',
  '?limit=0',
  '?limit=NaN',
  '?limit=201',
  '?limit=1',
].concat(
  [
    '?limit=1&limit=2',
    '?limit[]=1',
    '?limit[a]=1',
    '?before=-1',
    '?before=1e400',
    '?before=9007199254740993',
  ],
  [
    '?before=abc',
    '?before=',
    '?before=%00',
    '?before=(1',
    '?limit=__proto__',
    '?__proto__[a]=1',
    '?constructor=1',
  ],
  [
    '?jackpot=',
    '?jackpot=main',
    '?jackpot=__proto__&jackpot=constructor',
    '?jackpot=%ff',
    '?jackpot[a]=b',
    '?%',
  ],
  [`?${'jackpot=main&'.repeat(1_000)}`, `?${'a=1&'.repeat(3_000)}`, `?${'x'.repeat(15_000)}`],
);
const methods = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
].concat(['CONNECT', 'PROPFIND', 'get', 'FOO', 'QUERY']);
const headerLines = [
  'Last-Event-ID: main=1',
  'Last-Event-ID: __proto__=9;constructor=1',
  'Accept: \u0001',
].concat(
  [
    `Last-Event-ID: ${'main=99999999999999999;'.repeat(300)}`,
    'Last-Event-ID: ;;;===',
    'Last-Event-ID:',
  ],
  [
    'Host: other',
    'Content-Length: -1',
    'Content-Length: 5',
    'Content-Length: 99999999999999999999',
    'Expect: 100-continue',
  ],
  [
    'Expect: magic',
    'Transfer-Encoding: gzip',
    'Connection: upgrade',
    'Upgrade: h2c',
    'Upgrade: websocket',
    'Range: bytes=-1,5-2',
  ],
  [
    'Accept-Encoding: gzip;q=nonsense',
    'Content-Type: application/json',
    'Content-Type: nonsense',
    'Cookie: a',
    'If-None-Match: *',
  ],
  [
    'If-Modified-Since: never',
    'X: ' + 'y'.repeat(3_000),
    'X: ' + 'y'.repeat(20_000),
    'Accept-Version: 99',
    'X-Forwarded-For: \u00ff',
  ],
  [
    'Sec-WebSocket-Key: x',
    'Sec-WebSocket-Version: 99',
    'no colon at all',
    ' folded: line',
    'a b: c',
    ': no name',
  ],
);
const bodies = [
  '{}',
  '{"__proto__":{"a":1}}',
  '[',
  'null',
  '"',
  '\u0000',
  'x'.repeat(900),
  'y'.repeat(2_000),
  '['.repeat(800),
];
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
];

const weights = { line: 80, smuggled: 6, pipelined: 4, garbage: 6, upgrade: 6 } as const;

export type RequestKind = keyof typeof weights;

/** An endless source of requests as bytes: some nearly right, some not HTTP at all. */
export function nextRequest(random: Random): { kind: RequestKind; bytes: Buffer } {
  const kind = random.pickWeighted(weights);
  return { kind, bytes: Buffer.from(makers[kind](random), 'latin1') };
}

const makers = {
  line: ordinary,
  /** Both a length and chunks, and more bytes after the body. */
  smuggled: (random: Random) =>
    random.pick([
      'POST /v1/pools HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n',
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;${'e'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
      'GET / HTTP/1.1\nHost: a\n\n',
      'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n',
    ]),
  pipelined: (random: Random) =>
    Array.from({ length: 5 }, () => `GET ${path(random)} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
  garbage: (random: Random) =>
    random.pick([
      () => String.fromCharCode(...Array.from({ length: 200 }, () => random.below(256))),
      () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
      () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      () => 'GET / HTTP/9.9\r\n\r\n',
      () => 'GET /\r\n\r\n',
      () => `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      () => 'GET / HTTP/1.1\r\n' + 'A: b\r\n'.repeat(4_000) + '\r\n',
      () => 'GET / HTTP/1.1\r\n\r\n',
      () => '\r\n\r\n\r\n',
      () => 'EVAL "return 1" 0\r\n',
    ])(),
  /** Wrong handshakes of a WebSocket, and good ones followed by wrong frames. */
  upgrade: (random: Random) =>
    `GET /v1/pools/ws${random.pick(queries)} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\n` +
    `Upgrade: ${random.pick(['websocket', 'websocket', 'h2c', ''])}\r\n` +
    `Sec-WebSocket-Version: ${random.pick(['13', '13', '12', 'x'])}\r\n` +
    `Sec-WebSocket-Key: ${random.pick(['dGhlIHNhbXBsZSBub25jZQ==', 'x', ''])}\r\n` +
    `${random.pick(['', 'Sec-WebSocket-Extensions: permessage-deflate; x=y;;\r\n', 'Sec-WebSocket-Protocol: ,,\r\n'])}\r\n` +
    `${random.pick(['', '\u0081\u00fe\uffff', '\u00ff\u00ff\u00ff\u00ff', '\u0081\u0005hello'])}`,
};

function ordinary(random: Random): string {
  const method = random.pick(methods);
  const lines = Array.from({ length: random.below(4) }, () => random.pick(headerLines));
  const body = random.chance(0.2) ? random.pick(bodies) : null;
  if (body !== null)
    lines.push(`Content-Type: ${random.pick(types)}`, `Content-Length: ${body.length}`);
  return [
    `${method} ${path(random)}${random.pick(queries)} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Connection: close',
    ...lines,
    '',
    body ?? '',
  ].join('\r\n');
}

function path(random: Random): string {
  const id = random.pick(ids);
  return random.pick([
    random.pick(paths),
    `/v1/jackpots/${id}`,
    `/v1/jackpots/${id}/awards`,
    `/v1/jackpots/${random.pick(ids)}/tables/${id}`,
    `/signs/${id}`,
    `/signs/${id}/about`,
    `/v1/pools/${id}`,
    `/${id}`,
  ]);
}
