import { awardSchema, refusedEventSchema, tableBetSchema } from '#contract';
import { openApiSchema, problemsOf, type OpenApiParts } from '#service';
import { z } from 'zod';
import { eventAnswerSchema } from './events/event-sender.js';
import { streamSchemas } from './tables/standing.js';

/** The description in `/docs` of the routes that are Fastify's own (contract 9.7). */

openApiSchema('Award', awardSchema);
openApiSchema('TableBet', tableBetSchema);
openApiSchema('RefusedEvent', refusedEventSchema);
openApiSchema('EventAnswer', eventAnswerSchema);
const answers = openApiSchema('EventAnswers', z.object({ events: z.array(eventAnswerSchema) }));
const said = Object.entries(streamSchemas).map(
  ([name, schema]) =>
    [name, openApiSchema(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}Said`, schema)] as const,
);

const refusals = {
  401: 'The token of the table is needed, or another one: `WWW-Authenticate`.',
  403: 'This is the token of another table.',
};
const path = ['jackpot', 'table'].map((name) => ({
  ...{ name, in: 'path' as const, required: true },
  schema: { type: 'string' as const },
}));
const last = {
  name: 'last',
  in: 'query' as const,
  description: 'the newest sequence that the client has heard of; also as `Last-Event-ID`',
  schema: { type: 'string' as const },
};
const allSaid = { oneOf: said.map(([, schema]) => schema) };

const paths = {
  '/v1/events': {
    post: {
      operationId: 'Events_post',
      tags: ['events'],
      summary: 'Events of a table, by the HTTP binding of CloudEvents',
      description:
        'One event as `application/cloudevents+json`, or up to 16 as ' +
        '`application/cloudevents-batch+json`, which are all taken or none. `Prefer: wait=5` waits ' +
        'for what the ledger makes of them. The header `signature` goes with the record as it is.',
      parameters: [],
      responses: {
        200: {
          description: 'With `Prefer: wait`: what became of each.',
          content: { 'application/json': { schema: answers } },
        },
        202: {
          description: 'Kafka has them on all replicas.',
          content: { 'application/json': { schema: answers } },
        },
        ...problemsOf({
          ...refusals,
          413: 'An event has more than 64 KiB, or the batch more than 1 MiB.',
          415: 'Another content-type.',
          503: 'Kafka does not answer: send the same again after `Retry-After`.',
        }),
      },
    },
  },
  '/v1/tables/{jackpot}/{table}/stream': {
    get: {
      operationId: 'TableStreams_sse',
      tags: ['tables'],
      summary: 'What happens at a table, as server-sent events',
      description: 'An endless stream. `id` is the sequence up to which it speaks.',
      parameters: [...path, last],
      responses: {
        200: {
          description: 'The schema is that of the `data` of one event.',
          content: {
            'text/event-stream': { schema: allSaid, 'x-events': Object.fromEntries(said) },
          },
        },
        ...problemsOf({ ...refusals, 404: 'There is no such jackpot.' }),
      },
    },
  },
  '/v1/tables/{jackpot}/{table}/ws': {
    get: {
      operationId: 'TableStreams_webSocket',
      tags: ['tables'],
      summary: 'The same as a WebSocket',
      description: 'Each text message is `{ event, data, id }`, as JSON. Code 1012: come back.',
      parameters: [...path, last],
      responses: {
        101: { description: 'The connection is a WebSocket.', 'x-messages': allSaid },
        ...problemsOf({ ...refusals, 404: 'There is no such jackpot.' }),
      },
    },
  },
};

/** The routes, and the token that each table has. */
export const tablesOpenApi = {
  paths,
  security: [{ bearer: [] }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
} satisfies OpenApiParts;
