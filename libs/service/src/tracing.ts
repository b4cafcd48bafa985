import type { ServiceLog } from '#contract';
import type { Tracing } from './spans.js';

export interface TracingEnv {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_EXPORTER?: 'otlp' | 'none' | undefined;
  readonly OTEL_SDK_DISABLED: boolean;
  readonly OTEL_SERVICE_NAME?: string | undefined;
}

/**
 * Undefined unless the environment asks for traces; without it nothing of OpenTelemetry is loaded.
 */
export async function openTracing(
  service: string,
  env: TracingEnv,
  log: ServiceLog,
): Promise<Tracing | undefined> {
  const { OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME = service } = env;
  const isWanted = OTEL_TRACES_EXPORTER === 'otlp' || OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;
  if (!isWanted || env.OTEL_SDK_DISABLED || OTEL_TRACES_EXPORTER === 'none') return undefined;
  const { OpenTelemetry } = await import('./open-telemetry.js');
  log.info({ event: 'tracing-on', name: OTEL_SERVICE_NAME }, 'traces are sent');
  return new OpenTelemetry(OTEL_SERVICE_NAME, log);
}
