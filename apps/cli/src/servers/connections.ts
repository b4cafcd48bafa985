import { describeSent, type Sent } from '#acts';
import { exitCodes, kafkaOptions, redisAddress } from '#contract';
import { isDenial, openLedger, type Ledger } from '#ledger';
import { LogProducer, openKafka, type OutgoingMessage } from '#log';
import { LiveLedger } from '#proof';
import type { Terminal } from '../terminal/terminal.js';
import { readCliEnv, type CliEnv } from '../env.js';
import { explainKafkaError } from './kafka-error.js';
import { explainRedisError, noAnswer } from './redis-error.js';

/** Connections of the commands. All their reads of Kafka and Redis go through here. */
export class Connections extends LiveLedger {
  constructor(
    readonly terminal: Terminal,
    readonly env: CliEnv,
    ledger: Ledger,
  ) {
    super(ledger, openKafka(kafkaOptions(env, 'jackpot-cli')), env.TOPIC_PREFIX, {
      progress: terminal.showProgress,
      asked: async (answer, topic) => {
        try {
          return await terminal.whileWaiting('Kafka', answer);
        } catch (error) {
          throw explainKafkaError(error, env, topic);
        }
      },
    });
  }

  /** Shows the wait. A person who interrupts it reads that the commands must not be sent again. */
  async onSent(sent: readonly Sent[], applied: Promise<void>): Promise<void> {
    const warn = (): void => {
      this.terminal.warn(`\n${sent.map(describeSent).join('\n')}\n`);
      process.exit(exitCodes.pending);
    };
    process.once('SIGINT', warn);
    await this.terminal.whileWaiting('the ledger service', applied);
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
 * Runs a function with connections from the environment, and closes them after it.
 * @throws UserError if the environment is wrong or Redis does not answer.
 */
export async function withConnections<T>(
  terminal: Terminal,
  use: (connections: Connections) => Promise<T>,
): Promise<T> {
  const env = readCliEnv(terminal.env);
  const ledger = openLedger(redisAddress(env), env.TOPIC_PREFIX);
  try {
    await untilConnected(ledger, env, terminal);
    const connections = new Connections(terminal, env, ledger);
    return await use(connections).finally(() => connections.close());
  } catch (error) {
    throw explainRedisError(error, env);
  } finally {
    ledger.close();
  }
}

async function untilConnected(ledger: Ledger, env: CliEnv, terminal: Terminal): Promise<void> {
  try {
    await terminal.whileWaiting('Redis', ledger.untilConnected());
  } catch (error) {
    throw isDenial(error) ? error : noAnswer((error as Error).message, env);
  }
}
