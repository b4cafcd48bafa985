import type { Ledger } from '#ledger';
import type { JackpotEnv } from '../env.js';
import type { LedgerMetrics } from '../metrics.js';
import type { CommitBounds } from './commit-bounds.js';
import type { LedgerCheck } from './ledger-check.js';
import type { Relay } from './relay.js';
import type { Traces } from './traces.js';

/** The parts of the process that a partition uses. */
export interface PartitionParts {
  readonly env: Pick<JackpotEnv, 'root'>;
  readonly ledger: Ledger;
  readonly relay: Relay;
  readonly metrics: LedgerMetrics;
  readonly traces: Traces;
  readonly check: Pick<LedgerCheck, 'check' | 'hasBlock'>;
  readonly bounds: CommitBounds;
}
