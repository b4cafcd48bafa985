import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';

type SetHeaders = NonNullable<Parameters<typeof fastifyStatic>[1]['setHeaders']>;

/**
 * Serves the files of a folder: pages work without the internet.
 * @param endings of the files that are served; of a font they are those of a style sheet and its
 * data, which never change under their names.
 */
export async function serveFolder(
  fastify: FastifyInstance,
  prefix: string,
  root: string,
  endings: readonly string[],
  setHeaders?: SetHeaders,
): Promise<void> {
  await fastify.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    index: false,
    // Files of a page change together.
    maxAge: endings.includes('.js') || endings.includes('.json') ? 0 : '1h',
    allowedPath: (path) => endings.includes(extname(path)),
    ...(setHeaders && { setHeaders }),
  });
}

/** The folder of an installed package. @param from `import.meta.url` of who asks. */
export function packageFolder(name: string, from: string): string {
  return dirname(createRequire(from).resolve(`${name}/package.json`));
}

/** What a font's folder is asked for. */
export const fontEndings = ['.css', '.woff2', '.woff'] as const;
