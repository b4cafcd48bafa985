export { AssertionError } from './assertion.js';
export { parseAuthority, serializeAuthority, useSequence } from './authority.js';
export {
  personNamed,
  rootKeysOf,
  roles,
  type Authority,
  type Role,
  type RootKeys,
  type VerifiedSigner,
  type SignerRole,
  type Passkey,
  type SigningKey,
} from './keys.js';
export { awardId, offsetOfAward, type Payout, type Restart } from './award.js';
export { claimsByJackpot, parseClaim, serializeClaim } from './claim-codec.js';
export {
  awardActs,
  byOffset,
  changedAt,
  grantCauses,
  handedOver,
  isOpen,
  reversalCauses,
  seatStates,
  type AwardActor,
  type Claim,
  type SeatState,
  isClaimReversed,
} from './claims.js';
export { firstPlay, newJackpot } from './commands.js';
export { daysBetween } from './days.js';
export type { Hit } from './hits.js';
export {
  type Approvals,
  approvableTypes,
  unclaimedAccounts,
  withAmount,
  signedKinds,
  type ApprovableType,
  type Configuration,
  type ListedTable,
} from './configuration.js';
export {
  deckCounts,
  isAwardAct,
  payMethods,
  type ApprovableAct,
  type AwardAct,
  type CommandEvent,
  type PoolEvent,
  type ShownCards,
  type TableEvent,
} from './events.js';
export type { RecordPosition } from './position.js';
export { newestEdition } from './editions.js';
export { foldEvent, isCommand } from './fold.js';
export {
  causes,
  noPrizes,
  parseClosedDay,
  parseMeters,
  postedBy,
  serializeClosedDay,
  serializeMeters,
  type BetMeter,
  type Cause,
  type CauseMeter,
  type ClosedDay,
  type PrizeMeter,
} from './meters.js';
export { newerEdition } from './ledger-events.js';
export {
  parseJackpot,
  parseTable,
  serializeJackpot,
  serializeTable,
  tableMembers,
} from './codec.js';
export { approversOf, dropRevoked } from './proposals.js';
export { foldRefusals, foldRemarks } from './reasons.js';
export { type DayEnd, type Outcome } from './outcome.js';
export {
  beginWindow,
  countRefusal,
  latestRefusals,
  parseRefusals,
  serializeRefusals,
  budgets,
  type Budget,
  type RefusalCounts,
} from './refusals.js';
export { isSameRoot } from './roots.js';
export { betsOf, findOpen, isOver } from './rounds.js';
export { payRound, type PayingJackpot } from './settlement.js';
export {
  accountNames,
  emptyState,
  newestSequence,
  stateWith,
  newTable,
  ownTables,
  tableKey,
  type AccountName,
  type Accounts,
  type Bet,
  type Jackpot,
  type OwnMeters,
  type PartitionState,
  type Proposal,
  type Round,
  type Suspension,
  type Transfer,
  type RefusedEvent,
  type TableState,
} from './state.js';
export { termsNamed } from './former-terms.js';
export { microsPerMinor, roundToPay, type Terms } from './terms.js';
export { isTableOf } from './table-commands.js';
