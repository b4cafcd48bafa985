import { tableSchema, type TableView } from '#contract';
import { LedgerReader, tableFacts, type AwardFilter, type JackpotReading } from '#engine';
import { jackpotHands } from '#rules';
import { ApiProblems, openApiSchema } from '#service';
import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { AwardFilterPipe } from './award-filter.pipe.js';
import { JackpotPipe } from './jackpot.pipe.js';
import {
  awardsSchema,
  claimsSchema,
  jackpotSchema,
  jackpotsSchema,
  type AwardPage,
  type ClaimList,
  type JackpotList,
  type JackpotView,
} from './schemas.js';
import { jackpotView } from './views.js';
import { WholeNumberPipe } from './whole-number.pipe.js';

/**
 * Limit of awards in a page, and of those that a filtered request searches. Pages are made on the
 * thread that folds: with 12 readers a bet waited 180 ms for pages of 1,000 awards, and 28 ms for
 * 200.
 */
const pageAtMost = 200;

const optional = { required: false };
const unavailable = { 503: 'Redis does not answer, or no service has opened the ledger yet.' };
const jackpotId = { name: 'id', type: String, example: 'fortune-main' };

@ApiTags('jackpots')
@Controller('v1/jackpots')
export class JackpotsController {
  constructor(private readonly reader: LedgerReader) {}

  @Get()
  @ApiProblems(unavailable)
  @ApiOperation({ summary: 'All jackpots of the ledger' })
  @ApiOkResponse({ schema: openApiSchema('Jackpots', jackpotsSchema) })
  async list(): Promise<JackpotList> {
    const { readings, unreadable } = await this.reader.readJackpots();
    return { jackpots: readings.map(jackpotView), unreadable };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One jackpot: value, accounts, configuration' })
  @ApiParam(jackpotId)
  @ApiProblems({ 404: 'There is no such jackpot.', ...unavailable })
  @ApiOkResponse({ schema: openApiSchema('Jackpot', jackpotSchema) })
  get(@Param('id', JackpotPipe) reading: JackpotReading): JackpotView {
    return jackpotView(reading);
  }

  @Get(':id/awards')
  @ApiOperation({ summary: 'Awards, newest first' })
  @ApiParam(jackpotId)
  @ApiProblems({ 404: 'There is no such jackpot.', ...unavailable })
  @ApiQuery({
    ...optional,
    name: 'limit',
    type: Number,
    description: `1 to ${pageAtMost}, 50 by default`,
  })
  @ApiQuery({ ...optional, name: 'before', type: String, description: '`next` of the last page' })
  @ApiQuery({ ...optional, name: 'from', type: String, description: 'ISO 8601, included' })
  @ApiQuery({ ...optional, name: 'to', type: String, description: 'ISO 8601, not included' })
  @ApiQuery({ ...optional, name: 'table', type: String })
  @ApiQuery({ ...optional, name: 'hand', enum: jackpotHands })
  @ApiOkResponse({ schema: openApiSchema('Awards', awardsSchema) })
  async awards(
    @Param('id', JackpotPipe) { jackpot }: JackpotReading,
    @Query('limit', new WholeNumberPipe(1, pageAtMost)) limit = 50,
    @Query('before', new WholeNumberPipe(0)) beforeOffset?: number,
    @Query(new AwardFilterPipe()) filter: AwardFilter = {},
  ): Promise<AwardPage> {
    const isFiltered = Object.values(filter).some((each) => each !== undefined);
    const scanned = isFiltered ? pageAtMost : limit;
    const request = { limit, beforeOffset, scanned, filter };
    const { awards, next } = await this.reader.readAwards(jackpot, request);
    return { awards: [...awards], next: next === undefined ? null : String(next) };
  }

  @Get(':id/claims')
  @ApiOperation({ summary: 'Awards that wait to be verified or paid, oldest first' })
  @ApiParam(jackpotId)
  @ApiProblems({ 404: 'There is no such jackpot.', ...unavailable })
  @ApiOkResponse({ schema: openApiSchema('Claims', claimsSchema) })
  @ApiQuery({
    ...optional,
    name: 'limit',
    type: Number,
    description: `1 to ${pageAtMost}, ${pageAtMost} by default`,
  })
  @ApiQuery({ ...optional, name: 'after', type: String, description: '`next` of the last page' })
  async claims(
    @Param('id') id: string,
    @Query('limit', new WholeNumberPipe(1, pageAtMost)) limit = pageAtMost,
    @Query('after', new WholeNumberPipe(0)) afterOffset = -1,
  ): Promise<ClaimList> {
    const page = await this.reader.readClaims(id, { afterOffset, limit });
    if (!page) throw new NotFoundException(`There is no jackpot ${id}.`);
    return { claims: [...page.claims], next: page.next === undefined ? null : String(page.next) };
  }

  @Get(':id/tables/:table')
  @ApiOperation({ summary: 'Open and unsettled rounds of a table' })
  @ApiParam(jackpotId)
  @ApiProblems({ 404: 'There is no such jackpot or table.', ...unavailable })
  @ApiParam({ name: 'table', example: 'F3-07' })
  @ApiOkResponse({ schema: openApiSchema('Table', tableSchema) })
  async table(
    @Param('id', JackpotPipe) reading: JackpotReading,
    @Param('table') source: string,
  ): Promise<TableView> {
    const { id } = reading.jackpot;
    const table = await this.reader.readTable(id, source);
    if (!table) throw new NotFoundException(`Jackpot ${id} does not know table ${source}.`);
    return tableFacts(reading.jackpot, source, table);
  }
}
