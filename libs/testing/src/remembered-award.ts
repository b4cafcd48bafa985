import type { AwardMessage } from '#contract';
import { serializeClaim, type AwardActor } from '#pools';

const microsOfMinor = 10_000n;

/** The ledger's entry for an award in MOP that gives this message. */
export function rememberedAward(award: AwardMessage): string {
  const micros = (minor: number): bigint => BigInt(minor) * microsOfMinor;
  const { id, table, round, offset, wonAt, states, by } = award;
  return serializeClaim({
    ...{ id, table, round, offset, wonAt },
    recordedAtMs: Date.parse(award.recordedAt),
    poolBeforeMicros: micros(award.poolBefore),
    poolAfterMicros: micros(award.poolAfter),
    payouts: award.payouts.map(({ order, seat, hand, basis, amount, fromPool }) => {
      return {
        ...{ order, seat, hand, basis },
        amountMicros: micros(amount),
        fromPoolMicros: micros(fromPool),
      };
    }),
    ...{
      restart: null,
      topUpMicros: 0n,
      pooled: [1],
      houseSeedMicros: 0n,
      dependsOnPool: 'amounts',
    },
    flows: { overflowMicros: 0n, refundedMicros: 0n },
    seats: states,
    by: by.map(({ act, kid, holder, offset: at, at: time }) => {
      return { act: act as AwardActor['act'], kid, holder, offset: at, atMs: Date.parse(time) };
    }),
    ...{ cause: null, replaces: null, affects: [] },
  });
}
