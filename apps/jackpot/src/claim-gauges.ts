import type { ServiceMetrics } from '#service';
import { claimTotals } from './partitions/figures.js';
import type { OwnedPartitions } from './partitions/owned-partitions.js';
import { ageOf } from './table-gauges.js';

/** The gauges of claims that wait for people, from memory alone; see contract 9.4. */
export function watchClaims(
  service: ServiceMetrics,
  partitions: Pick<OwnedPartitions, 'jackpots'>,
): void {
  const rows = () =>
    [...claimTotals([...partitions.jackpots()].map(([, jackpot]) => jackpot))].flatMap(
      ([id, states]) => states.map((facts) => ({ id, ...facts })),
    );
  service.watch(
    'gauge',
    'jackpot_claims',
    'Awards with a seat that is locked, or verified and not paid.',
    ['jackpot', 'state'],
    () => rows().map(({ id, state, claims }) => [id, state, claims] as const),
  );
  service.watch(
    'gauge',
    'jackpot_claims_oldest_seconds',
    'How long the oldest of them waits; 0 if there is none.',
    ['jackpot', 'state'],
    () => rows().map(({ id, state, oldestAtMs }) => [id, state, ageOf(oldestAtMs)] as const),
  );
  service.watch(
    'gauge',
    'jackpot_proposal_expires_timestamp_seconds',
    'When the first of the acts expires that wait for approvals; no series where none waits.',
    ['jackpot'],
    () =>
      [...partitions.jackpots()].flatMap(([, { id, proposals }]) => {
        const waiting = proposals.filter(({ expiresMs }) => expiresMs > Date.now());
        const first = Math.min(...waiting.map(({ expiresMs }) => expiresMs));
        return waiting.length === 0 ? [] : [[id, first / 1_000] as const];
      }),
  );
}
