import { exitCodes, type ServiceLog } from '#contract';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { completeDocument, type OpenApiParts } from './open-api.js';
import { ProblemFilter } from './problem.filter.js';
import { nestOptions, protect, serverOptions, type ClientLimits } from './protection.js';
import { LogLines } from './log-lines.js';
import { measureRequests } from './request-metrics.js';
import { nestLog, openLog } from './service-log.js';
import { ServiceMetrics } from './service-metrics.js';
import type { Tracing } from './spans.js';
import { tokenOf, Tokens, type TokenFile } from './tokens.js';
import { openTracing, type TracingEnv } from './tracing.js';

/** Time after which a process that hangs while it ends is killed. */
const exitLimitMs = 4_500;
/** Most connections that wait to be accepted: those of a floor return at the same moment. */
const backlog = 4_096;

/** Ends the service with this sentence; the exit code is 70 unless another one is given. */
export type OnFatal = (sentence: string, exitCode?: number) => void;

interface ServiceEnv extends TracingEnv {
  readonly HOST: string;
  readonly PORT: number;
  readonly LOG_LEVEL: string;
  /** The file of tokens; clients with a token are counted one by one. */
  readonly tokenFile?: TokenFile | undefined;
}

/** The token of the provider of a `ServiceLog`. */
export const LOG = Symbol('LOG');

/** Parts that every service has. */
export interface ServiceParts {
  readonly log: ServiceLog;
  readonly onFatal: OnFatal;
  readonly metrics: ServiceMetrics;
  /** Undefined if the environment names no file of tokens. */
  readonly tokens: Tokens | undefined;
  /** Undefined unless the environment switches it on. */
  readonly tracing: Tracing | undefined;
}

interface Service<Env extends ServiceEnv> {
  readonly name: string;
  /** Head of the OpenAPI document at `/docs`. */
  readonly title: string;
  readonly description: string;
  /** Tells whether it has only pages, and no API that a document could describe. */
  readonly hasPagesAlone?: boolean;
  /** Parts of the document that Nest does not find. */
  readonly openApi?: OpenApiParts;
  /** @throws Error with one sentence that names each missing or wrong variable. */
  readonly readEnv: () => Env;
  readonly module: (env: Env, parts: ServiceParts) => DynamicModule;
  /** Runs before there are routes: a hook that it adds runs before all of them. */
  readonly prepare?: (app: NestFastifyApplication) => void | Promise<void>;
  /** Lets pages of other origins read the answers, including the refusal by the limit. */
  readonly openToOrigins?: (env: Env, fastify: FastifyInstance) => Promise<void>;
  /** Errors that mean 503; the client sees their message. */
  readonly unavailable?: new (message: string) => Error;
  readonly limits: ClientLimits;
}

/** Runs a service until SIGTERM or SIGINT. A wrong environment ends it with 78 and one sentence. */
export async function runService<Env extends ServiceEnv>({
  limits,
  ...service
}: Service<Env>): Promise<void> {
  const env = readOrExit(service.readEnv);
  const lines = new LogLines();
  const log = openLog(service.name, env.LOG_LEVEL, lines);
  const tracing = await openTracing(service.name, env, log);
  const onFatal: OnFatal = (sentence, exitCode = exitCodes.software) => {
    log.fatal({ event: 'service-failed', exitCode }, sentence);
    exitInTime(exitCode);
    const exit = () => process.exit(exitCode);
    app.close().then(exit, exit);
  };
  process.on('uncaughtException', ({ message, stack }) => onBug(log, message, stack));
  const metrics = new ServiceMetrics(service.name, lines);
  const adapter = new FastifyAdapter(serverOptions);
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  measureRequests(fastify, metrics);
  const tokens = env.tokenFile && new Tokens(env.tokenFile, log);
  const ofTokens = tokens && {
    nameOf: (request: FastifyRequest) => tokens.nameOf(tokenOf(request)),
  };
  await protect(fastify, { ...limits, ...ofTokens }, async () => {
    return service.openToOrigins?.(env, fastify);
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    service.module(env, { log, onFatal, metrics, tokens, tracing }),
    adapter,
    { ...nestOptions, logger: nestLog(log) },
  );
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      log.info({ event: 'stopping', signal }, 'stopping');
      exitInTime(exitCodes.failed);
    });
  }
  app.useGlobalFilters(new ProblemFilter(log, service.unavailable));
  await service.prepare?.(app);
  if (!service.hasPagesAlone) describeApi(app, service);
  try {
    await app.listen({ port: env.PORT, host: env.HOST, backlog });
  } catch (error) {
    const sentence = `cannot listen on HOST ${env.HOST} and PORT ${env.PORT}: ${String(error)}`;
    log.fatal({ event: 'service-failed', exitCode: exitCodes.config }, sentence);
    process.exit(exitCodes.config);
  }
  await app.startAllMicroservices();
  log.info({ event: 'listening' }, `listening on ${await app.getUrl()}`);
}

function describeApi(
  app: NestFastifyApplication,
  { title, description, openApi }: Pick<Service<ServiceEnv>, 'title' | 'description' | 'openApi'>,
): void {
  const head = new DocumentBuilder()
    .setTitle(title)
    .setDescription(description)
    .setVersion('1')
    .build();
  SwaggerModule.setup('docs', app, () =>
    completeDocument(SwaggerModule.createDocument(app, head), openApi),
  );
}

function readOrExit<Env>(readEnv: () => Env): Env {
  try {
    return readEnv();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(exitCodes.config);
  }
}

/** Node would print the error with all its members, and errors of ioredis contain passwords. */
function onBug(log: ServiceLog, message: string, stack: string | undefined): void {
  const exitCode = exitCodes.software;
  log.fatal({ event: 'service-failed', exitCode, stack }, `A bug ends the service: ${message}.`);
  process.exit(exitCode);
}

function exitInTime(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), exitLimitMs).unref();
}
