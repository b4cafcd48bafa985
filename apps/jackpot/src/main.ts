import 'reflect-metadata';
import { runService } from '#service';
import { LogServer } from '#log';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.js';
import { readEnv } from './env.js';

/** The ledger service: Kafka in, Redis, HTTP for reading. */
await runService(
  'jackpot',
  () => readEnv(process.env),
  (env, logger, onFatal) => AppModule.with(env, logger, onFatal),
  async ({ app }) => {
    const document = new DocumentBuilder()
      .setTitle('Progressive jackpot: ledger service')
      .setDescription('Reads the ledger. Money is changed by records of the log alone.')
      .setVersion('1')
      .build();
    SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, document));
    app.connectMicroservice({ strategy: app.get(LogServer) });
  },
);
