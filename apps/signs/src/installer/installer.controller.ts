import { tokenOf } from '#service';
import { LedgerReader } from '#engine';
import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access } from '../access/access.js';
import { PoolBoard } from '../pools/pool-board.js';
import { requestedJackpots } from '../pools/requested-jackpots.js';
import { installerPage, installerPolicy, tokenPage } from './installer-page.js';

/** The page for the person who installs the signs. */
@Controller()
export class InstallerController {
  constructor(
    private readonly access: Access,
    private readonly board: PoolBoard,
    private readonly reader: LedgerReader,
  ) {}

  @Get(['/', 'signs'])
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', installerPolicy)
  // Its links have the token.
  @Header('cache-control', 'no-store')
  @ApiExcludeEndpoint()
  async page(
    @Query('jackpot') jackpot: string | string[] | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const token = tokenOf(request);
    if (!this.access.isAllowed(request)) {
      reply.status(401).header('www-authenticate', 'Bearer realm="signs"');
      return tokenPage(token !== undefined);
    }
    const wanted = requestedJackpots(jackpot);
    this.board.assertKnown(wanted);
    const names = await this.names();
    const pools = this.board.shown(wanted).map((pool) => ({
      ...pool,
      name: names.get(pool.jackpot) ?? pool.jackpot,
    }));
    return installerPage(pools, token);
  }

  /** Returns the English names; none while Redis does not answer: the page works without them. */
  private async names(): Promise<ReadonlyMap<string, string>> {
    const readings = await this.reader.readJackpots().then(
      (found) => found.readings,
      () => [],
    );
    return new Map(
      readings.map(({ jackpot: { id, configuration } }) => [id, configuration.name['en'] ?? id]),
    );
  }
}
