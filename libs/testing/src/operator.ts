import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { encodeEvent, signCommand, topicName } from '#contract';
import type { OutgoingMessage } from '#log';
import { newCommandKey } from './command-key.js';

/** Signs commands as an operator's system does, and writes the key set that the service reads. */
export class Operator {
  private readonly key: KeyObject;
  private sequence = 0;

  constructor(private readonly env: Readonly<Record<string, string>>) {
    const { privateKey, jwk } = newCommandKey({ notBefore: null, notAfter: null });
    this.key = privateKey;
    writeFileSync(env['COMMAND_KEYS'] as string, JSON.stringify({ keys: [jwk] }));
    const secret = { ...privateKey.export({ format: 'jwk' }), kid: 'ops-1' };
    writeFileSync(env['COMMAND_KEY'] as string, JSON.stringify(secret));
  }

  command(type: string, subject: string, data: object, signature?: string): OutgoingMessage {
    this.sequence += 1;
    const { sequence } = this;
    const id = `ops/${sequence}`;
    const event = { type, id, source: 'ops', sequence, time: new Date(), subject, data };
    const value = Buffer.from(JSON.stringify(encodeEvent(event)));
    return {
      topic: topicName(this.env['TOPIC_PREFIX'] as string, 'events'),
      key: subject,
      value,
      headers: { signature: signature ?? signCommand(value, 'ops-1', this.key) },
    };
  }
}
