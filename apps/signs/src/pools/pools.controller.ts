import { shownSchema } from '#contract';
import { openApiSchema } from '#service';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { z } from 'zod';
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
  snapshot(@Query('jackpot') jackpot?: string | string[]): z.output<typeof poolsSchema> {
    const wanted = requestedJackpots(jackpot);
    this.board.assertKnown(wanted);
    return { pools: this.board.shown(wanted) };
  }
}
