export type { AwardActData } from './act-data.js';
export { ActingKey } from './acting-key.js';
export { ageInWords, ageOfAward } from './age.js';
export { readAmount, readSum, typedMinor } from './amount.js';
export { prepareAct, sendAct, WouldBeRefused, type ActCommand, type PreparedAct } from './act.js';
export { isChange, type ActFacts, type AtRestart, type Condition } from './act-facts.js';
export { changeInWords, configurationInWords, describeChange } from './describe-change.js';
export { describeLeft, leftOf, type Left } from './approvers.js';
export {
  prepareApproval,
  prepareWithdrawal,
  type PreparedApproval,
  type PreparedWithdrawal,
  sendApproval,
  type Signing,
} from './approving.js';
export type { AwardFacts } from './award-facts.js';
export { grantDoubts, type GrantDoubt } from './grant-doubts.js';
export { afterwards } from './award-result.js';
export type { Command } from './command.js';
export { changesBetween, type ApprovalRows, type MemberChange } from './configuration-change.js';
export {
  configurationFields,
  configurationTyped,
  type ConfigurationField,
} from './configuration-fields.js';
export { changesJackpot, planConfiguration, type PlannedConfiguration } from './configuring.js';
export {
  commonOf,
  commonRootOf,
  describeDiffering,
  differingFrom,
  type Differing,
} from './keys/common-set.js';
export { commonZone, houseDay, houseTime, tableTime } from './house-time.js';
export { isKnownZone } from './known-zone.js';
export { describeUnheard, differenceIn, hearingOf } from './keys/hearing.js';
export {
  invitationText,
  readInvitation,
  writeInvitation,
  type Invitation,
} from './keys/invitation.js';
export { sendToAll, type LedgerCommand } from './keys/ledger-commands.js';
export { prepareKeySet, type KeyChange, type PreparedKeySet } from './keys/key-set.js';
export { keySetLooks } from './keys/key-set-looks.js';
export { nextSets } from './keys/next-sets.js';
export { whyRefused } from './keys/why-refused.js';
export { authoritiesOf, authorityOfLedger, Home, thereAre } from './ledger-door.js';
export { awardNamedIn, mayPayWin } from './looks/award-named.js';
export type { EndData } from './looks/ends.js';
export type { GrantData } from './looks/grant.js';
export { hasDoubt, jackpotsRunning, looksOf, type ShownAct } from './looks/looks-of.js';
export { assertNotReversed, reversalLooks } from './looks/reversal.js';
export { gameFacts as gameOf, type JackpotGame } from './odds/game.js';
export { oddsFacts, type OddsFacts } from './odds/odds-facts.js';
export { usualBetsADay } from './odds/usual-bets.js';
export { openAwards, type NextStep, type OpenAward } from './open-awards.js';
export { formatPart, formatPercent } from './percent.js';
export { isOutdated, readProposed, type Proposed, type Proposing } from './proposed.js';
export { signedBy, type SignedCommandFound } from './signed-by.js';
export { refusedAmounts } from './refused-amounts.js';
export type { Rehearsed } from './rehearsal.js';
export {
  describeSent,
  refusalIn,
  sendCommands,
  sendingWith,
  sendSigned,
  writeCommand,
  type AnsweredCommand,
  type Send,
  type Sent,
  type SignedBytes,
  type Way,
  type WrittenCommand,
} from './sending.js';
export { reasonWith } from './reasons.js';
export { receivingData } from './receiving.js';
export { reversalRest } from './reversal-rest.js';
export { reversalsLeft, reversalsProposed, type ReversalLeft } from './reversals.js';
export { assertNotProposed } from './same-thing.js';
export { signedSince, type SignedBefore } from './signed-since.js';
export { Signer, type PrivateKey } from './signer.js';
export { declaredCards, verifyingCommand } from './verifying.js';
export { jsonText, visible, visibleLines } from './visible.js';
export { assertNotWaiting } from './waiting.js';
