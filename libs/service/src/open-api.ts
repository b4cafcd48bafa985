import { applyDecorators } from '@nestjs/common';
import { ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { problemType } from './problem.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Responses = Operation['responses'];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('a sentence'),
  instance: z.string().optional().describe('the path'),
  details: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('of a health check: what is wrong'),
});

const healthSchema = z.object({
  status: z.literal('ok'),
  info: z.record(z.string(), z.unknown()),
  error: z.record(z.string(), z.unknown()),
  details: z.record(z.string(), z.unknown()),
});

/** The named schemas of this service. */
const named = z.registry<{ id: string }>();

/**
 * Describes an answer in OpenAPI: a reference to the schema that its type comes from. The document
 * contains the schema once, by this name. A named schema inside another one is a reference too.
 */
export function openApiSchema(name: string, schema: z.ZodType): { $ref: string } {
  named.add(schema, { id: name });
  return { $ref: refTo(name) };
}

const problem = openApiSchema('Problem', problemSchema);
const health = openApiSchema('Health', healthSchema);

/** Problem answers by status, each with the case in which it is sent. */
export function ApiProblems(
  whens: Readonly<Record<number, string>>,
  schema = problem,
): MethodDecorator {
  return applyDecorators(
    ...Object.entries(problemsOf(whens, schema)).map(([status, response]) =>
      ApiResponse({ status: Number(status), ...response }),
    ),
  );
}

/** Both answers of a health check. */
export function ApiHealth(): MethodDecorator {
  return applyDecorators(
    ApiResponse({ status: 200, description: 'It is healthy.', schema: health }),
    ApiProblems({ 503: 'It is not healthy; `details` names what is wrong.' }),
  );
}

/** The same answers for a path that Nest does not know. */
export function problemsOf(whens: Readonly<Record<number, string>>, schema = problem) {
  const answers = Object.entries(whens).map(([status, description]) => [
    status,
    { description, content: { [problemType]: { schema } } },
  ]);
  return Object.fromEntries(answers) as Record<
    string,
    { description: string; content: Record<string, { schema: { $ref: string } }> }
  >;
}

/** Answers that any request can get (contract 9.2); `default` covers the other problems of HTTP. */
const always = {
  ...problemsOf({
    400: 'A parameter is wrong, or the address cannot be read.',
    500: 'The service failed to answer; its log says why.',
  }),
  default: {
    description: 'Every other error is a problem too: 405, 408, 414, 431.',
    content: { [problemType]: { schema: problem } },
  },
};
const limited = problemsOf({
  429: 'Too many requests from this address, or too much data: see `Retry-After`.',
});

/** Parts of a document that Nest does not find. */
export interface OpenApiParts {
  readonly paths: OpenAPIObject['paths'];
  readonly security: NonNullable<OpenAPIObject['security']>;
  readonly securitySchemes: NonNullable<
    NonNullable<OpenAPIObject['components']>['securitySchemes']
  >;
}

/** The document of a service: Nest's part, with all problems and the schemas by name. */
export function completeDocument(document: OpenAPIObject, parts?: OpenApiParts): OpenAPIObject {
  const { paths = {}, security = [], securitySchemes = {} } = parts ?? {};
  const all = { ...document.paths, ...paths };
  for (const [path, item] of Object.entries(all)) {
    const common = path.startsWith('/health/') ? always : { ...limited, ...always };
    for (const operation of operationsOf(item)) addTo(operation.responses, common);
  }
  const components = { ...document.components, schemas: namedSchemas(), securitySchemes };
  return { ...document, paths: all, components, security };
}

function operationsOf({ get, post }: OpenAPIObject['paths'][string]): Operation[] {
  return [get, post].filter((each) => each !== undefined);
}

function addTo(responses: Responses, more: Responses): void {
  for (const [status, response] of Object.entries(more)) responses[status] ??= response;
}

function namedSchemas(): Schemas {
  const { schemas } = z.toJSONSchema(named, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
    uri: refTo,
  });
  // A schema of OpenAPI 3.0 has no `$id`: its key is its name.
  for (const schema of Object.values(schemas)) delete schema.$id;
  return schemas as Schemas;
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}
