import { version } from '#contract';
import type { ServiceLog } from '#contract';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type SpanContext,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { SpanStart, TracedSpan, Tracing } from './spans.js';

const sendEveryMs = 1_000;
const closeLimitMs = 1_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

/**
 * Traces with OpenTelemetry's SDK, which only this file loads; `openTracing` imports it on demand.
 */
export class OpenTelemetry implements Tracing {
  private readonly provider: TracerProvider;
  private readonly tracer;

  constructor(serviceName: string, log: ServiceLog) {
    const exporter = new LoggedExporter(new OTLPTraceExporter(), log);
    const named = { 'service.name': serviceName, 'service.version': version };
    this.provider = new TracerProvider({
      resource: defaultResource()
        .merge(detectResources({ detectors: [envDetector] }))
        .merge(resourceFromAttributes(named)),
      spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: sendEveryMs })],
    });
    this.tracer = this.provider.getTracer('progressive-jackpot', version);
  }

  begin(name: string, parent: string | undefined, start: SpanStart): TracedSpan | undefined {
    const above = parent === undefined ? undefined : sampled(parent);
    if (!above) return undefined;
    const options = {
      kind: kinds[start.kind],
      attributes: { ...start.attributes },
      links: (start.links ?? []).flatMap((link) => {
        const context = sampled(link);
        return context ? [{ context }] : [];
      }),
    };
    const span = this.tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, above));
    const { traceId, spanId } = span.spanContext();
    return {
      traceparent: `00-${traceId}-${spanId}-01`,
      end(failure) {
        if (failure !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
        }
        span.end();
      },
    };
  }

  async close(): Promise<void> {
    const limit = new Promise((resolve) => setTimeout(resolve, closeLimitMs).unref());
    // A collector that does not answer was logged before.
    await Promise.race([this.provider.shutdown().catch(() => undefined), limit]);
  }
}

function sampled(traceparent: string): SpanContext | undefined {
  const context = parseTraceParent(traceparent);
  if (!context || (context.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return { ...context, isRemote: true };
}

/** Logs once that spans are lost, and once that exporting works again. */
class LoggedExporter implements SpanExporter {
  private failingSinceMs: number | undefined;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly log: ServiceLog,
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.succeeded();
      else this.failed(result.error?.message ?? 'no answer');
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private failed(why: string): void {
    if (this.failingSinceMs !== undefined) return;
    this.failingSinceMs = performance.now();
    this.log.warn({ event: 'traces-lost' }, `the collector takes no traces (${why})`);
  }

  private succeeded(): void {
    if (this.failingSinceMs === undefined) return;
    const waitedMs = Math.round(performance.now() - this.failingSinceMs);
    this.failingSinceMs = undefined;
    this.log.info({ event: 'traces-back', waitedMs }, 'the collector takes traces again');
  }
}
