import type { ForTheDealer, Sentences, StateOfTable, StreamMessage } from './messages.js';

const pulseLimitMs = 3_000;
const judgementLimitMs = 10_000;

/** The reason why a table takes no jackpot bets (contract 9.7). */
export type ClosedReason =
  'not-heard' | 'ledger-silent' | 'suspended' | 'blocked' | 'not-judged' | 'not-alone' | 'closed';

const unheard: Sentences = {
  en: 'The jackpot does not answer. Take no jackpot bets; give the stake back.',
  pt: 'O jackpot não responde. Não aceite apostas do jackpot; devolva a aposta.',
  'zh-Hant': '累進大獎沒有回應。請勿接受累進大獎投注；請退還投注。',
};

const sentences: Readonly<Record<ClosedReason, Sentences>> = {
  'not-heard': unheard,
  'ledger-silent': unheard,
  'not-judged': unheard,
  'not-alone': unheard,
  closed: unheard,
  suspended: {
    en: 'The jackpot is suspended. Give the stake back.',
    pt: 'O jackpot está suspenso. Devolva a aposta.',
    'zh-Hant': '累進大獎已暫停。請退還投注。',
  },
  blocked: {
    en: 'The jackpot bets of this table are blocked. Give the stake back.',
    pt: 'As apostas do jackpot desta mesa estão bloqueadas. Devolva a aposta.',
    'zh-Hant': '此檯的累進大獎投注已被停止。請退還投注。',
  },
};

/** Decides if a table may take jackpot bets, from the messages of its stream. */
export class Betting {
  private heardAtMs = -Infinity;
  private fault: StateOfTable['fault'] = null;
  private isSuspended = false;
  private isBlocked = false;

  /** @param nowMs a clock that never goes back. */
  constructor(private readonly nowMs: () => number = () => performance.now()) {}

  hear({ event, data }: StreamMessage): void {
    if (event === 'state') {
      this.isSuspended = data.suspended !== null;
      this.isBlocked = data.blocked;
    }
    if (event === 'state' || event === 'pulse') {
      this.fault = data.fault;
      this.heardAtMs = this.nowMs();
    }
    if (event === 'suspended' || event === 'resumed') this.isSuspended = event === 'suspended';
    if (event === 'blocked' || event === 'unblocked') this.isBlocked = event === 'blocked';
  }

  /**
   * @param waitingSinceMs time since which the oldest event waits for its judgement; undefined for
   *   none
   * @returns undefined if bets are taken
   */
  whyClosed(waitingSinceMs: number | undefined): ClosedReason | undefined {
    const now = this.nowMs();
    if (now - this.heardAtMs >= pulseLimitMs) return 'not-heard';
    if (this.fault !== null) return 'ledger-silent';
    if (this.isSuspended) return 'suspended';
    if (this.isBlocked) return 'blocked';
    const waitedMs = waitingSinceMs === undefined ? 0 : now - waitingSinceMs;
    return waitedMs >= judgementLimitMs ? 'not-judged' : undefined;
  }
}

/** The dealer's instructions for a bet that the table does not take. */
export function notTaken(reason: ClosedReason): ForTheDealer {
  return { reason, do: 'give-back', chip: 'give-back', say: sentences[reason] };
}
