import { jackpotHands, type JackpotHand, type Prize } from '#rules';
import { microsPerMinor, type Jackpot } from './state.js';

/** The configured prizes, seed and units in micro-units, as Article 15 needs them. */
export function termsOf(jackpot: Pick<Jackpot, 'configuration' | 'exponent'>): {
  seed: bigint;
  payoutUnit: bigint;
  minorUnit: bigint;
  prizes: Record<JackpotHand, Prize>;
} {
  const { configuration } = jackpot;
  const unit = microsPerMinor(jackpot.exponent);
  const prizes = jackpotHands.map((hand) => {
    const { fixed, share } = configuration.prizes[hand];
    return [hand, { fixed: BigInt(fixed) * unit, shareBasisPoints: share ?? 0 }] as const;
  });
  return {
    seed: BigInt(configuration.seed) * unit,
    payoutUnit: BigInt(configuration.payoutUnit) * unit,
    minorUnit: unit,
    prizes: Object.fromEntries(prizes) as Record<JackpotHand, Prize>,
  };
}
