import { Controller, Get, Req } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { PoolBoard } from './pool-board.js';
import { requestedJackpots } from './streams.js';

@Controller('v1/pools')
export class PoolsController {
  constructor(private readonly board: PoolBoard) {}

  @Get()
  @ApiOperation({ summary: 'The newest value of each pool' })
  @ApiQuery({ name: 'jackpot', required: false, isArray: true, type: String })
  snapshot(@Req() request: FastifyRequest) {
    const frames = this.board.snapshot(requestedJackpots(request));
    return { pools: frames.map(({ message }) => ({ ...message, hit: null })) };
  }
}
