import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a service has exported it; ids in hexadecimal. */
export interface CollectedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parent: string;
  readonly name: string;
  /** Ids of the spans that it links to. */
  readonly links: readonly string[];
  readonly nanoseconds: bigint;
  readonly isFailed: boolean;
}

/** An OTLP receiver for traces: HTTP with protobuf, as in collectors. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** The status of its answers; unless it is 200, the receiver accepts no spans. */
  status = 200;
  requests = 0;
  /** The values of the header `api-key` in the requests. */
  readonly keys = new Set<unknown>();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests += 1;
        this.keys.add(request.headers['api-key']);
        const isTraces = request.method === 'POST' && request.url === '/v1/traces';
        const status = isTraces ? this.status : 404;
        if (status === 200) this.spans.push(...spansOf(Buffer.concat(chunks)));
        response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
      });
    });
  }

  static async start(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.server.listen(0, '127.0.0.1');
    await once(collector.server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of a trace, by name. */
  trace(traceId: string): Map<string, CollectedSpan> {
    const own = this.spans.filter((span) => span.traceId === traceId);
    return new Map(own.map((span) => [span.name, span]));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** The spans of an ExportTraceServiceRequest of opentelemetry.proto.collector.trace.v1. */
function spansOf(request: Buffer): CollectedSpan[] {
  return messages(request, 1).flatMap((resourceSpans) => {
    const service = attributeOf(messages(resourceSpans, 1)[0], 'service.name');
    const scopes = messages(resourceSpans, 2);
    return scopes.flatMap((scope) => messages(scope, 2)).map((span) => spanOf(span, service));
  });
}

function spanOf(span: Buffer, service: string): CollectedSpan {
  const [start, end] = [7, 8].map((field) => messages(span, field)[0]?.readBigUInt64LE() ?? 0n);
  return {
    service,
    traceId: hex(span, 1),
    spanId: hex(span, 2),
    parent: hex(span, 4),
    name: String(messages(span, 5)[0]),
    links: messages(span, 13).map((link) => hex(link, 2)),
    nanoseconds: (end as bigint) - (start as bigint),
    isFailed: messages(span, 15).some((status) => messages(status, 2).length > 0),
  };
}

function attributeOf(resource: Buffer | undefined, name: string): string {
  const pairs = resource ? messages(resource, 1) : [];
  const found = pairs.find((pair) => String(messages(pair, 1)[0]) === name);
  const value = found && messages(found, 2)[0];
  return value ? String(messages(value, 1)[0]) : '';
}

function hex(message: Buffer, field: number): string {
  return messages(message, field)[0]?.toString('hex') ?? '';
}

/** The values of one field of a protobuf message, except plain numbers. */
function messages(message: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = message[at] as number;
      at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = number();
    const form = key & 7;
    if (form === 0) {
      number();
      continue;
    }
    const length = form === 2 ? number() : form === 1 ? 8 : 4;
    if (key >> 3 === wanted) found.push(message.subarray(at, at + length));
    at += length;
  }
  return found;
}
