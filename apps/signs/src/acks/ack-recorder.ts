import { formatMinor, type Ack, type ServiceLog } from '#contract';
import { SignMetrics } from '../metrics.js';
import { PoolBoard } from '../pools/pool-board.js';
import { AckStore } from './ack-store.js';
import { isAbove } from './judge.js';
import { SignRegistry } from './sign-registry.js';
import { ValueHistory } from './value-history.js';

interface NotTaken {
  readonly sentence: string;
  readonly retryAfterSeconds: number;
}

/** Judges, counts and keeps acknowledgements of signs. */
export class AckRecorder {
  constructor(
    private readonly board: PoolBoard,
    private readonly history: ValueHistory,
    private readonly registry: SignRegistry,
    private readonly store: AckStore,
    private readonly metrics: SignMetrics,
    private readonly log: ServiceLog,
  ) {
    board.watch((message) => history.note(message));
  }

  /**
   * @param ack of a jackpot that the board has
   * @returns the reason that the acknowledgement is refused, and when to try again; undefined if it
   * is taken
   */
  record(sign: string, ack: Ack): NotTaken | undefined {
    const { registry, history, metrics } = this;
    if (!registry.admits(sign)) {
      const sentence = `Sign ${sign} is one too many: ${registry.limit} are known that no SIGNS_FILE names.`;
      return { sentence, retryAfterSeconds: 60 };
    }
    if (!registry.keepsPace(sign)) {
      const sentence = `Sign ${sign} acknowledges more often than once a second for each jackpot.`;
      return { sentence, retryAfterSeconds: 1 };
    }
    const above = isAbove(history, ack);
    const newest = history.newest(ack.jackpot) ?? { version: 0, value: 0 };
    metrics.signAcks.inc({ outcome: ackOutcome(above) });
    if (above) metrics.countAbove(registry.isExpected(sign) ? sign : undefined);
    if (registry.acknowledged(sign, above === true)) this.logAbove(sign, ack, newest);
    this.store.keep({ ...ack, sign, receivedAt: new Date().toISOString(), newest, above });
    return undefined;
  }

  private logAbove(sign: string, ack: Ack, newest: { version: number; value: number }): void {
    const { jackpot, version, value, state } = ack;
    const [frame] = this.board.snapshot(new Set([jackpot]));
    const currency = frame?.message.currency ?? '';
    const [shown, held] = [value, newest.value].map((minor) => formatMinor(minor, currency));
    this.log.error(
      { event: 'sign-above', sign, jackpot, version, value, state, newest },
      `sign ${sign} shows ${shown} for ${jackpot}, and the ledger has ${held}`,
    );
  }
}

function ackOutcome(above: boolean | null): 'above' | 'within' | 'unjudged' {
  if (above === null) return 'unjudged';
  return above ? 'above' : 'within';
}
