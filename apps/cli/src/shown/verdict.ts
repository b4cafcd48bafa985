import { claimsToBeNew, formatMinor, signSilentFromMs } from '#contract';
import type { Painting } from './ack-topic.js';
import type { HeldValues } from './held.js';

/** The result of comparing a sign with the ledger, by the rule of contract 9.3. */
export type Verdict = 'agrees' | 'above' | 'unknown-version' | 'silent';

export function verdictOf({ ack, paintedAtMs }: Painting, held: HeldValues, atMs: number): Verdict {
  const { value, state } = ack;
  if (held.atVersion === null) return 'unknown-version';
  const limit = claimsToBeNew(state) ? (held.greatestLately ?? held.atVersion) : Infinity;
  if (value > Math.min(held.atVersion, limit)) return 'above';
  return atMs - paintedAtMs >= signSilentFromMs ? 'silent' : 'agrees';
}

export function verdictSentence(
  verdict: Verdict,
  { ack }: Painting,
  held: HeldValues,
  ageMs: number,
): string {
  const { sign, value, version } = ack;
  const money = (minor: number): string => formatMinor(minor, held.currency);
  const { atVersion } = held;
  switch (verdict) {
    case 'silent':
      return `Sign ${sign} was silent: it had acknowledged nothing for ${seconds(ageMs)}.`;
    case 'unknown-version':
      return `They differ: sign ${sign} names version ${version}, which the ledger does not have.`;
    case 'above':
      return value > (atVersion ?? 0)
        ? `They differ: sign ${sign} showed ${money(value - (atVersion ?? 0))} more than the ledger had at version ${version}.`
        : `They differ: sign ${sign} still showed the value of version ${version}, ${money(value - (held.greatestLately ?? 0))} more than the ledger had.`;
    case 'agrees':
      return agreement(ack, held);
    default:
      return verdict satisfies never;
  }
}

function agreement(ack: Painting['ack'], held: HeldValues): string {
  const { sign, value, state } = ack;
  const { atTime } = held;
  if (!claimsToBeNew(state)) return unconfirmed(ack, held);
  if (atTime?.value === value) return `They agree: sign ${sign} showed what the ledger had.`;
  return `They agree: sign ${sign} showed no more than the ledger had at the version that it names.`;
}

/** A value with such a mark is not a promise: it may be above the ledger. */
function unconfirmed(
  { sign, value, state }: Painting['ack'],
  { atTime, currency }: HeldValues,
): string {
  const money = (minor: number): string => formatMinor(minor, currency);
  const words =
    state === 'connecting' ? 'that it was connecting' : 'that its amount was not confirmed';
  const claimed = `Sign ${sign} claimed nothing: it showed ${words}, over ${money(value)}.`;
  if (atTime === null) return `${claimed} The ledger had nothing.`;
  const more = value - atTime.value;
  const side = more === 0 ? 'the same' : `${money(Math.abs(more))} ${more > 0 ? 'less' : 'more'}`;
  return `${claimed} The ledger had ${money(atTime.value)}, ${side}.`;
}

export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
