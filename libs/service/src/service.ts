import { exitCodes } from '#contract';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger } from 'nestjs-pino';
import { pino, type Logger as PinoLogger } from 'pino';
import type { FastifyInstance } from 'fastify';
import { ProblemFilter } from './problem.filter.js';
import { protect, serverOptions } from './protection.js';
import { redaction } from './secrets.js';

/** Whatever hangs on the way out, the process is gone by then. */
const exitLimitMs = 4_500;

export interface Service {
  readonly app: NestFastifyApplication;
  readonly logger: PinoLogger;
}

/** Ends the service with this sentence; another exit code than that of a fault of ours may be given. */
export type OnFatal = (sentence: string, exitCode?: number) => void;

interface ServiceEnv {
  readonly HOST: string;
  readonly PORT: number;
  readonly LOG_LEVEL: string;
}

/**
 * Makes one of the services: reads its environment or exits with 78 and one sentence, sets up Nest on
 * Fastify with problem details and logs, ends in order on SIGTERM and SIGINT.
 * @param prepare runs before the service listens; it adds what is not a controller.
 * @param requestsPerSecond what one address may ask; see `protect`.
 */
export async function runService<Env extends ServiceEnv>(
  name: string,
  readEnv: () => Env,
  module: (env: Env, logger: PinoLogger, onFatal: OnFatal) => DynamicModule,
  prepare: (service: Service, env: Env) => Promise<void>,
  requestsPerSecond = 1_000,
): Promise<void> {
  const env = readOrExit(readEnv);
  const logger = pino({ level: env.LOG_LEVEL, base: { app: name }, redact: redaction });
  const onFatal: OnFatal = (sentence, exitCode = exitCodes.software) => {
    logger.fatal(sentence);
    exitInTime(exitCode);
    const exit = () => process.exit(exitCode);
    app.close().then(exit, exit);
  };
  const adapter = new FastifyAdapter(serverOptions);
  await protect(adapter.getInstance() as unknown as FastifyInstance, requestsPerSecond);
  const app = await NestFactory.create<NestFastifyApplication>(
    module(env, logger, onFatal),
    adapter,
    { bufferLogs: true },
  );
  app.useLogger(app.get(Logger));
  app.useGlobalFilters(new ProblemFilter(logger));
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => exitInTime(exitCodes.failed));
  await prepare({ app, logger }, env);
  try {
    await app.listen(env.PORT, env.HOST);
  } catch (error) {
    logger.fatal(`HOST ${env.HOST} and PORT ${env.PORT} cannot be listened on: ${String(error)}`);
    process.exit(exitCodes.config);
  }
  await app.startAllMicroservices();
  logger.info(`listening on ${await app.getUrl()}`);
}

function readOrExit<Env>(readEnv: () => Env): Env {
  try {
    return readEnv();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(exitCodes.config);
  }
}

function exitInTime(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), exitLimitMs).unref();
}
