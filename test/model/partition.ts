import { Authority, isCommand, isOfLedger, type Bytes } from './authority.js';
import type { Value } from './award-words.js';
import type { Act, At, ModelEffect, ModelEvent, ModelOutcome } from './events.js';
import { Model, type Signed } from './model.js';

export interface Taken {
  outcome: ModelOutcome;
  /** A command that used its sequence up. */
  isOnce: boolean;
  /** What it carried out, where it was a command to a jackpot. */
  act: Act | null;
  /** What is said of the pool after it; null where nothing is. */
  value: Value | null;
  /** What the jackpots have heard of its signature; null where it did not come as far. */
  signed: Signed | null;
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
    if (!isCommand(event)) return this.ofTable(event, bytes, at);
    const { isOnce, refusal, signer } = authority.judge(event, bytes, nowMs);
    if (refusal !== null || signer === null) return refused(refusal ?? '', isOnce);
    if (!isOfLedger(event)) {
      return taken(jackpots.apply(event, at, { signer }), isOnce, { signer });
    }
    jackpots.follow(authority.keys());
    const outcome: ModelOutcome = { effect: 'applied', reasons: [], award: null };
    return { outcome, isOnce, act: null, value: null, signed: null };
  }

  private ofTable(event: ModelEvent, bytes: Bytes, at: At): Taken {
    const kid = this.jackpots.kidToSign(event);
    const refusal = kid === null ? null : this.authority.judgeClaim(kid, bytes);
    if (refusal !== null) return refused(refusal, false);
    const signed = { isVerified: kid !== null };
    return taken(this.jackpots.apply(event, at, signed), false, signed);
  }
}

function refused(reason: string, isOnce: boolean): Taken {
  const outcome: ModelOutcome = { effect: 'refused', reasons: [reason], award: null };
  return { outcome, isOnce, act: null, value: null, signed: null };
}

function taken({ act, value, ...outcome }: ModelEffect, isOnce: boolean, signed: Signed): Taken {
  return { outcome, isOnce, act, value, signed };
}
