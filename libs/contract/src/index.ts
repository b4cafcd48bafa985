export { asyncApiDocument } from './asyncapi.js';
export {
  amountLimitMinor,
  configurationSchema,
  readConfiguration,
  type CheckedConfiguration,
  type WrittenConfiguration,
} from './configuration.js';
export { currencyExponent, formatMinor } from './currency.js';
export { decodeRecord, type Decoded, type DecodeContext, type LogRecord } from './decode.js';
export {
  kafkaEnvironment,
  kafkaOptions,
  logEnvironment,
  readEnvironment,
  redisEnvironment,
  redisAddress,
  serverEnvironment,
  type KafkaEnvironment,
  type RedisEnvironment,
} from './environment.js';
export { encodeEvent } from './encode.js';
export {
  commandSchemas,
  envelopeSchema,
  roleOf,
  roles,
  tableEventSchemas,
  type CommandType,
  type Role,
  type TableEventType,
} from './events.js';
export { exitCodes } from './exit-codes.js';
export {
  keySetSchema,
  readCommandKeys,
  signCommand,
  verifySignature,
  type CommandKeys,
} from './command-keys.js';
export {
  awardSchema,
  exceptionText,
  exceptionSchema,
  journalSchema,
  valueSchema,
  type AwardMessage,
  type ExceptionMessage,
  type JournalBlock,
  type ValueMessage,
} from './messages.js';
export { nameSchema } from './names.js';
export { homePartition, murmur2 } from './partition.js';
export { decodeRefusals, exceptionReasons, type ExceptionReason } from './refusals.js';
export {
  defaultPartitions,
  defaultTopicPrefix,
  recordLimitBytes,
  topicKinds,
  topicName,
  type OutputKind,
  type TopicKind,
} from './topics.js';
