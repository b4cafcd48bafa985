import kafkajs, { type Producer } from 'kafkajs';
import { openKafka } from '#log';
import { silent } from '#testing/test-stack';

export interface FloodTarget {
  readonly brokers: string;
  readonly topic: string;
  readonly partition: number;
}

const recordsOfRequest = 5_000;
const requestsAtOnce = 3;

/** A producer that sends records of one byte to one partition as fast as the broker takes them. */
export class Flood {
  private sent = 0;
  private begunAt = 0;
  private isOver = true;
  private sending: Promise<unknown> = Promise.resolve();

  async begin({ brokers, topic, partition }: FloodTarget): Promise<void> {
    const kafka = openKafka(
      { brokers: [brokers], ssl: false, sasl: undefined, clientId: 'flood' },
      silent,
    );
    const producer = kafka.producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    this.sent = 0;
    this.isOver = false;
    this.begunAt = performance.now();
    const senders = Array.from({ length: requestsAtOnce }, () =>
      this.send(producer, topic, partition),
    );
    this.sending = Promise.all(senders).finally(() => producer.disconnect());
    this.sending.catch(() => undefined);
  }

  /** @returns how many records a second the broker took */
  async end(): Promise<number> {
    this.isOver = true;
    await this.sending;
    return this.sent / ((performance.now() - this.begunAt) / 1_000);
  }

  private async send(producer: Producer, topic: string, partition: number): Promise<void> {
    const messages = Array.from({ length: recordsOfRequest }, () => ({ value: 'x', partition }));
    while (!this.isOver) {
      await producer.send({ topic, messages, acks: 1 });
      this.sent += messages.length;
    }
  }
}
