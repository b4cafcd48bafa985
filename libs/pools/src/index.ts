export { AssertionError } from './assertion.js';
export { parseAuthority, serializeAuthority, useSequence } from './authority.js';
export { roles, type Authority, type Role, type Signer, type SigningKey } from './keys.js';
export { awardId, type Award, type Payout, type Restart } from './award.js';
export {
  approvableTypes,
  signedKinds,
  type ApprovableType,
  type Configuration,
  type ListedTable,
} from './configuration.js';
export type { ApprovableAct, PoolEvent, RecordPosition, TableEvent } from './events.js';
export { newestEdition } from './editions.js';
export { foldEvent, isCommand } from './fold.js';
export { newerEdition } from './ledger-events.js';
export { parseJackpot, parseTable, serializeJackpot, serializeTable } from './codec.js';
export { foldRefusals, foldRemarks, type Outcome } from './outcome.js';
export {
  beginWindow,
  countRefusal,
  parseRefusals,
  serializeRefusals,
  type RefusalCounts,
} from './refusals.js';
export { betsOf } from './rounds.js';
export {
  accountNames,
  emptyState,
  newestSequence,
  stateWith,
  tableKey,
  type AccountName,
  type Accounts,
  type Bet,
  type Jackpot,
  type PartitionState,
  type Proposal,
  type Round,
  type TableState,
} from './state.js';
export { microsPerMinor, roundToPay, termsOf } from './terms.js';
