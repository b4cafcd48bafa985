export { prepareAct, sendAct, type ActCommand, type PreparedAct } from './act.js';
export { isChange, type ActFacts, type AtRestart, type Condition } from './act-facts.js';
export { describeLeft, leftOf } from './approvers.js';
export {
  prepareApproval,
  prepareWithdrawal,
  sendApproval,
  sendWithdrawal,
  type Signing,
} from './approving.js';
export type { AwardFacts } from './award-facts.js';
export { grantDoubts, type GrantDoubt } from './grant-doubts.js';
export { afterwards } from './award-result.js';
export type { Command } from './command.js';
export { changesBetween, type ApprovalRows, type MemberChange } from './configuration-change.js';
export { changesJackpot, planConfiguration, type PlannedConfiguration } from './configuring.js';
export {
  commonOf,
  commonRootOf,
  describeDiffering,
  differingFrom,
  type Differing,
} from './keys/common-set.js';
export { isKnownZone } from './known-zone.js';
export { describeUnheard, differenceIn, hearingOf } from './keys/hearing.js';
export { sendToAll, type LedgerCommand } from './keys/ledger-commands.js';
export { nextSets } from './keys/next-sets.js';
export { whyRefused } from './keys/why-refused.js';
export { authoritiesOf, Home, thereAre } from './ledger-door.js';
export { gameFacts as gameOf, type JackpotGame } from './odds/game.js';
export { oddsFacts, type OddsFacts } from './odds/odds-facts.js';
export { formatPart, formatPercent } from './percent.js';
export { readProposed, type Proposed, type Proposing } from './proposed.js';
export { refusedAmounts } from './refused-amounts.js';
export type { Rehearsed } from './rehearsal.js';
export {
  describeSent,
  refusalIn,
  sendCommands,
  type AnsweredCommand,
  type Sent,
} from './sending.js';
export { reversalsLeft, reversalsProposed, type ReversalLeft } from './reversals.js';
export { assertNotProposed } from './same-thing.js';
export { signedSince, type SignedBefore } from './signed-since.js';
export { Signer, type PrivateKey } from './signer.js';
export { visible, visibleLines } from './visible.js';
export { assertNotWaiting } from './waiting.js';
