import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encodeEvent, exitCodes, signCommand, type CommandType } from '#contract';
import type { Connections } from './connections.js';
import { UserError } from './user-error.js';

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

  /**
   * @param file the value of COMMAND_KEY.
   * @param source of the commands; by default named after the key.
   * @throws UserError when there is no file, or it holds no private key.
   */
  static open(file: string | undefined, source?: string): Signer {
    if (!file) {
      const fix = 'set it to the file of your private key';
      throw new UserError(`COMMAND_KEY is missing: ${fix}.`, exitCodes.config);
    }
    try {
      const jwk = JSON.parse(readFileSync(file, 'utf8')) as { kid: string };
      const key = createPrivateKey({ key: jwk as never, format: 'jwk' });
      return new Signer(jwk.kid, key, source ?? `cli-${jwk.kid}`);
    } catch (error) {
      // The message of JSON.parse quotes what it could not read, which may be half of the key.
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
      const why = isMissing ? ': there is no such file' : '';
      throw new UserError(`COMMAND_KEY: ${file} holds no private JWK${why}.`, exitCodes.config);
    }
  }

  /** `<kid>:<base64 Ed25519>` over a text that is not an event. */
  sign(text: string): string {
    return signCommand(Buffer.from(text), this.kid, this.key);
  }

  async send(
    connections: Connections,
    type: CommandType,
    subject: string,
    data: object,
  ): Promise<SentCommand> {
    // The clock in microseconds only grows, so no file has to remember the last sequence.
    const sequence = BigInt(Date.now()) * 1000n + ((process.hrtime.bigint() / 1000n) % 1000n);
    const { source } = this;
    const id = `${source}/${sequence}`;
    const event = encodeEvent({ type, id, source, sequence, time: new Date(), subject, data });
    const value = Buffer.from(JSON.stringify(event));
    const headers = {
      'content-type': 'application/cloudevents+json',
      signature: signCommand(value, this.kid, this.key),
    };
    const [written] = await connections.send([
      { topic: connections.topic('events'), key: subject, value, headers },
    ]);
    if (!written) throw new UserError(`${subject}: Kafka did not say where it wrote the command.`);
    return { subject, partition: written.partition, offset: written.baseOffset };
  }
}
