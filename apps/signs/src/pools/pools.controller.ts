import { valueSchema } from '#contract';
import { openApiSchema } from '#service';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
import { PoolBoard } from './pool-board.js';
import { RequestedJackpotsPipe } from './requested-jackpots.pipe.js';

const poolsSchema = z.object({ pools: z.array(valueSchema) });

@ApiTags('pools')
@Controller('v1/pools')
export class PoolsController {
  constructor(private readonly board: PoolBoard) {}

  @Get()
  @ApiOperation({ summary: 'The newest value of each pool' })
  @ApiQuery({ name: 'jackpot', required: false, isArray: true, type: String })
  @ApiOkResponse({ schema: openApiSchema(poolsSchema) })
  snapshot(
    @Query('jackpot', RequestedJackpotsPipe) jackpots: ReadonlySet<string> | undefined,
  ): z.output<typeof poolsSchema> {
    const frames = this.board.snapshot(jackpots);
    return { pools: frames.map(({ message }) => ({ ...message, hit: null })) };
  }
}
