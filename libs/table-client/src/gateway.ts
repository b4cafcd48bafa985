import type { KeptEvent } from './table-file.js';
import type { AnswerToEvent, StateOfTable, StreamMessage } from './messages.js';

export interface GatewayAddress {
  /** Such as https://jackpot.example:3003. */
  readonly url: string;
  /** Token of the table. */
  readonly token: string;
}

/** Longer than the gateway waits for the ledger. */
const answerLimitMs = 45_000;
const waitSeconds = 30;

/** The error for a gateway that refuses a request, or does not answer. */
export class GatewayProblem extends Error {
  constructor(
    sentence: string,
    /** Status of a problem that the gateway reports; undefined for anything else. */
    readonly status?: number,
    readonly retryAfterMs?: number,
    cause?: unknown,
  ) {
    super(sentence, { cause });
  }
}

/** The table gateway, as one table sees it (contract 9.7). */
export class Gateway {
  private readonly url: string;

  constructor(
    private readonly address: GatewayAddress,
    private readonly path: string,
  ) {
    this.url = address.url.replace(/\/+$/, '');
  }

  /** @throws GatewayProblem */
  async state(signal: AbortSignal): Promise<StateOfTable> {
    const response = await this.ask(this.path, { signal: limited(signal, answerLimitMs) });
    const state = (await response.json().catch(() => undefined)) as StateOfTable | undefined;
    if (Number.isSafeInteger(state?.position)) return state as StateOfTable;
    throw new GatewayProblem(`${this.url} is no table gateway: it gives no state of a table.`);
  }

  /**
   * Sends events in order, and waits for their judgements.
   * @throws GatewayProblem: then they may be in the log, or not.
   */
  async post(events: readonly KeptEvent[], signal: AbortSignal): Promise<AnswerToEvent[]> {
    const [first] = events;
    const isOne = events.length === 1;
    const type = isOne ? 'cloudevents+json' : 'cloudevents-batch+json';
    const signature = isOne ? first?.signature : undefined;
    const response = await this.ask('/v1/events', {
      method: 'POST',
      headers: {
        'content-type': `application/${type}`,
        prefer: `wait=${waitSeconds}`,
        ...(signature !== undefined && { signature }),
      },
      body: isOne ? (first?.text ?? '') : `[${events.map(({ text }) => text).join(',')}]`,
      signal: limited(signal, answerLimitMs),
    });
    const answer = (await response.json()) as { events?: AnswerToEvent[] } | null;
    return answer?.events ?? [];
  }

  /** Yields the table's messages until the connection ends. @throws GatewayProblem */
  async *stream(signal: AbortSignal): AsyncGenerator<StreamMessage> {
    const response = await this.ask(`${this.path}/stream`, { signal });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      throw new GatewayProblem(`${this.url} is no table gateway: it gives no stream.`);
    }
    let rest = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>) {
      const parts = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const [, event] = /^event: (.*)$/m.exec(part) ?? [];
        const [, data] = /^data: (.*)$/m.exec(part) ?? [];
        if (event === undefined || data === undefined) continue;
        yield { event, data: JSON.parse(data) as unknown } as StreamMessage;
      }
    }
  }

  private async ask(path: string, request: RequestInit): Promise<Response> {
    const authorization = `Bearer ${this.address.token}`;
    const headers = { ...(request.headers as Record<string, string>), authorization };
    let response: Response;
    try {
      response = await fetch(this.url + path, { ...request, headers, redirect: 'error' });
    } catch (error) {
      const { message, cause } = error as Error;
      const why = (cause as Error | undefined)?.message ?? message;
      throw new GatewayProblem(
        `The gateway ${this.url} does not answer (${why}).`,
        undefined,
        undefined,
        error,
      );
    }
    if (response.ok) return response;
    const text = await response.text();
    const { status, headers: answered } = response;
    const detail = detailOf(text);
    const isProblem = answered.get('content-type')?.startsWith('application/problem+json') ?? false;
    if (!isProblem || detail === undefined) {
      throw new GatewayProblem(`The gateway ${this.url} does not answer (HTTP ${status}).`);
    }
    if (status === 404 && detail.startsWith('Cannot ')) {
      throw new GatewayProblem(`${this.url} is no table gateway (${detail}).`);
    }
    const seconds = Number(answered.get('retry-after') ?? 0);
    throw new GatewayProblem(detail, status, seconds > 0 ? seconds * 1_000 : 0);
  }
}

/** The sentence of a problem (RFC 9457). */
function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

function limited(signal: AbortSignal, limitMs: number): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
}
