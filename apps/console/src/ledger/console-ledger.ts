import type { Way } from '#acts';
import { kafkaOptions, redisAddress, UserError, type ServiceLog } from '#contract';
import { LedgerUnavailable } from '#engine';
import { openLedger, type Ledger } from '#ledger';
import { LogProducer, openKafka, type OutgoingMessage } from '#log';
import { LiveLedger } from '#proof';
import type { ConsoleEnv } from '../env.js';

/** No progress display: nobody watches a reading on a page. */
const unseen = { add: (): void => undefined, end: (): void => undefined };

/** The ledger and the log as the console reads them, and the sender of signed bytes to the log. */
export class ConsoleLedger extends LiveLedger implements Way {
  private readonly producer: LogProducer;

  private constructor(ledger: Ledger, env: ConsoleEnv, log: ServiceLog) {
    const kafka = openKafka(kafkaOptions(env, 'jackpot-console'), log);
    super(ledger, kafka, env.TOPIC_PREFIX, {
      progress: () => unseen,
      asked: async (answer) => {
        try {
          return await answer;
        } catch (error) {
          if (error instanceof UserError || error instanceof LedgerUnavailable) throw error;
          throw new LedgerUnavailable('Kafka does not answer.', { cause: error });
        }
      },
    });
    this.producer = new LogProducer(kafka);
  }

  static open(env: ConsoleEnv, log: ServiceLog): ConsoleLedger {
    return new ConsoleLedger(openLedger(redisAddress(env), env.TOPIC_PREFIX, log), env, log);
  }

  /** @throws LedgerUnavailable; the messages may or may not be in the log then. */
  async send(messages: readonly OutgoingMessage[]): ReturnType<LogProducer['send']> {
    try {
      return await this.producer.send(messages);
    } catch (error) {
      throw new LedgerUnavailable('Kafka did not answer in time.', { cause: error });
    }
  }

  override async close(): Promise<void> {
    await super.close();
    await this.producer.close();
    this.ledger.close();
  }
}
