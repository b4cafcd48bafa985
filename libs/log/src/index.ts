export { Backlog } from './backlog.js';
export { recordsPerApply } from './pace.js';
export { isAhead, logBehind, logTrimmed, timeAhead } from './gate.js';
export { halt, haltOfBug, haltReasons, pageOf, type Halt, type HaltReason } from './halting.js';
export { JoinedRead } from './joined-read.js';
export { openKafka, silentPeers, throttledPeers, withAdmin } from './kafka.js';
export { kafkaFailureOf, type KafkaFailure } from './kafka-failure.js';
export { LogFault } from './log-fault.js';
export {
  logPatterns,
  type Applied,
  type ApplyRecords,
  type LogHandler,
  type LookAtLedger,
  type Looked,
  type Opened,
  type OpenPartition,
} from './log-handler.js';
export type { PartitionStatus } from './assigned-partition.js';
export type { LogSink } from './log-sink.js';
export { LogProducer, type OutgoingMessage } from './producer.js';
export { readClusterId, readLog, readOffsetsAt, readRanges, readWatermarks } from './reader.js';
export { anchorOf, readableMs, type LogRecord } from './record.js';
export type { LogStatus } from './server-options.js';
export { TopicReader } from './topic-reader.js';
export { readTopicFindings, TopicSafety, type TopicFindings } from './topic-safety.js';
export { ensureTopics, type TopicToMake } from './topics.js';
export { Turns } from './turns.js';
