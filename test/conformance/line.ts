import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The fate of the events that a controller posts. */
export type PostFate =
  | 'pass'
  /** The gateway accepts them; its answer is lost. */
  | 'lose-answer'
  /** The first time, the gateway accepts them and answers 202, without the outcome. */
  | 'no-outcome'
  /** The gateway accepts them, and its answer takes a second. */
  | 'slow'
  /** They wait and do not reach the gateway. */
  | 'hold'
  /** The gateway accepts them, and something in between answers 500. */
  | 'server-error'
  | 'unavailable'
  | 'busy'
  | 'unauthorized'
  | 'forbidden'
  | 'malformed'
  /** A proxy answers 400 with its own page. */
  | 'not-the-gateway';

/** The fate of its stream: nothing more comes, or the stream says that the ledger is silent. */
type StreamFate = 'pass' | 'frozen' | 'faulty';

/** One request with events, as it came. */
export interface Posted {
  readonly body: string;
  readonly atMs: number;
  readonly fate: PostFate;
}

const refusals: Partial<Record<PostFate, readonly [number, string]>> = {
  unavailable: [503, 'Kafka does not answer.'],
  forbidden: [403, 'The token is of another table.'],
  unauthorized: [401, 'The token is not known.'],
  busy: [429, 'Five requests are under way.'],
  malformed: [400, 'The event was refused: this is a trial of the answer 400.'],
};

/** The network between a controller and the table gateway, which can be broken. */
export class Line {
  postFate: PostFate = 'pass';
  posted: Posted[] = [];
  /** The most requests with events that were in progress at the same time. */
  mostAtOnce = 0;
  /** Streams that the controller asked for. */
  streamsAsked = 0;
  private streamFate: StreamFate = 'pass';
  private isCut = false;
  private atOnce = 0;
  /** Open answers; true for a request with events. */
  private readonly open = new Map<ServerResponse, boolean>();
  private readonly server = createServer((asked, answer) => {
    this.carry(asked, answer).catch(() => answer.destroy());
  });

  constructor(private readonly gateway: string) {}

  /** @returns the address that the controller uses for the gateway */
  async start(host: string): Promise<string> {
    this.server.listen(0, host);
    await once(this.server, 'listening');
    return `http://${host}:${(this.server.address() as AddressInfo).port}`;
  }

  /** Stops all traffic in both directions. */
  cut(): void {
    this.isCut = true;
    this.breakAll();
  }

  set stream(fate: StreamFate) {
    this.streamFate = fate;
    if (fate !== 'pass') return;
    // A frozen stream has missed messages, so the controller must open another.
    for (const [answer, isPost] of this.open) if (!isPost) answer.destroy();
  }

  /** Restores the line to its first state. */
  mend(): void {
    const wasPerfect = !this.isCut && this.postFate === 'pass' && this.streamFate === 'pass';
    this.isCut = false;
    this.postFate = 'pass';
    this.streamFate = 'pass';
    if (!wasPerfect) this.breakAll();
  }

  /** Resets the counts. */
  forget(): void {
    this.posted = [];
    this.mostAtOnce = 0;
    this.streamsAsked = 0;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private breakAll(): void {
    for (const answer of this.open.keys()) answer.destroy();
  }

  private async carry(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (this.isCut) return void answer.destroy();
    this.open.set(answer, asked.method === 'POST');
    answer.once('close', () => this.open.delete(answer));
    if (asked.method === 'POST') await this.carryPost(asked, answer);
    else await this.carryOther(asked, answer);
  }

  private async carryPost(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const fate = this.postFate;
    this.atOnce += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
    answer.once('close', () => (this.atOnce -= 1));
    const body = await text(asked);
    const isFirst = !this.posted.some((before) => before.body === body);
    this.posted.push({ body, atMs: performance.now(), fate });
    if (fate === 'hold') return;
    if (fate === 'not-the-gateway') {
      answer.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Bad Request</h1>');
      return;
    }
    const refusal = refusals[fate];
    if (refusal) return refusePost(answer, ...refusal);
    const own = fate === 'no-outcome' && isFirst ? { prefer: 'respond-async' } : {};
    const answered = await this.ask(asked, body, own);
    const said = await text(answered);
    if (fate === 'lose-answer') return void answer.destroy();
    if (fate === 'server-error') return refusePost(answer, 500, 'It went wrong.');
    if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_000));
    answer.writeHead(answered.statusCode ?? 502, answered.headers).end(said);
  }

  private async carryOther(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    if (asked.url?.includes('/stream')) this.streamsAsked += 1;
    const answered = await this.ask(asked, undefined, {});
    answer.once('close', () => answered.destroy());
    answer.writeHead(answered.statusCode ?? 502, answered.headers);
    answer.flushHeaders();
    const isStream = String(answered.headers['content-type']).startsWith('text/event-stream');
    answered.setEncoding('utf8');
    for await (const part of answered as AsyncIterable<string>) {
      if (isStream && this.streamFate === 'frozen') continue;
      const isFaulty = isStream && this.streamFate === 'faulty';
      answer.write(isFaulty ? part.replaceAll('"fault":null', '"fault":"silent"') : part);
    }
    answer.end();
  }

  private async ask(
    asked: IncomingMessage,
    body: string | undefined,
    own: Readonly<Record<string, string>>,
  ): Promise<IncomingMessage> {
    const { method, headers } = asked;
    const forwarded = request(new URL(asked.url ?? '/', this.gateway), {
      method,
      headers: { ...headers, ...own, host: new URL(this.gateway).host, connection: 'close' },
    });
    forwarded.end(body);
    const [answered] = (await once(forwarded, 'response')) as [IncomingMessage];
    return answered;
  }
}

function refusePost(answer: ServerResponse, status: number, detail: string): void {
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '1' };
  answer.writeHead(status, headers).end(JSON.stringify({ type: 'about:blank', status, detail }));
}
