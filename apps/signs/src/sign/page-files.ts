import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

/** The folder of the page, beside this app's sources and copied beside its build. */
const pageFolder = fileURLToPath(new URL('../../page/', import.meta.url));

export const signPage = readFileSync(`${pageFolder}sign.html`, 'utf8');

export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
  "img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

const fonts = { inter: '@fontsource-variable/inter', 'noto-sans-tc': '@fontsource/noto-sans-tc' };

/** Serves everything that the page loads: a sign must work without the internet. */
@Injectable()
export class PageFiles implements OnModuleInit {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    await addFolder(fastify, '/signs/assets/', pageFolder, ['.js', '.css', '.svg']);
    const parts = ['.json', '.svg', '.png', '.webp', '.woff2'];
    await addFolder(fastify, '/signs/themes/', `${pageFolder}themes/`, parts);
    const { resolve } = createRequire(import.meta.url);
    // What draws the codes of the installer's page.
    await addFolder(fastify, '/signs/qr/', dirname(resolve('uqr')), ['.mjs']);
    for (const [name, packageName] of Object.entries(fonts)) {
      const manifest = resolve(`${packageName}/package.json`);
      const endings = ['.css', '.woff2', '.woff'];
      await addFolder(fastify, `/signs/fonts/${name}/`, dirname(manifest), endings);
    }
  }
}

async function addFolder(
  fastify: FastifyInstance,
  prefix: string,
  root: string,
  endings: readonly string[],
): Promise<void> {
  await fastify.register(fastifyStatic, {
    root,
    prefix,
    decorateReply: false,
    index: false,
    // Files of the page change together; only those of a font never change under their name.
    maxAge: endings.includes('.js') || endings.includes('.json') ? 0 : '1h',
    allowedPath: (path) => endings.includes(extname(path)),
    // The service worker answers for all signs, which are above the folder that it lies in. What it
    // may fetch is decided by its own policy, not by the page's.
    setHeaders: (response, path) => {
      if (!path.endsWith('/worker.js')) return;
      response.header('service-worker-allowed', '../');
      response.header('content-security-policy', contentSecurityPolicy);
    },
  });
}
