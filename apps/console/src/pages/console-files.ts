import { fileURLToPath } from 'node:url';
import { serveFolder, serveFonts } from '#service';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

const folder = fileURLToPath(new URL('../../page/', import.meta.url));

/** Serves the files that the pages load. */
@Injectable()
export class ConsoleFiles implements OnModuleInit {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  async onModuleInit(): Promise<void> {
    const fastify = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    await serveFolder(fastify, '/assets/', folder, ['.js', '.css', '.svg']);
    await serveFonts(fastify, '/fonts/');
  }
}
