import { once } from 'node:events';
import { connect } from 'node:net';
import { TestStack } from '#testing/test-stack';

interface Answer {
  status: number;
  headers: Headers;
  body: { type: string; title: string; status: number; detail: string };
}

/** Tests how the HTTP sides of the built services answer hostile clients. */
describe.each(['apps/jackpot', 'apps/signs'])('HTTP of %s', (program) => {
  let stack: TestStack;
  let url: string;
  const isSigns = program === 'apps/signs';
  const data = isSigns ? '/v1/pools' : '/v1/jackpots/none';

  beforeAll(async () => {
    stack = new TestStack();
    url = await stack.start(program).url();
  });
  afterAll(() => stack.close());

  async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(`${url}${path}`, init);
    const text = await response.text();
    const body = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : ({} as never);
    return { status: response.status, headers: response.headers, body };
  }

  /** The answer to bytes that fetch would not send, until the connection ends. */
  async function raw(...parts: string[]): Promise<string> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => undefined);
    for (const part of parts) socket.write(part);
    await once(socket, 'close');
    return text;
  }

  function expectProblem({ status, headers, body }: Answer, expected: number): void {
    expect(status).toBe(expected);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(body).toMatchObject({ type: 'about:blank', status: expected });
    expect(Object.keys(body)).not.toContain('stack');
    expect(JSON.stringify(body)).not.toMatch(/node_modules|\.js:\d+/);
  }

  it.each([
    '/nothing',
    '/v1/nothing',
    '/signs/assets/../../package.json',
    '/signs/assets/%2e%2e%2fpackage.json',
  ])('answers 404 as a problem for %s', async (path) => {
    // prettier-ignore
    expectProblem(await ask(path), 404);
  });

  it('answers 405 with Allow for an unknown method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await ask(isSigns ? '/v1/pools' : '/v1/jackpots', { method });
      expectProblem(answer, 405);
      expect(answer.headers.get('allow')).toMatch(/\bGET\b/);
    }
    expectProblem(await ask('/nothing', { method: 'POST' }), 404);
  });

  it('answers 4xx as a problem for a malformed path and one with a part that is too long', async () => {
    expectProblem(await ask('/v1/%'), 400);
    const long = await ask(`${isSigns ? '/signs' : '/v1/jackpots'}/${'x'.repeat(300)}`);
    expect([404, 414]).toContain(long.status);
    expectProblem(long, long.status);
  });

  it('answers 431 for headers over 8 KiB and 400 for bytes that are not HTTP, as problems', async () => {
    const large = await raw(
      `GET ${data} HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(17_000)}\r\n\r\n`,
    );
    expect(large).toMatch(/^HTTP\/1\.1 431 [^]*application\/problem\+json[^]*"status":431/);
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"status":400/);
  });

  it('accepts no body over 1 KiB', async () => {
    const answer = await ask(data, {
      method: 'POST',
      body: JSON.stringify({ padding: 'x'.repeat(2_000) }),
      headers: { 'content-type': 'application/json' },
    });
    // No route accepts a body: the service refuses it before it reads a byte.
    expectProblem(answer, 405);
  });

  it('closes a connection whose request never ends', async () => {
    const slow = await raw(`GET ${data} HTTP/1.1\r\nHost: x\r\n`);
    expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('sends the security headers with data, errors and pages', async () => {
    for (const path of ['/health/live', '/nothing', ...(isSigns ? ['/signs/main'] : [])]) {
      const { headers } = await ask(path);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('serves its documents under a content policy that their page obeys', async () => {
    const response = await fetch(`${url}/docs`);
    const html = await response.text();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    const scripts = [...html.matchAll(/<script\b([^>]*)>([^<]*)</g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes, text] of scripts) {
      expect(attributes).toMatch(/src=/);
      expect(text?.trim()).toBe('');
    }
  });
});
