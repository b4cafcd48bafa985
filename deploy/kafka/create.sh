#!/bin/sh
# Makes the topics, the permissions and the quotas. Topics that are there stay as they are.
# npm run docs writes it from apps/jackpot/src/ledger/topics.ts and kafka-acls.yaml.
#   KAFKA_BROKERS=kafka-1:9092 COMMAND_CONFIG=admin.properties sh deploy/kafka/create.sh
# "create.sh topics", "create.sh acls" and "create.sh quotas" do a part of it. Kafka's bin folder
# must be on PATH. With fewer than three brokers set REPLICAS=1: then one lost disk loses the log.
# A quota holds on each broker and for all connections of its principal together. Give each table or
# pit a principal of its own, and it holds for that table or pit.
set -eu
: "${KAFKA_BROKERS:?names the brokers as host:port}"
prefix=${TOPIC_PREFIX:-jackpot.}
group=${KAFKA_GROUP_ID:-jackpot-ledger}
replicas=${REPLICAS:-3}
in_sync=1
if [ "$replicas" -ge 3 ]; then in_sync=2; fi

topic() {
  name=$1
  shift
  kafka-topics.sh --bootstrap-server "$KAFKA_BROKERS" \
    ${COMMAND_CONFIG:+--command-config "$COMMAND_CONFIG"} --create --if-not-exists \
    --topic "$name" --replication-factor "$replicas" --config min.insync.replicas=$in_sync "$@"
}

allow() {
  who=$1
  shift
  kafka-acls.sh --bootstrap-server "$KAFKA_BROKERS" \
    ${COMMAND_CONFIG:+--command-config "$COMMAND_CONFIG"} --add --allow-principal "User:$who" "$@"
}

limit() {
  kafka-configs.sh --bootstrap-server "$KAFKA_BROKERS" \
    ${COMMAND_CONFIG:+--command-config "$COMMAND_CONFIG"} --alter \
    --entity-type users --entity-name "$1" --add-config "$2"
}

topics() {
  topic "${prefix}events" --partitions 12 \
    --config retention.ms=-1 \
    --config retention.bytes=-1 \
    --config compression.type=producer \
    --config message.timestamp.type=LogAppendTime
  topic "${prefix}awards" --partitions 12 \
    --config retention.ms=158112000000
  topic "${prefix}exceptions" --partitions 12 \
    --config retention.ms=158112000000
  topic "${prefix}pool-values" --partitions 12 \
    --config cleanup.policy=compact \
    --config min.cleanable.dirty.ratio=0.1
  topic "${prefix}statements" --partitions 12 \
    --config retention.ms=-1 \
    --config retention.bytes=-1
  topic "${prefix}journal" --partitions 12 \
    --config retention.ms=-1 \
    --config retention.bytes=-1
  topic "${prefix}sign-acks" --partitions 12 \
    --config retention.ms=31622400000 \
    --config compression.type=gzip
}

acls() {
  allow tables --operation Describe --operation Write \
    --topic "${prefix}events"
  allow ledger --operation Describe --operation DescribeConfigs --operation Read \
    --topic "${prefix}events"
  allow ledger --operation Describe --operation Write \
    --topic "${prefix}awards"
  allow ledger --operation Describe --operation Write \
    --topic "${prefix}exceptions"
  allow ledger --operation Describe --operation Write \
    --topic "${prefix}pool-values"
  allow ledger --operation Describe --operation Write \
    --topic "${prefix}statements"
  allow ledger --operation Describe --operation DescribeConfigs --operation Read --operation Write \
    --topic "${prefix}journal"
  allow ledger --operation Describe \
    --topic "${prefix}sign-acks"
  allow ledger --operation Create \
    --topic "${prefix}" --resource-pattern-type prefixed
  allow ledger --operation Read \
    --group "${group}"
  allow signs --operation Describe --operation Write \
    --topic "${prefix}sign-acks"
  allow operator --operation Describe --operation DescribeConfigs --operation Read --operation Write \
    --topic "${prefix}events"
  allow operator --operation Describe --operation Read \
    --topic "${prefix}awards"
  allow operator --operation Describe --operation Read \
    --topic "${prefix}exceptions"
  allow operator --operation Describe --operation Read \
    --topic "${prefix}pool-values"
  allow operator --operation Describe --operation Read \
    --topic "${prefix}statements"
  allow operator --operation Describe --operation DescribeConfigs --operation Read \
    --topic "${prefix}journal"
  allow operator --operation Describe --operation Read \
    --topic "${prefix}sign-acks"
  allow recovery --operation Describe --operation DescribeConfigs --operation Read \
    --topic "${prefix}events"
  allow recovery --operation Describe --operation Read \
    --topic "${prefix}awards"
  allow recovery --operation Describe --operation DescribeConfigs --operation Read --operation Write \
    --topic "${prefix}journal"
}

quotas() {
  limit tables producer_byte_rate=1048576,request_percentage=50
}

case ${1:-all} in
  topics) topics ;;
  acls) acls ;;
  quotas) quotas ;;
  all)
    topics
    acls
    quotas
    ;;
  *)
    echo "create.sh takes topics, acls or quotas; it was $1." >&2
    exit 64
    ;;
esac
