import { shownSchema, streamPulseSchema } from '#contract';
import { openApiSchema, problemsOf, type OpenApiParts } from '#service';
import { z } from 'zod';

/** The description of values and streams in `/docs` (contract 9.3). */

openApiSchema('Hit', shownSchema.shape.hit.unwrap());
openApiSchema('PendingAward', shownSchema.shape.pending.element);
openApiSchema('LastAward', shownSchema.shape.last.unwrap());
const shown = openApiSchema('ShownValue', shownSchema);
const pulse = openApiSchema('StreamPulse', streamPulseSchema);
const poolsSchema = z.object({ pools: z.array(shownSchema) });
export type Pools = z.output<typeof poolsSchema>;
export const poolsDocument = openApiSchema('Pools', poolsSchema);

export const problemsOfPools = {
  401: 'A token is needed, or another one: `WWW-Authenticate`.',
  404: 'There is no such jackpot.',
  503: 'The values of the ledger are not here yet.',
};

export const jackpotQuery = {
  name: 'jackpot',
  required: false,
  isArray: true,
  type: String,
  description: 'may be repeated; none for all',
};

export const asOfHeader = {
  'As-Of': {
    description: 'the oldest `asOf` of the pools; not there where one is null',
    schema: { type: 'string', format: 'date-time' },
  },
};

const streamParameters = [
  {
    name: 'jackpot',
    in: 'query' as const,
    description: jackpotQuery.description,
    schema: { type: 'array', items: { type: 'string' } },
  },
  {
    name: 'last',
    in: 'query' as const,
    description: 'the versions that the client has: `fortune-main=90311;harbour=17`',
    schema: { type: 'string' },
  },
];

const shownOrPulse = { oneOf: [shown, pulse] };

/** The streams, which are routes of Fastify’s own. */
const paths = {
  '/v1/pools/stream': {
    get: {
      operationId: 'PoolStreams_sse',
      tags: ['pools'],
      summary: 'The values as server-sent events',
      description:
        'An endless stream. `data` of an event without a name is a shown value, of the event ' +
        '`pulse` a pulse, both as JSON. `id` is what `Last-Event-ID` and `last` take.',
      parameters: [
        ...streamParameters,
        {
          name: 'last-event-id',
          in: 'header' as const,
          description: 'as `last`; browsers send it by themselves',
          schema: { type: 'string' },
        },
      ],
      responses: {
        200: {
          description: 'The schema is that of the `data` of one event.',
          content: {
            'text/event-stream': {
              schema: shownOrPulse,
              'x-events': { message: shown, pulse },
            },
          },
        },
        ...problemsOf(problemsOfPools),
      },
    },
  },
  '/v1/pools/ws': {
    get: {
      operationId: 'PoolStreams_webSocket',
      tags: ['pools'],
      summary: 'The same as a WebSocket',
      description:
        'Each text message is a shown value or a pulse, as JSON; a pulse is the one with `pools`. ' +
        'What a client sends is ignored. Code 1012: come back; 1008: the token is gone.',
      parameters: streamParameters,
      responses: {
        101: { description: 'The connection is a WebSocket.', 'x-messages': shownOrPulse },
        ...problemsOf({ ...problemsOfPools, 403: 'A page of another origin (`CORS_ORIGINS`).' }),
      },
    },
  },
};

/** The streams, and the tokens that `SIGNS_TOKENS` may ask for. */
export const openApi = {
  paths,
  security: [{}, { bearer: [] }, { token: [] }],
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer' },
    token: {
      type: 'apiKey',
      in: 'query',
      name: 'token',
      description: 'for EventSource and WebSocket, which can send no header',
    },
  },
} satisfies OpenApiParts;
