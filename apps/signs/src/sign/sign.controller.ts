import { homePartition } from '#contract';
import { Ledger, type RedisConnection } from '#ledger';
import type { Configuration } from '#pools';
import { Controller, Get, Header, Inject, NotFoundException, Param } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiOperation } from '@nestjs/swagger';
import { REDIS } from '../tokens.js';
import { contentSecurityPolicy, signPage } from './page.js';

@Controller('signs')
export class SignController {
  constructor(
    @Inject(REDIS) private readonly redis: RedisConnection,
    private readonly ledger: Ledger,
  ) {}

  /** The same page for every jackpot; it reads its own address. */
  @Get(':jackpot')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', contentSecurityPolicy)
  @Header('cache-control', 'no-cache')
  @ApiExcludeEndpoint()
  page(): string {
    return signPage;
  }

  /** What a sign says beside the amount: name, prizes, stake. */
  @Get(':jackpot/about')
  @ApiOperation({ summary: 'Name, currency and prizes of a jackpot, for its sign' })
  async about(@Param('jackpot') jackpot: string) {
    const partitions = await this.ledger.countPartitions();
    const { jackpots } = this.ledger.keys(homePartition(jackpot, Math.max(partitions, 1)));
    const text = await this.redis.hget(jackpots, jackpot);
    if (text === null) throw new NotFoundException(`There is no jackpot ${jackpot}.`);
    const { configuration, exponent } = JSON.parse(text) as {
      configuration: Configuration;
      exponent: number;
    };
    const { name, currency, prizes, seed, stake, payoutUnit } = configuration;
    return { jackpot, name, currency, exponent, prizes, seed, stake, payoutUnit };
  }
}
