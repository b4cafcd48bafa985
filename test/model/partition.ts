import { Authority, isCommand, isOfLedger, type Bytes } from './authority.js';
import type { Value } from './award-words.js';
import type { Act, At, ModelEffect, ModelEvent, ModelOutcome } from './events.js';
import type { Budget } from './messages.js';
import { Model, type Signed } from './model.js';
import { isClaim, isListed } from './tables.js';

export interface Taken {
  outcome: ModelOutcome;
  /** Where its messages count; null where each has one of its own (contract 8.3). */
  budget: Budget | null;
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
    if (refusal !== null || signer === null)
      return refused(refusal ?? '', isOnce ? null : 'others');
    if (!isOfLedger(event)) {
      return taken(jackpots.apply(event, at, { signer }), null, { signer });
    }
    jackpots.follow(authority.keys());
    const outcome: ModelOutcome = { effect: 'applied', reasons: [], award: null };
    return { outcome, budget: null, act: null, value: null, signed: null };
  }

  private ofTable(event: ModelEvent, bytes: Bytes, at: At): Taken {
    const kid = this.jackpots.kidToSign(event);
    const refusal = kid === null ? null : this.authority.judgeClaim(kid, bytes);
    if (refusal !== null) return refused(refusal, 'others');
    const signed = { kid };
    const content = bytes.value.toString('latin1');
    const { subject, source } = event;
    const jackpot = this.jackpots.look(subject);
    const before = this.jackpots.source(subject, source).floor;
    const effect = this.jackpots.apply(event, at, signed, content);
    const after = this.jackpots.source(subject, source).floor;
    const isRaised = after?.kid !== before?.kid || after?.sequence !== before?.sequence;
    if (isRaised) return taken(effect, isClaim(event) ? null : 'signed', signed);
    if (kid !== null) return taken(effect, 'repeated', signed);
    const isKnown = jackpot !== null && isListed(jackpot, source) === true;
    return taken(effect, isKnown ? 'listed' : 'others', signed);
  }
}

function refused(reason: string, budget: Budget | null): Taken {
  const outcome: ModelOutcome = { effect: 'refused', reasons: [reason], award: null };
  return { outcome, budget, act: null, value: null, signed: null };
}

function taken(
  { act, value, ...outcome }: ModelEffect,
  budget: Budget | null,
  signed: Signed,
): Taken {
  return { outcome, budget, act, value, signed };
}
