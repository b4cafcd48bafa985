import { BadRequestException, Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { awardsBody, jackpotBody, jackpotsBody, tableBody } from './schemas.js';
import { LedgerReader } from './reader.js';

@ApiTags('jackpots')
@Controller('v1/jackpots')
export class JackpotsController {
  constructor(private readonly reader: LedgerReader) {}

  @Get()
  @ApiOperation({ summary: 'All jackpots of the ledger' })
  @ApiOkResponse({ schema: jackpotsBody })
  async list() {
    return { jackpots: await this.reader.jackpots() };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One jackpot: value, accounts, configuration' })
  @ApiParam({ name: 'id', example: 'fortune-main' })
  @ApiOkResponse({ schema: jackpotBody })
  get(@Param('id') id: string) {
    return this.reader.jackpot(id);
  }

  @Get(':id/awards')
  @ApiOperation({ summary: 'Awards, newest first' })
  @ApiParam({ name: 'id', example: 'fortune-main' })
  @ApiQuery({ name: 'limit', required: false, description: '1 to 1000, 50 by default' })
  @ApiQuery({ name: 'before', required: false, description: '`next` of the page before' })
  @ApiOkResponse({ schema: awardsBody })
  awards(
    @Param('id') id: string,
    @Query('limit') limit?: string,
    @Query('before') before?: string,
  ) {
    return this.reader.awards(
      id,
      wholeNumber('limit', limit, 1, 1_000) ?? 50,
      wholeNumber('before', before, 0, Number.MAX_SAFE_INTEGER),
    );
  }

  @Get(':id/tables/:table')
  @ApiOperation({ summary: 'Open and unsettled rounds of a table' })
  @ApiParam({ name: 'id', example: 'fortune-main' })
  @ApiParam({ name: 'table', example: 'F3-07' })
  @ApiOkResponse({ schema: tableBody })
  table(@Param('id') id: string, @Param('table') table: string) {
    return this.reader.table(id, table);
  }
}

function wholeNumber(
  name: string,
  text: string | undefined,
  min: number,
  max: number,
): number | null {
  if (text === undefined) return null;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new BadRequestException(`${name} must be a whole number from ${min} to ${max}.`);
}
