import { exitCodes } from '#contract';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Logger } from 'nestjs-pino';
import { pino, type Logger as PinoLogger } from 'pino';
import type { FastifyInstance } from 'fastify';
import { protect, serverOptions } from './protection.js';
import { measureRequests } from './request-metrics.js';
import { redaction } from './secrets.js';
import { ServiceMetrics } from './service-metrics.js';

/** A process that hangs on its way out is ended after this long. */
const exitLimitMs = 4_500;

/** Ends the service with this sentence; the exit code is 70 unless another one is given. */
export type OnFatal = (sentence: string, exitCode?: number) => void;

interface ServiceEnv {
  readonly HOST: string;
  readonly PORT: number;
  readonly LOG_LEVEL: string;
}

/** What every service has. */
export interface ServiceParts {
  readonly log: PinoLogger;
  readonly onFatal: OnFatal;
  readonly metrics: ServiceMetrics;
}

interface Service<Env extends ServiceEnv> {
  readonly name: string;
  /** Head of the OpenAPI document at `/docs`. */
  readonly title: string;
  readonly description: string;
  /** @throws Error with one sentence that names what is missing or wrong. */
  readonly readEnv: () => Env;
  readonly module: (env: Env, parts: ServiceParts) => DynamicModule;
  /** Runs before the service listens. */
  readonly prepare?: (app: NestFastifyApplication) => void;
  /** How often one address may ask; see `protect`. */
  readonly requestsPerSecond?: number;
}

/** Runs a service until SIGTERM or SIGINT. A wrong environment ends it with 78 and one sentence. */
export async function runService<Env extends ServiceEnv>({
  requestsPerSecond = 1_000,
  ...service
}: Service<Env>): Promise<void> {
  const env = readOrExit(service.readEnv);
  const logger = pino({ level: env.LOG_LEVEL, base: { app: service.name }, redact: redaction });
  const onFatal: OnFatal = (sentence, exitCode = exitCodes.software) => {
    logger.fatal(sentence);
    exitInTime(exitCode);
    const exit = () => process.exit(exitCode);
    app.close().then(exit, exit);
  };
  const metrics = new ServiceMetrics(service.name);
  const adapter = new FastifyAdapter(serverOptions);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  measureRequests(fastify, metrics);
  await protect(fastify, requestsPerSecond);
  const app = await NestFactory.create<NestFastifyApplication>(
    service.module(env, { log: logger, onFatal, metrics }),
    adapter,
    { bufferLogs: true },
  );
  app.useLogger(app.get(Logger));
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => exitInTime(exitCodes.failed));
  const head = new DocumentBuilder()
    .setTitle(service.title)
    .setDescription(service.description)
    .setVersion('1')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, head));
  service.prepare?.(app);
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
