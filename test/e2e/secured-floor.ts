import { randomBytes } from 'node:crypto';
import { LogProducer } from '#log';
import type { Child } from '#testing/child';
import { TestStack } from '#testing/test-stack';
import { SecuredStack } from './secured-stack.js';

/** The services and the players under the shipped permissions, once the servers are up. */
export interface OpenFloor {
  readonly secured: SecuredStack;
  readonly stack: TestStack;
  /** Sends as the principal of the tables. */
  readonly tables: LogProducer;
  readonly service: { child: Child; url: string };
}

/** A ledger service under the shipped permissions, with the operator's key in force. */
export class SecuredFloor {
  readonly prefix = `t${randomBytes(4).toString('hex')}.`;
  /** In the form `…-ledger`, which does not match the operator's groups `jackpot.…`. */
  private readonly groupId = this.prefix.replace('.', '-ledger');
  private readonly closing: (() => Promise<void>)[] = [];

  async open(): Promise<OpenFloor> {
    const { prefix, groupId } = this;
    const secured = await SecuredStack.start(prefix, groupId);
    this.closing.unshift(() => secured.stop());
    const stack = new TestStack({
      TOPIC_PREFIX: prefix,
      KAFKA_GROUP_ID: groupId,
      KAFKA_BROKERS: secured.openBrokers,
      REDIS_URL: 'redis://nowhere:1',
    });
    this.closing.unshift(() => stack.close());
    const tables = new LogProducer(secured.client('tables'));
    this.closing.unshift(() => tables.close());
    const service = await stack.startJackpot(secured.env('ledger'));
    await stack.setKeys(service.url);
    return { secured, stack, tables, service };
  }

  async close(): Promise<void> {
    for (const close of this.closing) await close();
  }
}
