export {
  isMarked,
  type Commit,
  type CommitContent,
  type CommitResult,
  type OutboxEntry,
} from './commit.js';
export {
  blockText,
  chainBlock,
  digestOf,
  goesBack,
  hashBlock,
  journalGenesis,
  readBlock,
  recoveryText,
  type JournalBlock,
  type JournalPlace,
  type NettedPostings,
  type Output,
  type Recovery,
} from './journal.js';
export { FrameSubscriber } from './frame-subscriber.js';
export {
  bucketCount,
  entryHash,
  entryKinds,
  fieldKinds,
  sha256,
  StateDigest,
  type DigestedEntry,
  type EntryKind,
} from './state-digest.js';
export { accountField, closedDayField, ledgerKeys, placeOfAward } from './redis-keys.js';
export { isDenial, isNoAnswer, isUnknown } from './answers.js';
export { Ledger } from './ledger.js';
export { openLedger } from './open-ledger.js';
export { LedgerMoves, type TableSink } from './loading.js';
export type { StoredPulse } from './pulse.js';
export type { RedisFacts } from './redis-safety.js';
export { entryOf } from './queries.js';
export type {
  OutboxBacklog,
  LedgerSnapshot,
  SentBlock,
  EntryKeys,
  StoredEntries,
  StoredJackpot,
} from './queries.js';
export type { Emptied, RestoredContent } from './staging.js';
export type { HaltMark } from './halt-mark.js';
export type { RecoveryChange, RecoveryResult } from './recovery.js';
