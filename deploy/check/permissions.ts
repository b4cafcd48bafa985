import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { delimiter } from 'node:path';
import kafkajs from 'kafkajs';
import { parse } from 'yaml';
import { startKafka } from '#tools/stack/kafka.mjs';
import { Failed, need } from './check.js';
import { writeKafkaTools } from './kafka-tools.js';

/**
 * Checks that `create.sh` gives a Kafka with an authorizer exactly the rules of kafka-acls.yaml.
 */
export async function checkPermissions(folder: string): Promise<string> {
  const tools = join(folder, 'kafka-tools');
  mkdirSync(tools);
  await writeKafkaTools(tools);
  const kafka = await startKafka({
    dataDir: join(folder, 'kafka'),
    isShortLived: true,
    settings: {
      'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users': 'User:ANONYMOUS',
    },
  });
  try {
    const PATH = [tools, process.env['PATH']].join(delimiter);
    const env = { PATH, KAFKA_BROKERS: kafka.brokers, REPLICAS: '1' };
    await need('sh', ['deploy/kafka/create.sh'], { env });
    const [wanted, found] = [writtenPermissions(), await inForce(kafka.brokers)];
    if (found.join('\n') !== wanted.join('\n')) {
      throw new Failed(`The rules in force are:\n${found.join('\n')}`);
    }
    return `create.sh made the topics and ${found.length} rules in a Kafka with an authorizer.`;
  } finally {
    await kafka.stop();
  }
}

interface AclEntry {
  readonly topic?: string;
  readonly group?: string;
  readonly pattern?: string;
  readonly operations: readonly string[];
}

/**
 * Returns each rule as a line: principal, operation, and kind, pattern and name of its resource.
 */
function writtenPermissions(): string[] {
  const principals = parse(readFileSync('deploy/kafka-acls.yaml', 'utf8')) as Record<
    string,
    readonly AclEntry[]
  >;
  const lines = Object.entries(principals).flatMap(([who, entries]) =>
    entries.flatMap(({ topic, group, pattern = 'literal', operations }) =>
      operations.map((operation) => {
        const kind = topic === undefined ? 'group' : 'topic';
        return line(who, operation, kind, pattern, topic ?? group ?? '');
      }),
    ),
  );
  return lines.sort();
}

async function inForce(brokers: string): Promise<string[]> {
  const { AclOperationTypes, AclResourceTypes, ResourcePatternTypes, AclPermissionTypes } = kafkajs;
  const admin = new kafkajs.Kafka({
    brokers: [brokers],
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin();
  await admin.connect();
  try {
    const { resources } = await admin.describeAcls({
      resourceType: AclResourceTypes.ANY,
      resourcePatternType: ResourcePatternTypes.ANY,
      operation: AclOperationTypes.ANY,
      permissionType: AclPermissionTypes.ANY,
    } as never);
    const lines = resources.flatMap(({ resourceType, resourceName, resourcePatternType, acls }) =>
      acls.map(({ principal, operation }) =>
        line(
          principal.replace(/^User:/, ''),
          nameByNumber(AclOperationTypes, operation),
          nameByNumber(AclResourceTypes, resourceType),
          nameByNumber(ResourcePatternTypes, resourcePatternType),
          resourceName,
        ),
      ),
    );
    return lines.sort();
  } finally {
    await admin.disconnect();
  }
}

function nameByNumber(numbers: object, wanted: number): string {
  return Object.entries(numbers).find(([, number]) => number === wanted)?.[0] ?? String(wanted);
}

function line(who: string, operation: string, kind: string, pattern: string, name: string): string {
  const words = [operation, kind, pattern].map((word) => word.toLowerCase().replaceAll('_', ''));
  return [who, ...words, name].join(' ');
}
