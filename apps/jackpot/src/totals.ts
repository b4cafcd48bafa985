import { exceptionReasons, type ExceptionReason } from '#contract';
import { effects, noJackpotCounts, unknownKey } from '#engine';
import type { Counts, Effect, JackpotCounts } from '#engine';
import { accountNames, awardActs } from '#pools';

/** The effects of this process's commits since its start; each known kind begins at 0. */
export class Totals {
  readonly events: Record<Effect, number> = { applied: 0, duplicate: 0, refused: 0 };
  readonly exceptions = new Map<ExceptionReason, number>(
    exceptionReasons.map((reason) => [reason, 0]),
  );
  /** Refused bets, by jackpot, and by reason. */
  readonly refusedBets = new Map<string, Map<ExceptionReason, number>>();
  /** By the key that signed the commands. */
  readonly commands = new Map<string, Record<Effect, number>>();
  readonly jackpots = new Map<string, JackpotCounts>();

  constructor() {
    this.ofKey(unknownKey);
  }

  add(counts: Counts): void {
    for (const effect of effects) this.events[effect] += counts[effect];
    for (const [reason, count] of counts.exceptions) {
      this.exceptions.set(reason, (this.exceptions.get(reason) ?? 0) + count);
    }
    for (const { jackpot, reason } of counts.refusedBets) {
      const own = this.refusedBets.get(jackpot) ?? new Map<ExceptionReason, number>();
      this.refusedBets.set(jackpot, own);
      own.set(reason, (own.get(reason) ?? 0) + 1);
    }
    for (const [key, own] of counts.commands) {
      const total = this.ofKey(key);
      for (const effect of effects) total[effect] += own[effect];
    }
    for (const [id, own] of counts.jackpots) addJackpot(this.of(id), own);
  }

  /** Returns a key's totals, which begin at 0 at the first call. */
  ofKey(kid: string): Record<Effect, number> {
    let total = this.commands.get(kid);
    if (!total) {
      total = { applied: 0, duplicate: 0, refused: 0 };
      this.commands.set(kid, total);
    }
    return total;
  }

  /** Returns a jackpot's totals, which begin at 0 at the first call. */
  of(id: string): JackpotCounts {
    let total = this.jackpots.get(id);
    if (!total) {
      total = noJackpotCounts();
      this.jackpots.set(id, total);
    }
    return total;
  }
}

function addJackpot(total: JackpotCounts, own: JackpotCounts): void {
  total.bets += own.bets;
  for (const account of accountNames) total.placed[account] += own.placed[account];
  total.refundsMicros += own.refundsMicros;
  total.paidByPoolMicros += own.paidByPoolMicros;
  total.paidByHouseMicros += own.paidByHouseMicros;
  total.takenBackByPoolMicros += own.takenBackByPoolMicros;
  total.takenBackByHouseMicros += own.takenBackByHouseMicros;
  for (const act of awardActs) total.acts[act] += own.acts[act];
  for (const [hand, count] of own.hands)
    total.hands.set(hand, (total.hands.get(hand) ?? 0) + count);
  total.settled += own.settled;
  total.voided += own.voided;
}
