export { commitOf, whyDiverged, type CommitContext } from './committing.js';
export { foldRecords, type FoldContext, type Folded } from './folding.js';
export { LedgerReader, LedgerUnavailable, type JackpotReading } from './ledger-reader.js';
export { readState, whyOtherLog } from './snapshot.js';
export { hitOf, valueMessage } from './values.js';
