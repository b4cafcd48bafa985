import { Authority, isCommand, isOfLedger, type Bytes } from './authority.js';
import type { Value } from './award-words.js';
import type { Act, At, ModelEffect, ModelEvent, ModelOutcome } from './events.js';
import type { Budget } from './messages.js';
import { Model, type Signed } from './model.js';
import { isClaim, isListed } from './tables.js';

export interface Taken {
  outcome: ModelOutcome;
  /** The budget of its messages; null if each one has its own message (contract 8.3). */
  budget: Budget | null;
  /** The act that it carried out, if it was a command to a jackpot. */
  act: Act | null;
  /** The message about the pool after it; null if there is none. */
  value: Value | null;
  /** The jackpots' information about its signature; null if the record did not reach them. */
  signed: Signed | null;
}

/** One partition of the log: first checks the signature, then applies the event to the jackpots. */
export class Partition {
  readonly authority: Authority;
  readonly jackpots = new Model();

  /** @param rootText the JWK set that `COMMAND_ROOT` names */
  constructor(rootText: string) {
    this.authority = new Authority(rootText);
  }

  /** @param event the content of the value, known to be well-formed and in its home partition */
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
