import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sentenceOf, wordsOf, type Happening, type Shown } from './instructions.js';
import { driverPage } from './page.js';

/** The driver does not do its task: no case can be played. */
export class DriverAbsent extends Error {}
/** The driver says that the controller cannot do what is asked. */
export class CannotDo extends Error {}

interface Asked {
  readonly number: number;
  readonly case: string;
  readonly say: string;
  readonly happening: Happening;
  readonly done: (answer: Done) => void;
}

interface Done {
  readonly shows?: string;
  readonly cannot?: string;
}

const problem = (status: number, detail: string) => ({ status, detail });
const longPollMs = 25_000;
const mostBytes = 65_536;

/** The driver interface: a driver fetches what happens at the table, does it, and says so. */
export class DriverDoor {
  /** The report, once it exists. */
  report: { readonly html: string; readonly json: string } | undefined;
  private asked: Asked | undefined;
  private count = 0;
  private readonly waiting = new Set<() => void>();
  private readonly server = createServer((request, answer) => {
    this.serve(request, answer).catch(() => answer.destroy());
  });

  /** @param limitMs the time that the driver has for a task */
  constructor(private readonly limitMs: number) {}

  async start(host: string, port: number): Promise<string> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  /**
   * Gives the driver a task.
   * @returns what it has seen, if the task was to look
   * @throws CannotDo, DriverAbsent
   */
  async ask(name: string, happening: Happening): Promise<Shown | null> {
    this.count += 1;
    const say = sentenceOf(happening);
    const asked = { number: this.count, case: name, say, happening };
    const { promise, resolve } = Promise.withResolvers<Done | undefined>();
    // The first task may take as long as the start of a driver.
    const isFirst = this.count === 1;
    const timer = isFirst ? undefined : setTimeout(() => resolve(undefined), this.limitMs);
    this.asked = { ...asked, done: resolve };
    for (const wake of this.waiting) wake();
    const answer = await promise;
    clearTimeout(timer);
    this.asked = undefined;
    if (answer === undefined) {
      const seconds = this.limitMs / 1_000;
      throw new DriverAbsent(`The driver has not done this within ${seconds} s: ${say}`);
    }
    if (answer.cannot !== undefined) throw new CannotDo(answer.cannot);
    return happening.do === 'look' ? (answer.shows as Shown) : null;
  }

  /** Gives the driver no more tasks. */
  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async serve(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://kit');
    const what = `${request.method} ${pathname}`;
    if (what === 'GET /v1/next') return this.next(answer);
    if (what === 'POST /v1/done') return this.done(request, answer);
    if (what === 'GET /') return send(answer, 200, driverPage, 'text/html; charset=utf-8');
    if (what === 'GET /report' && this.report)
      return send(answer, 200, this.report.html, 'text/html; charset=utf-8');
    if (what === 'GET /report.json' && this.report)
      return send(answer, 200, this.report.json, 'application/json');
    const there = 'There are GET /v1/next, POST /v1/done, GET / and, at the end, GET /report.';
    refuse(answer, problem(404, `There is no ${what}. ${there}`));
  }

  /** Gives the same task again until it is done, so that a driver may be restarted. */
  private async next(answer: ServerResponse): Promise<void> {
    if (this.asked === undefined) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, longPollMs);
      this.waiting.add(resolve);
      answer.once('close', resolve);
      await promise;
      clearTimeout(timer);
      this.waiting.delete(resolve);
    }
    if (this.asked === undefined) return void answer.writeHead(204).end();
    const { number, say, happening, case: name } = this.asked;
    const words = happening.do === 'look' ? { words: wordsOf(happening) } : {};
    const asked = { number, case: name, say, ...happening, ...words };
    send(answer, 200, JSON.stringify(asked), 'application/json');
  }

  private async done(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (Number(request.headers['content-length'] ?? 0) > mostBytes) {
      return refuse(answer, problem(413, `A body has at most ${mostBytes} bytes.`));
    }
    const body = await text(request);
    const { asked } = this;
    const wrong = doneFault(body, request.headers['content-type'], asked);
    if (wrong) return refuse(answer, wrong);
    asked?.done(JSON.parse(body) as Done);
    answer.writeHead(204).end();
  }
}

/** The fault in a driver's message. */
function doneFault(body: string, type: string | undefined, asked: Asked | undefined) {
  if (!type?.startsWith('application/json')) {
    return problem(415, `Content-Type must be application/json, was ${type ?? 'missing'}.`);
  }
  let said: { number?: unknown; shows?: unknown; cannot?: unknown } | null;
  try {
    said = JSON.parse(body) as typeof said;
  } catch {
    return problem(400, 'The body must be JSON such as { "number": 12 }.');
  }
  const { number, shows, cannot } = said ?? {};
  if (typeof number !== 'number') {
    const was = JSON.stringify(number) ?? 'missing';
    return problem(400, `number must be that of GET /v1/next, was ${was}.`);
  }
  if (number !== asked?.number) {
    const now = asked ? `${asked.number} is asked for` : 'nothing is asked for';
    return problem(409, `${number} is not asked for: ${now} now.`);
  }
  if (cannot !== undefined) {
    const isSentence = typeof cannot === 'string' && cannot !== '';
    return isSentence ? undefined : problem(400, 'cannot must be a sentence that says why.');
  }
  if (asked.happening.do !== 'look') return undefined;
  const words = wordsOf(asked.happening);
  if (typeof shows === 'string' && words.includes(shows)) return undefined;
  const was = JSON.stringify(shows) ?? 'missing';
  return problem(400, `shows must be one of ${words.join(', ')}, was ${was}.`);
}

function send(answer: ServerResponse, status: number, body: string, type: string): void {
  answer.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

function refuse(answer: ServerResponse, { status, detail }: ReturnType<typeof problem>): void {
  const body = JSON.stringify({ type: 'about:blank', status, detail });
  send(answer, status, body, 'application/problem+json');
}
