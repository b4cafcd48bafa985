export { commitOf, whyDiverged, type CommitContext } from './committing.js';
export { foldRecords, type FoldContext, type Folded } from './folding.js';
export { stateOf } from './snapshot.js';
export { hitOf, valueMessage } from './values.js';
