import { LedgerReader } from '#engine';
import { ApiProblems, openApiSchema } from '#service';
import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import {
  ApiExcludeEndpoint,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
} from '@nestjs/swagger';
import { problemsOfPools } from '../pools/schemas.js';
import { aboutSchema, type SignAbout } from './about.js';
import { contentSecurityPolicy, signPage } from './page-files.js';

@ApiTags('signs')
@Controller('signs')
export class SignController {
  constructor(private readonly reader: LedgerReader) {}

  /** The page is the same for every jackpot: it reads its own address. */
  @Get(':jackpot')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', contentSecurityPolicy)
  @Header('cache-control', 'no-cache')
  @ApiExcludeEndpoint()
  page(): string {
    return signPage;
  }

  @Get(':jackpot/about')
  @ApiOperation({ summary: 'Name, currency, stake and prizes of a jackpot, for its sign' })
  @ApiParam({ name: 'jackpot', example: 'fortune-main' })
  @ApiOkResponse({ schema: openApiSchema('About', aboutSchema) })
  @ApiProblems({ ...problemsOfPools, 404: 'There is no such jackpot.' })
  async about(@Param('jackpot') id: string): Promise<SignAbout> {
    const reading = await this.reader.readJackpot(id);
    if (!reading) throw new NotFoundException(`There is no jackpot ${id}.`);
    const { configuration, exponent } = reading.jackpot;
    const { name, currency, seed, stake, ceiling, payoutUnit, zone } = configuration;
    // The fold's type is wider: it does not say which share the schema requires of a royal flush.
    const prizes = configuration.prizes as SignAbout['prizes'];
    return {
      jackpot: id,
      name,
      currency,
      exponent,
      prizes,
      seed,
      stake,
      ceiling,
      payoutUnit,
      zone,
    };
  }
}
