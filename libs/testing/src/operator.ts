import { writeFileSync } from 'node:fs';
import { defaultPartitions, encodeEvent, signRecord, topicName } from '#contract';
import type { OutgoingMessage } from '#log';
import type { SigningKey } from '#pools';
import {
  dayAfter,
  keyFileOf,
  keysRecord,
  newKey,
  rootOf,
  signingKey,
  testLedger,
} from './test-keys.js';

/** Signs commands like an operator's system, and writes the root that the service trusts. */
export class Operator {
  private readonly root = newKey('root');
  private readonly key = newKey();
  private sequence = 0;

  constructor(private readonly env: Readonly<Record<string, string>>) {
    writeFileSync(env['COMMAND_ROOT'] as string, rootOf(this.root).text);
    writeFileSync(env['COMMAND_KEY'] as string, keyFileOf(this.key), { mode: 0o600 });
  }

  /**
   * Puts the operator's key in force, and additional ones: a record for each partition, before any
   * command.
   */
  keys(beside: readonly SigningKey[] = [], version = 1): OutgoingMessage[] {
    const record = keysRecord([signingKey(this.key), ...beside], this.root, { version });
    const { topic } = this;
    return Array.from({ length: defaultPartitions }, (_, partition) => {
      return { topic, key: testLedger, partition, ...record };
    });
  }

  command(type: string, subject: string, data: object, signature?: string): OutgoingMessage {
    this.sequence += 1;
    const { sequence, topic, key } = this;
    const id = `ops/${sequence}`;
    const stamps = { time: new Date(), expires: dayAfter(Date.now()) };
    const event = { type, id, source: 'ops', sequence, ...stamps, subject, data };
    const value = Buffer.from(JSON.stringify(encodeEvent(event)));
    const own = signRecord(testLedger, value, key.kid, key.privateKey);
    return { topic, key: subject, value, headers: { signature: signature ?? own } };
  }

  private get topic(): string {
    return topicName(this.env['TOPIC_PREFIX'] as string, 'events');
  }
}
