import type { LogProducer, OutgoingMessage } from '#log';

type JointWritten = Awaited<ReturnType<LogProducer['send']>>;

interface Call {
  readonly messages: readonly OutgoingMessage[];
  readonly answer: PromiseWithResolvers<JointWritten>;
}

/** Maximum text in one request; the rest goes in the next. */
const charactersPerRequest = 512 * 1024;
/** Maximum delay by a silent broker of messages that were sent with its own. */
const jointLimitMs = 1_000;
/** Time for which each partition is sent alone after a joint request has failed. */
const aloneForMs = 10_000;

/**
 * Sends the messages of several partitions at the same moment in one request. A partition that
 * cannot be written does not delay the others: each is then sent alone, with its own attempts, and
 * may be written twice. A partition that waits for an answer before its next call keeps the order
 * of its messages.
 */
export class JointSender {
  private calls: Call[] = [];
  private aloneUntilMs = -Infinity;

  constructor(private readonly producer: Pick<LogProducer, 'send' | 'sendTogether'>) {}

  /** Sends like `LogProducer.send`. */
  send(messages: readonly OutgoingMessage[]): Promise<JointWritten> {
    if (performance.now() < this.aloneUntilMs) return this.producer.send(messages);
    const call = { messages, answer: Promise.withResolvers<JointWritten>() };
    if (this.calls.push(call) === 1) process.nextTick(() => this.flush());
    return call.answer.promise;
  }

  private flush(): void {
    const joint: Call[] = [];
    let room = charactersPerRequest;
    for (const call of this.calls.splice(0)) {
      room -= call.messages.reduce((sum, { value }) => sum + value.length, 0);
      if (room < 0 && joint.length > 0) {
        void this.sendJoint(joint.splice(0));
        room = charactersPerRequest;
      }
      joint.push(call);
    }
    void this.sendJoint(joint);
  }

  private async sendJoint(calls: readonly Call[]): Promise<void> {
    if (calls.length > 1) {
      const written = await this.together(calls).catch(() => undefined);
      if (written) return calls.forEach(({ answer }, n) => answer.resolve(written[n] ?? []));
      this.aloneUntilMs = performance.now() + aloneForMs;
    }
    for (const { messages, answer } of calls) {
      this.producer.send(messages).then(answer.resolve, answer.reject);
    }
  }

  /** @throws kafkajs' error, or one after the limit: the request may still be written then. */
  private async together(calls: readonly Call[]): Promise<JointWritten[]> {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer')), jointLimitMs);
    });
    const sending = this.producer.sendTogether(calls.map(({ messages }) => messages));
    try {
      return await Promise.race([sending, limit]);
    } finally {
      clearTimeout(timer);
    }
  }
}
