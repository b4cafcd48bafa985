import { connect } from 'node:net';

/**
 * A sign: follows the SSE stream of one pool over a bare socket, and passes on the text of each
 * value when it comes. It parses nothing, so that many signs cost little.
 * @returns a function that closes it
 * @throws Error if there is no such stream, or not yet
 */
export function readSign(
  url: string,
  onValue: (text: string, at: number) => void,
): Promise<() => void> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  let rest = '';
  let isOpen = false;
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`${url} has closed`)));
    socket.on('data', (chunk) => {
      const at = performance.now();
      const events = (rest + chunk.toString('latin1')).split('\n\n');
      if (!isOpen && !events[0]?.startsWith('HTTP/1.1 200')) return void socket.destroy();
      isOpen = true;
      resolve(() => void socket.destroy());
      rest = events.pop() ?? '';
      for (const event of events) if (!event.includes('event: pulse')) onValue(event, at);
    });
  });
}
