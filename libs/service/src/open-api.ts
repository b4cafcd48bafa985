import type { ApiResponseSchemaHost } from '@nestjs/swagger';
import { z } from 'zod';

/** What OpenAPI says of an answer, from the schema that its type comes from. */
export function openApiSchema(schema: z.ZodType): ApiResponseSchemaHost['schema'] {
  return z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'output',
    unrepresentable: 'any',
  }) as ApiResponseSchemaHost['schema'];
}
