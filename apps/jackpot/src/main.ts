import 'reflect-metadata';
import { wrongEnvironmentExitCode } from '#contract';
import { LogServer } from '#log';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { Logger } from 'nestjs-pino';
import { pino } from 'pino';
import { AppModule } from './app.module.js';
import { readEnv, type Env } from './env.js';
import { ProblemFilter } from './http/problem.filter.js';

const exitLimitMs = 4_500;
/** EX_SOFTWARE of sysexits. */
const fatalExitCode = 70;

/** The ledger service: Kafka in, Redis, HTTP for reading. */
async function main(): Promise<void> {
  let env: Env;
  try {
    env = readEnv(process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(wrongEnvironmentExitCode);
  }
  const logger = pino({ level: env.LOG_LEVEL, base: { app: 'jackpot' } });
  const onFatal = (sentence: string): void => {
    logger.fatal(sentence);
    exitInTime(fatalExitCode);
    void app.close().finally(() => process.exit(fatalExitCode));
  };
  const adapter = new FastifyAdapter({ bodyLimit: 1024, routerOptions: { maxParamLength: 200 } });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(env, logger, onFatal),
    adapter,
    { bufferLogs: true, abortOnError: false },
  );
  app.useLogger(app.get(Logger));
  app.useGlobalFilters(new ProblemFilter(logger));
  const document = new DocumentBuilder()
    .setTitle('Progressive jackpot: ledger service')
    .setDescription('Reads the ledger. Money is changed by records of the log alone.')
    .setVersion('1')
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, document));

  app.connectMicroservice({ strategy: app.get(LogServer) });
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => exitInTime(1));
  await app.listen(env.PORT, env.HOST);
  await app.startAllMicroservices();
  logger.info(`listening on ${await app.getUrl()}`);
}

/** Whatever hangs on the way out, the process is gone in time. */
function exitInTime(exitCode: number): void {
  setTimeout(() => process.exit(exitCode), exitLimitMs).unref();
}

await main();
