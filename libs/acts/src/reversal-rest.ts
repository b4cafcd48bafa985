import { currencyExponent, type AwardMessage } from '#contract';
import { microsPerMinor } from '#pools';

const accounts = ['pool', 'reserve'] as const;

/** The adjustments that put right what a reversal leaves. */
export interface ReversalRest {
  /** By account; minor units, signed as `adjust` takes them. */
  readonly adjustments: readonly {
    readonly account: (typeof accounts)[number];
    readonly amount: number;
  }[];
  /** True if the amount of a part cannot be computed: people compare the awards, and decide. */
  readonly isPartUnknown: boolean;
  /** True if less than a minor unit remains, which no adjustment can move. */
  readonly hasFraction: boolean;
}

/** Computes what makes a reversal exact, as of the reversal; nothing if it is exact. */
export function reversalRest({
  currency,
  affects,
}: Pick<AwardMessage, 'currency' | 'affects'>): ReversalRest {
  const unit = microsPerMinor(currencyExponent(currency) ?? 0);
  const left = accounts.map((account) => ({
    account,
    micros: affects.reduce((sum, { more }) => sum + BigInt(more?.[account] ?? 0), 0n),
  }));
  return {
    adjustments: left.flatMap(({ account, micros }) => {
      const amount = -Number(micros / unit);
      return amount === 0 ? [] : [{ account, amount }];
    }),
    isPartUnknown: affects.some(({ more }) => more === null),
    hasFraction: left.some(({ micros }) => micros % unit !== 0n),
  };
}
