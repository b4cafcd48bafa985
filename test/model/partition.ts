import { Authority, isCommand, isOfLedger, type Bytes } from './authority.js';
import type { Act, At, ModelEffect, ModelEvent, ModelOutcome } from './events.js';
import { Model } from './model.js';

export interface Taken {
  outcome: ModelOutcome;
  /** A command that used its sequence up. */
  isOnce: boolean;
  /** What it carried out, where it was a command to a jackpot. */
  act: Act | null;
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
    const { authority, jackpots } = this;
    const nowMs = jackpots.recorded(at.timestampMs);
    if (!isCommand(event)) return taken(this.ofTable(event, bytes, at), false);
    const { isOnce, refusal, signer } = authority.judge(event, bytes, nowMs);
    if (refusal !== null || signer === null) return taken(refused(refusal ?? ''), isOnce);
    if (!isOfLedger(event)) return taken(jackpots.apply(event, at, { signer }), isOnce);
    jackpots.follow(authority.keys());
    return taken({ effect: 'applied', reasons: [], award: null, act: null }, isOnce);
  }

  private ofTable(event: ModelEvent, bytes: Bytes, at: At): ModelEffect {
    const kid = this.jackpots.kidToSign(event);
    const refusal = kid === null ? null : this.authority.judgeClaim(kid, bytes);
    if (refusal !== null) return refused(refusal);
    return this.jackpots.apply(event, at, { isVerified: kid !== null });
  }
}

function refused(reason: string): ModelEffect {
  return { effect: 'refused', reasons: [reason], award: null, act: null };
}

function taken({ act, ...outcome }: ModelEffect, isOnce: boolean): Taken {
  return { outcome, isOnce, act };
}
