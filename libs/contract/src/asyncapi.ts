import { z } from 'zod';
import {
  commandSchemas,
  envelopeSchema,
  eventSummaries,
  roleOf,
  tableEventSchemas,
} from './events.js';
import { awardSchema, exceptionSchema, journalSchema, valueSchema } from './messages.js';
import { signAckSchema } from './sign-acks.js';
import { statementSchema } from './statement.js';
import {
  defaultPartitions,
  defaultTopicPrefix,
  recordLimitBytes,
  topicKinds,
  topicName,
  type TopicKind,
} from './topics.js';

const outputs = {
  awards: {
    message: 'award',
    schema: awardSchema,
    key: 'The jackpot’s id.',
    summary: 'One award as it is: all payouts of a round, again whenever a command changes it.',
  },
  exceptions: {
    message: 'exception',
    schema: exceptionSchema,
    key: 'The jackpot’s id as far as the event names one, otherwise empty.',
    summary: 'An event that was refused, or looks wrong although it was applied.',
  },
  'pool-values': {
    message: 'poolValue',
    schema: valueSchema,
    key: 'The jackpot’s id; the topic is compacted.',
    summary: 'The newest value of a pool. Drop what has no higher version than the last one seen.',
  },
  statements: {
    message: 'statement',
    schema: statementSchema,
    key: 'The jackpot’s id.',
    summary: 'A gaming day that was closed, in parts where a jackpot has many tables.',
  },
  journal: {
    message: 'journalBlock',
    schema: journalSchema,
    key: 'The partition of the events topic, in decimal.',
    summary: 'What one commit posted, chained to the block before it by its hash.',
  },
  'sign-acks': {
    message: 'signAck',
    schema: signAckSchema,
    key: 'The name of the sign.',
    summary:
      'What a sign says that it has painted, beside what the gateway had. One may come twice.',
  },
} as const satisfies Record<Exclude<TopicKind, 'events'>, unknown>;

/**
 * The wire format as an AsyncAPI 3 document, as the services see it, generated from its schemas.
 */
export function asyncApiDocument(version: string) {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Progressive jackpot',
      version,
      description:
        'Tables and operators write events to one log; the ledger follows from it and answers on five topics. ' +
        'On a sixth the sign gateways keep what the signs have painted. ' +
        'Amounts are integers in minor units of the jackpot’s currency (ISO 4217), rates and shares in basis points. ' +
        'Topic names take another prefix from `TOPIC_PREFIX`.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    channels: Object.fromEntries(topicKinds.map((kind) => [camelCase(kind), channel(kind)])),
    operations: Object.fromEntries(topicKinds.map(operation)),
    components: {
      messages: {
        ...Object.fromEntries(eventTypes.map((type) => [camelCase(type), eventMessage(type)])),
        ...Object.fromEntries(
          Object.values(outputs).map((output) => [output.message, outputMessage(output)]),
        ),
      },
    },
  };
}

type EventType = keyof typeof eventSummaries;
const dataSchemas = { ...tableEventSchemas, ...commandSchemas };
const eventTypes = Object.keys(dataSchemas) as EventType[];

function channel(kind: TopicKind) {
  const topic = topicName(defaultTopicPrefix, kind);
  const messages = messagesOn(kind);
  return {
    address: topic,
    title: topic,
    description: kind === 'events' ? eventsDescription : outputs[kind].summary,
    messages: Object.fromEntries(
      messages.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    bindings: {
      kafka: {
        topic,
        ...(kind === 'events' && { partitions: defaultPartitions }),
        ...(kind === 'pool-values' && { topicConfiguration: { 'cleanup.policy': ['compact'] } }),
        bindingVersion: '0.5.0',
      },
    },
  };
}

const eventsDescription =
  'The one log that everything follows from. Write with `acks=all`, idempotence and the standard ' +
  'partitioner (murmur2 of the key; librdkafka: `partitioner=murmur2_random`), the key being the ' +
  'jackpot’s id, equal to `subject`: an event in another partition than its jackpot’s is refused. ' +
  `A record has at most ${recordLimitBytes} bytes. The partition count is fixed when the topic is made.`;

function operation(kind: TopicKind) {
  const name = camelCase(kind);
  const action = kind === 'events' ? 'receive' : 'send';
  const written = {
    action,
    channel: { $ref: `#/channels/${name}` },
    summary: kind === 'events' ? 'Follows tables and operators.' : outputs[kind].summary,
    messages: messagesOn(kind).map((message) => ({
      $ref: `#/channels/${name}/messages/${message}`,
    })),
  };
  return [camelCase(`${action}-${kind}`), written];
}

function eventMessage(type: EventType) {
  const data: z.ZodType = dataSchemas[type];
  const payload = envelopeSchema.extend({
    type: z.literal(type),
    subject: envelopeSchema.shape.subject.describe('The jackpot’s id, equal to the Kafka key.'),
    source: envelopeSchema.shape.source.describe('The table’s or the operator’s id.'),
    sequence: envelopeSchema.shape.sequence.describe(
      'The source’s own counter for this jackpot, below 2^63, one more for each event.',
    ),
    data,
  });
  const isCommand = type in commandSchemas;
  return {
    name: type,
    title: type,
    summary: eventSummaries[type],
    contentType: 'application/cloudevents+json',
    ...(isCommand && { headers: signatureHeaders(roleOf[type as keyof typeof roleOf]) }),
    payload: jsonSchema(payload),
    bindings: kafkaKey('The jackpot’s id, equal to `subject`.'),
  };
}

function signatureHeaders(role: string | null) {
  const by = role === null ? 'a key as contract 4.5 says' : `a key with the role ${role}`;
  return headers({
    signature: `<keyId>:<signature over the ledger’s id, a line feed and the value> as contract 4.1 says, by ${by}`,
  });
}

/** Required headers, with a description for each name. */
function headers(descriptions: Readonly<Record<string, string>>) {
  const properties = Object.entries(descriptions).map(([name, description]) => [
    name,
    { type: 'string', description },
  ]);
  return {
    type: 'object',
    required: Object.keys(descriptions),
    properties: Object.fromEntries(properties),
  };
}

function outputMessage({ message, schema, key, summary }: (typeof outputs)[keyof typeof outputs]) {
  const followsFromEvent = message !== 'signAck';
  return {
    name: message,
    title: message,
    summary,
    contentType: 'application/json',
    ...(followsFromEvent && { headers: outputHeaders }),
    payload: jsonSchema(schema),
    bindings: kafkaKey(key),
  };
}

const outputHeaders = headers({
  id: 'The same log always gives the same id: drop what you have seen.',
  partition: 'Partition of the event behind it, in decimal.',
  offset: 'Offset of the event behind it, in decimal.',
});

function kafkaKey(description: string) {
  return { kafka: { key: { type: 'string', description }, bindingVersion: '0.5.0' } };
}

/** The input form of a schema: a member with a default is optional. */
function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  const written: Record<string, unknown> = z.toJSONSchema(schema, {
    target: 'draft-07',
    io: 'input',
  });
  delete written['$schema'];
  return written;
}

function messagesOn(kind: TopicKind): string[] {
  return kind === 'events' ? eventTypes.map(camelCase) : [outputs[kind].message];
}

function camelCase(name: string): string {
  return name.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());
}
