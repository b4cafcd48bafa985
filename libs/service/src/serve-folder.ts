import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';

type SetHeaders = NonNullable<Parameters<typeof fastifyStatic>[1]['setHeaders']>;

/**
 * Serves the files of a folder: pages work without the internet.
 * @param endings extensions of the served files.
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
    // Files of a page change together; only font files never change under their name.
    maxAge: endings.includes('.js') || endings.includes('.json') ? 0 : '1h',
    allowedPath: (path) => endings.includes(extname(path)),
    ...(setHeaders && { setHeaders }),
  });
}

/** The packages of the fonts, by the folder that serves them. */
const fonts = { inter: '@fontsource-variable/inter', 'noto-sans-tc': '@fontsource/noto-sans-tc' };

/** Serves the fonts in folders under a prefix: sign computers have no Chinese fonts. */
export async function serveFonts(fastify: FastifyInstance, prefix: string): Promise<void> {
  const { resolve } = createRequire(import.meta.url);
  for (const [name, packageName] of Object.entries(fonts)) {
    const folder = dirname(resolve(`${packageName}/package.json`));
    await serveFolder(fastify, `${prefix}${name}/`, folder, ['.css', '.woff2', '.woff']);
  }
}
