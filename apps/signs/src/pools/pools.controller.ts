import { shownSchema } from '#contract';
import { openApiSchema } from '#service';
import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { entityTag, isKnown, oldestAsOf } from './entity-tag.js';
import { PoolBoard } from './pool-board.js';
import { requestedJackpots } from './requested-jackpots.js';

const poolsSchema = z.object({ pools: z.array(shownSchema) });

@ApiTags('pools')
@Controller('v1/pools')
export class PoolsController {
  constructor(private readonly board: PoolBoard) {}

  @Get()
  @ApiOperation({ summary: 'The newest value of each pool' })
  @ApiQuery({ name: 'jackpot', required: false, isArray: true, type: String })
  @ApiOkResponse({ schema: openApiSchema(poolsSchema) })
  snapshot(
    @Query('jackpot') jackpot: string | string[] | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): z.output<typeof poolsSchema> | undefined {
    const wanted = requestedJackpots(jackpot);
    this.board.assertKnown(wanted);
    const pools = this.board.shown(wanted);
    const tag = entityTag(pools);
    const asOf = oldestAsOf(pools);
    reply.headers({ 'cache-control': 'no-cache', etag: tag });
    if (asOf !== undefined) reply.header('as-of', asOf);
    if (!isKnown(tag, known)) return { pools };
    reply.status(304);
    return undefined;
  }
}
