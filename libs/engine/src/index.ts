export { awardMessage, isFirstMessage, saidAtOffset } from './award-message.js';
export { isBeforeAll, matchesAward, type AwardFilter } from './award-filter.js';
export { commitOf, meterTexts, whyDiverged } from './committing.js';
export {
  effects,
  noJackpotCounts,
  unknownKey,
  type Counts,
  type Effect,
  type JackpotCounts,
  type RefusedBet,
} from './counting.js';
export { freshness, freshnessOf, silentFromMs, type Freshness } from './freshness.js';
export { noMoney, type Folded, type Folding } from './folded.js';
export { endFold, foldOn, foldRecords, type FoldContext } from './folding.js';
export {
  LedgerReader,
  LedgerUnavailable,
  LedgerUnopened,
  type AwardsPage,
  type JackpotReading,
  type ReadingWithClaims,
} from './ledger-reader.js';
export {
  acceptsTime,
  anyTimeBefore,
  checkHead,
  findHead,
  whyNotNewest,
  type Checked,
} from './head-check.js';
export { blocksSearched, JournalTopic, type FoundBlock } from './journal-topic.js';
export { OutboxReader, type OutboxCommit } from './outbox-commits.js';
export { PulseBoard } from './pulse-board.js';
export { timedRecord, timedRecords, eventTime as timeOf } from './record-time.js';
export {
  haltOfEdition,
  LoadedTables,
  readState,
  whyNewerEdition,
  whyOtherLog,
  whyOtherRoot,
} from './snapshot.js';
export { configurationDigest } from './statement.js';
export {
  accountFacts,
  endFacts,
  postedFacts,
  prizeFacts,
  tableFacts,
  type TableFacts,
} from './table-facts.js';
export { signState, valueMessage } from './values.js';
