import { ackSchema, readAck, readSignName } from '#contract';
import { ApiProblems, openApiSchema, tooMany } from '#service';
import {
  BadRequestException,
  Body,
  Controller,
  HttpCode,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.js';
import { SignMetrics } from '../metrics.js';
import { PoolBoard } from '../pools/pool-board.js';
import { AckRecorder } from './ack-recorder.js';
import { SignRegistry } from './sign-registry.js';

/** Route for the values that signs have painted (contract 9.3). */
@ApiTags('signs')
@Controller('v1/signs')
export class AcksController {
  constructor(
    private readonly recorder: AckRecorder,
    private readonly board: PoolBoard,
    private readonly metrics: SignMetrics,
    private readonly registry: SignRegistry,
    private readonly access: Access,
  ) {}

  @Post(':sign/acks')
  @HttpCode(204)
  @ApiOperation({ summary: 'A sign says what it has painted' })
  @ApiParam({ name: 'sign', example: '12' })
  @ApiBody({ schema: openApiSchema('SignAck', ackSchema) })
  @ApiNoContentResponse({ description: 'It is taken.' })
  @ApiProblems({
    400: 'A member is wrong, missing or unknown.',
    403: 'Another token belongs to this sign.',
    404: 'There is no such jackpot.',
    429: 'There are too many signs, acknowledgements of this sign, or requests.',
  })
  take(
    @Param('sign') name: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    try {
      this.record(name, body, request, reply);
    } catch (error) {
      this.metrics.signAcks.inc({ outcome: 'refused' });
      throw error;
    }
  }

  private record(name: string, body: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const sign = readSignName(name);
    if ('refused' in sign) throw new BadRequestException(sign.refused);
    this.access.assertToken(request, this.registry.signs.get(sign.sign)?.token);
    const read = readAck(body);
    if ('refused' in read) throw new BadRequestException(read.refused);
    this.board.assertKnown(new Set([read.ack.jackpot]));
    const refused = this.recorder.record(sign.sign, read.ack);
    if (refused) throw tooMany(reply, refused.retryAfterSeconds, refused.sentence);
  }
}
