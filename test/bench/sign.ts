import { get } from 'node:http';

/**
 * A sign: follows the SSE stream of one pool and tells the version of each frame when it comes. The
 * version alone is looked at, so that many signs cost little beside what is measured.
 * @returns closes it
 */
export function readSign(
  url: string,
  onFrame: (version: number, at: number) => void,
): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false }, (response) => {
      if (response.statusCode !== 200) {
        return reject(new Error(`${url} answers ${response.statusCode}`));
      }
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const at = performance.now();
        const events = (rest + chunk).split('\n\n');
        rest = events.pop() ?? '';
        for (const event of events) {
          if (event.startsWith('event: pulse')) continue;
          const version = /"version":(\d+)/.exec(event)?.[1];
          if (version !== undefined) onFrame(Number(version), at);
        }
      });
      response.on('error', () => undefined);
      resolve(() => void request.destroy());
    });
    request.once('error', reject);
  });
}
