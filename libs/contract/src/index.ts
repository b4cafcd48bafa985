export { actDigest, canonicalJson } from './act-digest.js';
export {
  echoList,
  refusalsListed,
  echoSchema,
  refusedEventSchema,
  tableBetSchema,
  prizeMeterSchema,
  tableSchema,
  type Echo,
  type TableView,
} from './tables.js';
export { asyncApiDocument } from './asyncapi.js';
export {
  configurationSchema,
  readConfiguration,
  type CheckedConfiguration,
  type WrittenConfiguration,
} from './configuration.js';
export { currencyExponent, formatMicros, formatMinor } from './currency.js';
export { build, version } from './build.js';
export { decodeRecord, parseJson } from './decode.js';
export type { DecodeContext, Decoded } from './decoded.js';
export {
  kafkaEnvironment,
  kafkaOptions,
  readEnvironment,
  redisEnvironment,
  redisAddress,
  serverEnvironment,
} from './environment.js';
export { dealerAct, dealerActs, type DealerAct } from './dealer-act.js';
export { encodeEvent } from './encode.js';
export {
  commandSchemas,
  envelopeSchema,
  isCommandType,
  isOfLedger,
  roleOf,
  tableEventSchemas,
  type CommandType,
  type TableEventType,
} from './events.js';
export { jwkOf, jwksOf, keySchema } from './jwk.js';
export { differs, exitCodes, UserError } from './exit-codes.js';
export {
  readRoot,
  rootInForce,
  signRecord,
  keyPrint,
  kidOf,
  thumbprintInForce,
  verifySignature,
  type Root,
} from './signatures.js';
export { isClaim } from './signers.js';
export { exceptionText, namesOf, summedText } from './exception-text.js';
export {
  awardSchema,
  exceptionSchema,
  journalSchema,
  pulseSchema,
  shownSchema,
  streamPulseSchema,
  valueSchema,
  type AwardMessage,
  type ExceptionMessage,
  type JournalBlock,
  type Pulse,
  type ShownValue,
  type StreamPulse,
  type ValueMessage,
} from './messages.js';
export { isName, nameSchema } from './names.js';
export { homePartition } from './partition.js';
export { decodeRefusals, exceptionReasons, type ExceptionReason } from './refusals.js';
export { faultsOf, must, withValue } from './sentences.js';
export { lineNames, type ServiceLog } from './service-log.js';
export {
  ackSchema,
  ackSentWithinMs,
  awardShownWithinMs,
  claimsToBeNew,
  readAck,
  readSignName,
  signAckSchema,
  signSilentFromMs,
  type Ack,
  type SignAck,
} from './sign-acks.js';
export {
  accountsSchema,
  endSchemas,
  causeMeterSchema,
  handMeterSchema,
  statementSchema,
  type StatementMessage,
} from './statement.js';
export {
  defaultPartitions,
  defaultTopicPrefix,
  outputKinds,
  topicKinds,
  recordLimitBytes,
  topicName,
  type OutputKind,
  type TopicKind,
} from './topics.js';
export { whyUnreadable } from './unreadable-file.js';
