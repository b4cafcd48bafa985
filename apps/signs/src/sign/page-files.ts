import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveFolder, serveFonts } from '#service';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

/** The folder of the page, next to this app's sources and copied next to its build. */
const pageFolder = fileURLToPath(new URL('../../page/', import.meta.url));

export const signPage = readFileSync(`${pageFolder}sign.html`, 'utf8');

export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
  "img-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** Serves everything that the page loads: a sign must work without the internet. */
@Injectable()
export class PageFiles implements OnModuleInit {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    const own = ['.js', '.css', '.svg'];
    // The service worker answers for all signs, which are above its own folder. Its own policy
    // decides what it may fetch, not the page's.
    await serveFolder(fastify, '/signs/assets/', pageFolder, own, (response, path) => {
      if (!path.endsWith('/worker.js')) return;
      response.header('service-worker-allowed', '../');
      response.header('content-security-policy', contentSecurityPolicy);
    });
    const parts = ['.json', '.svg', '.png', '.webp', '.woff2'];
    await serveFolder(fastify, '/signs/themes/', `${pageFolder}themes/`, parts);
    const { resolve } = createRequire(import.meta.url);
    // The module that draws the codes of the installer's page.
    await serveFolder(fastify, '/signs/qr/', dirname(resolve('uqr')), ['.mjs']);
    await serveFonts(fastify, '/signs/fonts/');
  }
}
