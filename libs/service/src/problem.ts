import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

export const problemType = 'application/problem+json';

/** An error as RFC 9457 problem details. */
export function problemOf(status: number, detail: string, instance?: string) {
  const problem = { type: 'about:blank', title: problemTitle(status), status, detail };
  return instance === undefined ? problem : { ...problem, instance };
}

/** Node has the title of 413 from before RFC 9110. */
function problemTitle(status: number): string {
  return status === 413 ? 'Content Too Large' : (STATUS_CODES[status] ?? 'Error');
}

/** Answers bytes that are not an HTTP request, which no handler sees, and closes the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, detail] = unreadable[error.code ?? ''] ?? [400, 'This is not an HTTP request.'];
  const body = JSON.stringify(problemOf(status, detail));
  const head = [
    `HTTP/1.1 ${status} ${problemTitle(status)}`,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroy();
}

const unreadable: Readonly<Record<string, readonly [number, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request was not complete in time.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The body of the request is too large.'],
};
