import { ApiProblems, openApiSchema } from '#service';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TableAccess } from '../access.js';
import { standingSchema, type Standing } from './standing.js';
import { TableFeed } from './table-feed.js';

@ApiTags('tables')
@Controller('v1/tables')
export class TablesController {
  constructor(
    private readonly feed: TableFeed,
    private readonly access: TableAccess,
  ) {}

  @Get(':jackpot/:table')
  @ApiOperation({ summary: 'All that a table has to know of itself' })
  @ApiOkResponse({ schema: openApiSchema('Standing', standingSchema) })
  @ApiProblems({
    401: 'The token of the table is needed, or another one: `WWW-Authenticate`.',
    403: 'This is the token of another table.',
    404: 'There is no such jackpot.',
    503: 'The ledger cannot be read.',
  })
  async read(
    @Param('jackpot') jackpot: string,
    @Param('table') table: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Standing> {
    this.access.assertTable(request, reply, table);
    return this.feed.read(jackpot, table);
  }
}
