import { describeSent, type Sent } from '#acts';
import { exitCodes, kafkaOptions, redisAddress } from '#contract';
import { isDenial, openLedger, type Ledger } from '#ledger';
import { LogProducer, openKafka, type OutgoingMessage } from '#log';
import { LiveLedger } from '#proof';
import { currentShell } from './shell.js';
import { readEnv, type CliEnv } from './env.js';
import { explainKafkaError } from './kafka-error.js';
import { showProgress, whileWaiting } from './progress.js';
import { explainRedisError, noAnswer } from './redis-error.js';

/** What the commands talk to. All that they read of Kafka and Redis, they read here. */
export class Connections extends LiveLedger {
  constructor(
    readonly env: CliEnv,
    ledger: Ledger,
  ) {
    super(ledger, openKafka(kafkaOptions(env, 'jackpot-cli')), env.TOPIC_PREFIX, {
      progress: showProgress,
      asked: async (answer, topic) => {
        try {
          return await whileWaiting('Kafka', answer);
        } catch (error) {
          throw explainKafkaError(error, env, topic);
        }
      },
    });
  }

  /** Shows what is waited for. Who interrupts it reads that the commands must not be sent again. */
  async onSent(sent: readonly Sent[], applied: Promise<void>): Promise<void> {
    const warn = (): void => {
      currentShell().stderr.write(`\n${sent.map(describeSent).join('\n')}\n`);
      process.exit(exitCodes.pending);
    };
    process.once('SIGINT', warn);
    await whileWaiting('the ledger service', applied);
    process.off('SIGINT', warn);
  }

  async send(messages: readonly OutgoingMessage[]): ReturnType<LogProducer['send']> {
    const producer = new LogProducer(this.kafka);
    const topics = new Set(messages.map(({ topic }) => topic));
    try {
      return await this.audience.asked(producer.send(messages), [...topics].join(', '));
    } finally {
      await producer.close();
    }
  }
}

/**
 * Runs a command with connections by the environment, and closes them after it.
 * @throws UserError when the environment is wrong or Redis does not answer.
 */
export async function withConnections<Arguments extends unknown[]>(
  command: (connections: Connections, ...args: Arguments) => Promise<void>,
  ...args: Arguments
): Promise<void> {
  const env = readEnv();
  const ledger = openLedger(redisAddress(env), env.TOPIC_PREFIX);
  try {
    await untilConnected(ledger, env);
    const connections = new Connections(env, ledger);
    await command(connections, ...args).finally(() => connections.close());
  } catch (error) {
    throw explainRedisError(error, env);
  } finally {
    ledger.close();
  }
}

async function untilConnected(ledger: Ledger, env: CliEnv): Promise<void> {
  try {
    await whileWaiting('Redis', ledger.untilConnected());
  } catch (error) {
    throw isDenial(error) ? error : noAnswer((error as Error).message, env);
  }
}
