export { AssertionError, balanceLimitMicros } from './assertion.js';
export type { Award, Payout, Restart } from './award.js';
export type { Configuration } from './configuration.js';
export {
  type CommandEvent,
  type RecordPosition,
  type PoolEvent,
  type TableEvent,
} from './events.js';
export { foldEvent } from './fold.js';
export { parseJackpot, parseTable, serializeJackpot, serializeTable } from './codec.js';
export {
  foldRefusals,
  foldRemarks,
  type FoldRefusal,
  type FoldRemark,
  type Outcome,
  type Posting,
} from './outcome.js';
export {
  accountNames,
  emptyState,
  tableKey,
  type AccountName,
  type Accounts,
  type Bet,
  type Jackpot,
  type PartitionState,
  type Round,
  type TableState,
} from './state.js';
export { microsPerMinor, roundToPay, termsOf, type Terms } from './terms.js';
