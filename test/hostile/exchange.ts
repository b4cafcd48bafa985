import { connect, type Socket } from 'node:net';

/** The end of a raw request: an answer, a close without one, or no answer in time. */
export interface Answer {
  readonly request: string;
  readonly end: 'answered' | 'closed' | 'silent';
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes bytes to a port and reads the first answer; parses and corrects nothing on the way. */
export function exchange(port: number, request: Buffer, patienceMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let received = Buffer.alloc(0);
    const finish = (isSilent: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(read(request, received, isSilent));
    };
    const timer = setTimeout(() => finish(true), patienceMs);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (isWhole(received)) finish(false);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => finish(false));
    socket.write(request);
  });
}

/** Opens a connection, sends something and keeps it open. @returns `drop`, which ends it */
export function linger(
  port: number,
  request: Buffer,
): Promise<{ drop: () => void; socket: Socket }> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.write(request, () => resolve({ socket, drop: () => socket.destroy() }));
  });
}

/** Whether the body is as long as announced; for a stream, its beginning is enough. */
function isWhole(received: Buffer): boolean {
  const text = received.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end).toLowerCase();
  if (head.includes('text/event-stream') || head.startsWith('http/1.1 101')) return true;
  const length = /\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return received.length >= end + 4 + Number(length);
  return text.endsWith('\r\n0\r\n\r\n');
}

function read(request: Buffer, received: Buffer, isSilent: boolean): Answer {
  const asked = request.toString('latin1');
  const text = received.toString('utf8');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (status === undefined) {
    return { request: asked, end: isSilent ? 'silent' : 'closed', headers: {}, body: text };
  }
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  // The first of pipelined answers.
  const whole = Buffer.from(rest.join('\r\n\r\n'));
  const body = whole.subarray(0, Number(headers['content-length'] ?? whole.length)).toString();
  return { request: asked, end: 'answered', status: Number(status), headers, body };
}
