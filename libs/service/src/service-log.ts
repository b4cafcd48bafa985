import { version } from '#contract';
import type { ServiceLog } from '#contract';
import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import { LogLines } from './log-lines.js';
import { redaction } from './secrets.js';

/**
 * Opens the log of a service: one JSON object per line on standard output (contract 9.5), including
 * Node's own warnings.
 * @param lines the standard output.
 */
export function openLog(service: string, level: string, lines = new LogLines()): ServiceLog {
  const options = {
    level,
    base: { service, version },
    redact: redaction,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const log: ServiceLog = pino(options, lines);
  lines.onBack = (dropped) => {
    log.warn({ event: 'log-back', dropped }, 'lines of this log were dropped before this one');
  };
  // Node's own listener prints a warning as plain text.
  process.removeAllListeners('warning');
  process.on('warning', ({ name, message }) => {
    log.warn({ event: 'process-warning', name }, message);
  });
  return log;
}

/** The log for Nest. Its list of modules and routes at each start is logged for debugging only. */
export function nestLog(log: ServiceLog): LoggerService {
  const at =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]): void => {
      // A port that is in use has its own sentence.
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
