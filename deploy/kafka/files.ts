import { readFileSync } from 'node:fs';
import { defaultTopicPrefix } from '#contract';
import { parse, stringify } from 'yaml';
import { topicsToMake } from '../../apps/jackpot/src/ledger/topics.js';

/** An entry of deploy/kafka-acls.yaml: one Allow rule for each operation. */
interface Rule {
  readonly topic?: string;
  readonly group?: string;
  readonly pattern?: 'prefixed';
  readonly operations: readonly string[];
}

/** The group of deploy/kafka-acls.yaml, which is the default of KAFKA_GROUP_ID. */
const ledgerGroup = 'jackpot-ledger';

/**
 * Limits of a principal on each broker, so that a broken controller, or a stolen password, does not
 * slow down the others. 10,000 tables of seven bets write 370 KB in 1,300 requests a second
 * (deploy/sizing.md): 1 MiB is three times that, and at most the events that one instance folds. Of
 * the broker's eleven threads (1100 %) half a one is enough for them.
 */
const quotas: Readonly<Record<string, { producerByteRate: number; requestPercentage: number }>> = {
  tables: { producerByteRate: 1024 * 1024, requestPercentage: 50 },
};

/** Number for three brokers; `ensureTopics` gives the same safety. */
const copies = 3;

const origin = 'npm run docs writes it from apps/jackpot/src/ledger/topics.ts and kafka-acls.yaml.';

/** Returns the files for Kafka before the first start: path from the root of the project → text. */
export function kafkaFiles(): Map<string, string> {
  const principals = Object.entries(
    parse(readFileSync('deploy/kafka-acls.yaml', 'utf8')) as Record<string, readonly Rule[]>,
  );
  return new Map([
    ['deploy/kafka/create.sh', script(principals)],
    ['deploy/kafka/strimzi.yaml', resources(principals)],
  ]);
}

/** The end of create.sh. */
const choices = `case \${1:-all} in
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
`;

type Principals = readonly (readonly [string, readonly Rule[]])[];

function script(principals: Principals): string {
  const topics = topicsToMake(defaultTopicPrefix).map(({ topic, partitions, config }) =>
    [
      `topic "${inShell(topic)}" --partitions ${partitions}`,
      ...Object.entries(config).map(([name, value]) => `--config ${name}=${value}`),
    ].join(' \\\n    '),
  );
  const rules = principals.flatMap(([who, entries]) =>
    entries.map(({ topic, group, pattern, operations }) => {
      const resource =
        topic === undefined ? `--group "${inShell(group)}"` : `--topic "${inShell(topic)}"`;
      return [
        `allow ${who} ${operations.map((operation) => `--operation ${operation}`).join(' ')}`,
        resource + (pattern === 'prefixed' ? ' --resource-pattern-type prefixed' : ''),
      ].join(' \\\n    ');
    }),
  );
  const limits = Object.entries(quotas).map(
    ([who, { producerByteRate, requestPercentage }]) =>
      `limit ${who} producer_byte_rate=${producerByteRate},request_percentage=${requestPercentage}`,
  );
  return `#!/bin/sh
# Makes the topics, the permissions and the quotas. Topics that are there stay as they are.
# ${origin}
#   KAFKA_BROKERS=kafka-1:9092 COMMAND_CONFIG=admin.properties sh deploy/kafka/create.sh
# "create.sh topics", "create.sh acls" and "create.sh quotas" do a part of it. Kafka's bin folder
# must be on PATH. With fewer than three brokers set REPLICAS=1: then one lost disk loses the log.
# A quota holds on each broker and for all connections of its principal together. Give each table or
# pit a principal of its own, and it holds for that table or pit.
set -eu
: "\${KAFKA_BROKERS:?names the brokers as host:port}"
prefix=\${TOPIC_PREFIX:-${defaultTopicPrefix}}
group=\${KAFKA_GROUP_ID:-${ledgerGroup}}
replicas=\${REPLICAS:-${copies}}
in_sync=1
if [ "$replicas" -ge ${copies} ]; then in_sync=2; fi

topic() {
  name=$1
  shift
  kafka-topics.sh --bootstrap-server "$KAFKA_BROKERS" \\
    \${COMMAND_CONFIG:+--command-config "$COMMAND_CONFIG"} --create --if-not-exists \\
    --topic "$name" --replication-factor "$replicas" --config min.insync.replicas=$in_sync "$@"
}

allow() {
  who=$1
  shift
  kafka-acls.sh --bootstrap-server "$KAFKA_BROKERS" \\
    \${COMMAND_CONFIG:+--command-config "$COMMAND_CONFIG"} --add --allow-principal "User:$who" "$@"
}

limit() {
  kafka-configs.sh --bootstrap-server "$KAFKA_BROKERS" \\
    \${COMMAND_CONFIG:+--command-config "$COMMAND_CONFIG"} --alter \\
    --entity-type users --entity-name "$1" --add-config "$2"
}

topics() {
${indented(topics)}
}

acls() {
${indented(rules)}
}

quotas() {
${indented(limits)}
}

${choices}`;
}

/**
 * Returns a name of a topic or group, with the part that the environment may change as a variable
 * of the shell.
 */
function inShell(name = ''): string {
  return name.replace(defaultTopicPrefix, '${prefix}').replace(ledgerGroup, '${group}');
}

function indented(commands: readonly string[]): string {
  return commands.map((command) => `  ${command}`).join('\n');
}

function resources(principals: Principals): string {
  const kind = (name: string, metadata: string, spec: object) => ({
    apiVersion: 'kafka.strimzi.io/v1',
    kind: name,
    metadata: { name: metadata, labels: { 'strimzi.io/cluster': 'kafka' } },
    spec,
  });
  const topics = topicsToMake(defaultTopicPrefix).map(({ topic, partitions, config }) =>
    kind('KafkaTopic', topic, {
      topicName: topic,
      partitions,
      replicas: copies,
      config: { 'min.insync.replicas': '2', ...config },
    }),
  );
  const users = principals.map(([who, entries]) =>
    kind('KafkaUser', who, {
      authentication: { type: 'scram-sha-512' },
      authorization: {
        type: 'simple',
        acls: entries.map(({ topic, group, pattern = 'literal', operations }) => ({
          resource: {
            type: topic === undefined ? 'group' : 'topic',
            name: topic ?? group,
            patternType: pattern,
          },
          operations,
        })),
      },
      ...(quotas[who] && { quotas: quotas[who] }),
    }),
  );
  return `# The topics and permissions as resources of Strimzi 0.49 or newer, for a cluster named "kafka".
# ${origin}
# Each KafkaUser gets a Secret of its name, whose key "password" the chart refers to.
${[...topics, ...users].map((each) => `---\n${stringify(each, { lineWidth: 100, singleQuote: true })}`).join('')}`;
}
