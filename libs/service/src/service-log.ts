import { version } from '#contract';
import type { ServiceLog } from '#contract';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { redaction } from './secrets.js';

/**
 * The log of a service: one JSON object a line on the standard output (contract 9.5), with what
 * Node itself warns of.
 */
export function openLog(service: string, level: string): ServiceLog {
  const options = {
    level,
    base: { service, version },
    redact: redaction,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  // A line that is still being written would be overtaken, or lost, by the last one of a process.
  const log: ServiceLog = pino(options, pino.destination({ dest: 1, sync: true }));
  // Node's own listener prints a warning as plain text.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.warn({ event: 'process-warning', name }, message);
  });
  return log;
}

/** Takes what Nest logs. Its list of modules and routes at each start is for debugging alone. */
export function nestLog(log: ServiceLog): LoggerService {
  const at =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]): void => {
      // A port that is not free has a sentence of its own.
      if (/^Error: listen E/.test(String(message))) return;
      const { stack = undefined } = message instanceof Error ? message : {};
      log[level]({ event: 'framework', from: rest.at(-1), stack }, String(message));
    };
  return {
    log: at('debug'),
    debug: at('debug'),
    verbose: at('debug'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  };
}
