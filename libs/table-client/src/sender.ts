import { GatewayProblem, type Gateway } from './gateway.js';
import type { ForTheDealer } from './messages.js';
import type { pause } from './pause.js';
import type { WaitingEvents } from './waiting-events.js';

/** The form of a kafkajs producer, which must be idempotent (contract 2). */
export interface KafkaRoute {
  readonly producer: {
    send(record: {
      topic: string;
      acks: number;
      messages: { key: string; value: string; headers: Record<string, string> }[];
    }): Promise<readonly { baseOffset?: string }[]>;
  };
  /** Such as jackpot.events. */
  readonly topic: string;
}

type Due = ReturnType<WaitingEvents['due']>;

const retryMs = 1_000;
const longestRetryMs = 60_000;
/**
 * Events that never reached the log are retried more often than those that leave a record each
 * time.
 */
const longestUnsentRetryMs = 5_000;

/** Sends a table’s events in order, one request after the other, until each is judged. */
export class Sender {
  private woken = new AbortController();
  private pausing = new AbortController();
  private retries = 0;
  /** True after the gateway has refused a batch: then events go singly, to find the refused one. */
  private goesSingly = false;

  constructor(
    private readonly parts: {
      readonly jackpot: string;
      readonly waiting: WaitingEvents;
      readonly gateway: Gateway;
      /** Undefined if events go through the gateway. */
      readonly kafka: KafkaRoute | undefined;
      readonly pause: typeof pause;
      /** Receives a sentence for people; undefined when the trouble is over. */
      readonly trouble: (sentence: string | undefined) => void;
    },
  ) {}

  /** Wakes the sender: there may be something to send. */
  wake(): void {
    this.woken.abort();
  }

  /** Retries unanswered events at once: the gateway or the ledger is back. */
  retry(): void {
    this.retries = 0;
    this.pausing.abort();
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.woken = new AbortController();
      const all = this.parts.waiting.due();
      const due = this.goesSingly ? all.slice(0, 1) : all;
      if (due.length === 0) {
        await this.parts.pause(longestRetryMs, AbortSignal.any([signal, this.woken.signal]));
        continue;
      }
      const waitMs = await this.send(due, signal);
      if (waitMs === 0) continue;
      this.pausing = new AbortController();
      await this.parts.pause(waitMs, AbortSignal.any([signal, this.pausing.signal]));
    }
  }

  /** @returns the wait before the next request. */
  private async send(due: Due, signal: AbortSignal): Promise<number> {
    const { kafka } = this.parts;
    try {
      const isNew = due.every(({ mayBeRepeated }) => !mayBeRepeated);
      if (kafka && isNew) await this.produce(kafka, due);
      else await this.post(due, signal);
      this.parts.trouble(undefined);
      const left = this.parts.waiting.due();
      this.retries = due.some((event) => left.includes(event)) ? this.retries + 1 : 0;
      this.goesSingly &&= this.retries > 0;
      return this.retries === 0 ? 0 : this.backoffMs(longestRetryMs);
    } catch (error) {
      return signal.aborted ? 0 : this.failed(due, error as Error);
    }
  }

  private async post(due: Due, signal: AbortSignal): Promise<void> {
    const { gateway, waiting } = this.parts;
    const answers = await gateway.post(due, signal);
    for (const event of due) {
      const answer = answers.find(({ sequence }) => sequence === String(event.sequence));
      if (answer?.outcome === 'applied') waiting.judge(event, null);
      else if (answer?.outcome === 'refused' && answer.refused)
        waiting.judge(event, answer.refused);
      else waiting.placed(event, answer?.offset);
    }
  }

  private async produce({ producer, topic }: KafkaRoute, due: Due): Promise<void> {
    const messages = due.map(({ text, signature }) => ({
      key: this.parts.jackpot,
      value: text,
      headers: {
        'content-type': 'application/cloudevents+json',
        ...(signature !== undefined && { signature }),
      },
    }));
    const [written] = await producer.send({ topic, acks: -1, messages });
    const base = written?.baseOffset === undefined ? undefined : Number(written.baseOffset);
    for (const [index, event] of due.entries()) {
      this.parts.waiting.placed(event, base === undefined ? undefined : base + index);
    }
  }

  private failed(due: Due, error: Error): number {
    const { status, retryAfterMs = 0 } = error instanceof GatewayProblem ? error : {};
    const [first] = due;
    // The gateway has read it, and it is not in a log.
    const isWrong = status === 400 || status === 413;
    if (isWrong && due.length > 1) {
      this.goesSingly = true;
      return 0;
    }
    const isRefused = isWrong && first?.mayBeRepeated === false;
    this.parts.trouble(`The table’s events are not taken: ${error.message}`);
    if (isRefused) {
      this.parts.waiting.judge(first, malformed(first.text, error.message));
      return 0;
    }
    // An unanswered event may be in the log.
    if (status === undefined || status >= 500) for (const each of due) each.mayBeRepeated = true;
    this.retries += 1;
    return Math.min(longestRetryMs, Math.max(retryAfterMs, this.backoffMs(longestUnsentRetryMs)));
  }

  private backoffMs(longestMs: number): number {
    return Math.min(longestMs, retryMs * 2 ** Math.min(6, this.retries - 1));
  }
}

function malformed(text: string, sentence: string): ForTheDealer {
  const { type } = JSON.parse(text) as { type: string };
  if (type !== 'bet.placed') {
    const say = {
      en: `It was not sent; call the supervisor. (${sentence})`,
      pt: `Não foi enviado; chame o supervisor. (${sentence})`,
      'zh-Hant': `並未送出；請通知主管。（${sentence}）`,
    };
    const chip = type === 'bet.withdrawn' ? 'keep' : 'none';
    return { reason: 'malformed', do: actsOfUnsent[type] ?? 'nothing', chip, say };
  }
  const say = {
    en: `The bet was not sent; give the stake back. (${sentence})`,
    pt: `A aposta não foi enviada; devolva-a. (${sentence})`,
    'zh-Hant': `投注並未送出；請退還投注。（${sentence}）`,
  };
  return { reason: 'malformed', do: 'give-back', chip: 'give-back', say };
}

/** The dealer's actions for an event that is not in a log, as the contract names them. */
const actsOfUnsent: Readonly<Record<string, string>> = {
  'bet.withdrawn': 'bet-stands',
  'round.dealt': 'correct-the-deal',
  'round.settled': 'pay-nobody-yet',
  'round.voided': 'give-nothing-yet',
};
