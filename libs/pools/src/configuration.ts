import type { JackpotHand, JackpotPolicies } from '#rules';

/** A jackpot's configuration as it came over the wire, complete (contract 5). */
export interface Configuration {
  readonly id: string;
  readonly name: Readonly<Record<string, string>>;
  readonly currency: string;
  readonly ruleset: string;
  readonly seed: number;
  readonly stake: { readonly min: number; readonly max: number };
  readonly rates: { readonly pool: number; readonly reserve: number };
  readonly prizes: Readonly<
    Record<JackpotHand, { readonly fixed: number; readonly share?: number }>
  >;
  readonly ceiling: number | null;
  readonly payoutUnit: number;
  readonly maxTables: number;
  readonly policies: JackpotPolicies;
}
