import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signCommand, topicName, wrongEnvironmentExitCode, type CommandType } from '#contract';
import { LogProducer } from '#log';
import type { Connections } from './connections.js';
import { Failure } from './failure.js';

export interface SentCommand {
  readonly subject: string;
  readonly partition: number;
  readonly offset: number;
}

/** Signs commands with the key of `COMMAND_KEY` and writes them to the log. */
export class Signer {
  private constructor(
    private readonly kid: string,
    private readonly key: KeyObject,
    private readonly source: string,
  ) {}

  /** @throws Failure when there is no key, or the file holds none. */
  static open(file: string | undefined, source: string | undefined): Signer {
    if (!file)
      throw new Failure(
        'COMMAND_KEY is missing: name the file of your private key.',
        wrongEnvironmentExitCode,
      );
    try {
      const jwk = JSON.parse(readFileSync(file, 'utf8')) as { kid: string };
      const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
      return new Signer(jwk.kid, key, source ?? `cli-${jwk.kid}`);
    } catch (error) {
      // The message of JSON.parse quotes what it could not read, which may be half of the key.
      const why =
        (error as NodeJS.ErrnoException).code === 'ENOENT' ? ': there is no such file' : '';
      throw new Failure(
        `COMMAND_KEY: ${file} holds no private JWK${why}.`,
        wrongEnvironmentExitCode,
      );
    }
  }

  /** `<kid>:<base64 Ed25519>` over a text that is not an event. */
  sign(text: string): string {
    return signCommand(Buffer.from(text), this.kid, this.key);
  }

  async send(
    { kafka, env }: Connections,
    type: CommandType,
    subject: string,
    data: object,
  ): Promise<SentCommand> {
    // The clock in microseconds: it only grows, and no file has to remember the last one.
    const sequence = BigInt(Date.now()) * 1000n + ((process.hrtime.bigint() / 1000n) % 1000n);
    const event = {
      specversion: '1.0',
      type,
      id: `${this.source}/${sequence}`,
      source: this.source,
      sequence: sequence.toString(),
      time: new Date().toISOString(),
      subject,
      data,
    };
    const value = Buffer.from(JSON.stringify(event));
    const producer = new LogProducer(kafka);
    try {
      const [written] = await producer.send([
        {
          topic: topicName(env.TOPIC_PREFIX, 'events'),
          key: subject,
          value,
          headers: {
            'content-type': 'application/cloudevents+json',
            signature: signCommand(value, this.kid, this.key),
          },
        },
      ]);
      if (!written) throw new Failure('Kafka did not say where it wrote the command.');
      return { subject, partition: written.partition, offset: written.baseOffset };
    } finally {
      await producer.close();
    }
  }
}
