export { addSpan, type AddedSpan } from './archive/archive.js';
export { readLimits } from './archive/archive-trim.js';
export { proveArchive, type ProvenArchive } from './archive/verify-archive.js';
export { checkJournal } from './chain/check-journal.js';
export { proveCheckpoint, readCheckpointUnverified } from './checkpoint.js';
export {
  ledgerOf,
  readCheckpoint,
  writeCheckpoint,
  type CheckpointPartition,
} from './checkpoint-file.js';
export { DifferenceError, Differences } from './compare/difference.js';
export { describeRecovery, whyRecoveryWrong, type RecoveryAct } from './compare/recovery-block.js';
export { assertRoot } from './fold/readable.js';
export type { Refold } from './fold/refold.js';
export { Replay, type RecordPlace, type ReplayObserver } from './fold/replay.js';
export {
  AwardTrace,
  type Grant,
  type LifeRecord,
  type TracedAward,
} from './history/award-trace.js';
export type { KindSum } from './history/generation-tally.js';
export { assertTimesTrue, Movements, type Moment } from './history/movements.js';
export {
  shownCombination,
  judgedHands,
  paymentsOf,
  type JudgedHand,
  type ExplainedPayment,
  type Payments,
} from './history/payments.js';
export {
  changedByHands,
  dueAtEnd,
  paysOutAtEnd,
  RoundWatch,
  winsBeside,
  type DuePrize,
  type KnownRound,
  type RoundSeen,
} from './history/round-watch.js';
export { OutputsProof } from './outputs/outputs-proof.js';
export { prove } from './prove.js';
export { blockBefore, type BlockBefore } from './recover/block-before.js';
export { diagnose, type Diagnosis, type Finding } from './recover/diagnosis.js';
export { planOf, type Plan } from './recover/plan.js';
export type { LedgerComparison } from './recover/rebuild.js';
export { byHand, recoveryActs } from './recover/recovery-acts.js';
export { LiveLedger, type OffsetRange } from './source/live-ledger.js';
export { provenSnapshot } from './source/proven-snapshot.js';
export type { ProgressLine, ShowProgress } from './source/progress.js';
export { writeWhole } from './whole-file.js';
