import { LedgerReader, type JackpotReading } from '#engine';
import { openApiSchema } from '#service';
import { Controller, Get, NotFoundException, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { JackpotPipe } from './jackpot.pipe.js';
import {
  awardsSchema,
  jackpotSchema,
  jackpotsSchema,
  tableSchema,
  type AwardPage,
  type JackpotList,
  type JackpotView,
  type TableView,
} from './schemas.js';
import { jackpotView, tableView } from './views.js';
import { WholeNumberPipe } from './whole-number.pipe.js';

const optional = { required: false };
const jackpotId = { name: 'id', type: String, example: 'fortune-main' };

@ApiTags('jackpots')
@Controller('v1/jackpots')
export class JackpotsController {
  constructor(private readonly reader: LedgerReader) {}

  @Get()
  @ApiOperation({ summary: 'All jackpots of the ledger' })
  @ApiOkResponse({ schema: openApiSchema(jackpotsSchema) })
  async list(): Promise<JackpotList> {
    return { jackpots: (await this.reader.readJackpots()).map(jackpotView) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One jackpot: value, accounts, configuration' })
  @ApiParam(jackpotId)
  @ApiOkResponse({ schema: openApiSchema(jackpotSchema) })
  get(@Param('id', JackpotPipe) reading: JackpotReading): JackpotView {
    return jackpotView(reading);
  }

  @Get(':id/awards')
  @ApiOperation({ summary: 'Awards, newest first' })
  @ApiParam(jackpotId)
  @ApiQuery({ ...optional, name: 'limit', type: Number, description: '1 to 1000, 50 by default' })
  @ApiQuery({ ...optional, name: 'before', type: String, description: '`next` of the last page' })
  @ApiOkResponse({ schema: openApiSchema(awardsSchema) })
  async awards(
    @Param('id', JackpotPipe) { jackpot }: JackpotReading,
    @Query('limit', new WholeNumberPipe(1, 1_000)) limit = 50,
    @Query('before', new WholeNumberPipe(0)) beforeOffset?: number,
  ): Promise<AwardPage> {
    const range = { limit, ...(beforeOffset !== undefined && { beforeOffset }) };
    const awards = await this.reader.readAwards(jackpot.id, range);
    const last = awards.at(-1);
    return { awards, next: last && awards.length === limit ? String(last.offset) : null };
  }

  @Get(':id/tables/:table')
  @ApiOperation({ summary: 'Open and unsettled rounds of a table' })
  @ApiParam(jackpotId)
  @ApiParam({ name: 'table', example: 'F3-07' })
  @ApiOkResponse({ schema: openApiSchema(tableSchema) })
  async table(
    @Param('id', JackpotPipe) reading: JackpotReading,
    @Param('table') source: string,
  ): Promise<TableView> {
    const { id } = reading.jackpot;
    const table = await this.reader.readTable(id, source);
    if (!table) throw new NotFoundException(`Jackpot ${id} does not know table ${source}.`);
    return tableView(reading, source, table);
  }
}
