import { LedgerReader, type JackpotReading } from '#engine';
import { Injectable, NotFoundException, type PipeTransform } from '@nestjs/common';

/** The jackpot of an id; 404 if the ledger has no jackpot of that id. */
@Injectable()
export class JackpotPipe implements PipeTransform<string, Promise<JackpotReading>> {
  constructor(private readonly reader: LedgerReader) {}

  async transform(id: string): Promise<JackpotReading> {
    const jackpot = await this.reader.readJackpot(id);
    if (!jackpot) throw new NotFoundException(`There is no jackpot ${id}.`);
    return jackpot;
  }
}
