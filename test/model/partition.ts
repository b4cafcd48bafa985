import { Authority, isCommand, type Bytes } from './authority.js';
import type { At, ModelEvent, ModelOutcome } from './events.js';
import { Model } from './model.js';

export interface Taken {
  outcome: ModelOutcome;
  /** A command that used its sequence up. */
  isOnce: boolean;
}

/** One partition of the log: first whose signature counts, then what the jackpots say. */
export class Partition {
  readonly authority: Authority;
  readonly jackpots = new Model();

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    this.authority = new Authority(rootText);
  }

  /** @param event what the value says, which is known to be well-formed and at home here */
  take(event: ModelEvent, bytes: Bytes, at: At): Taken {
    if (!isCommand(event)) return { outcome: this.jackpots.apply(event, at), isOnce: false };
    const nowMs = this.jackpots.recorded(at.timestampMs);
    const { isOnce, refusal } = this.authority.judge(event, bytes, nowMs);
    if (refusal !== null) {
      return { outcome: { effect: 'refused', reasons: [refusal], award: null }, isOnce };
    }
    const applied: ModelOutcome = { effect: 'applied', reasons: [], award: null };
    const outcome = event.type === 'keys.set' ? applied : this.jackpots.apply(event, at);
    return { outcome, isOnce };
  }
}
