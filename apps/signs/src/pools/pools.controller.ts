import { ApiProblems } from '#service';
import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import {
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { entityTag, isKnown, oldestAsOf } from './entity-tag.js';
import { PoolBoard } from './pool-board.js';
import { requestedJackpots } from './requested-jackpots.js';
import { asOfHeader, jackpotQuery, poolsDocument, problemsOfPools, type Pools } from './schemas.js';

const tagHeader = {
  ETag: { description: 'of all but asOf and ageMs', schema: { type: 'string' } },
};

@ApiTags('pools')
@Controller('v1/pools')
export class PoolsController {
  constructor(private readonly board: PoolBoard) {}

  @Get()
  @ApiOperation({ summary: 'The newest value of each pool' })
  @ApiQuery(jackpotQuery)
  @ApiHeader({ name: 'if-none-match', required: false, description: 'the `ETag` of before' })
  @ApiOkResponse({ schema: poolsDocument, headers: { ...asOfHeader, ...tagHeader } })
  @ApiResponse({ status: 304, description: 'Nothing else has changed.', headers: asOfHeader })
  @ApiProblems(problemsOfPools)
  snapshot(
    @Query('jackpot') jackpot: string | string[] | undefined,
    @Headers('if-none-match') known: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Pools | undefined {
    const wanted = requestedJackpots(jackpot);
    this.board.assertKnown(wanted);
    const shown = this.board.shown(wanted);
    const tag = entityTag(shown);
    const asOf = oldestAsOf(shown);
    reply.headers({ 'cache-control': 'no-cache', etag: tag });
    if (asOf !== undefined) reply.header('as-of', asOf);
    if (!isKnown(tag, known)) return { pools: shown };
    reply.status(304);
    return undefined;
  }
}
