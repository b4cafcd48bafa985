import { LedgerReader, type JackpotReading } from '#engine';
import { Injectable, NotFoundException, type PipeTransform } from '@nestjs/common';

/** The jackpot that an id names; 404 where the ledger has none of that id. */
@Injectable()
export class JackpotPipe implements PipeTransform<string, Promise<JackpotReading>> {
  constructor(private readonly reader: LedgerReader) {}

  async transform(id: string): Promise<JackpotReading> {
    const jackpot = await this.reader.readJackpot(id);
    if (!jackpot) throw new NotFoundException(`There is no jackpot ${id}.`);
    return jackpot;
  }
}
