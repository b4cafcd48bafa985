import type { AwardFilter } from '#engine';
import { jackpotHands } from '#rules';
import { BadRequestException, type PipeTransform } from '@nestjs/common';
import { z } from 'zod';

const time = z.iso.datetime({ offset: true });

/** `from`, `to`, `table` and `hand` of the query; 400 with a sentence if one cannot be read. */
export class AwardFilterPipe implements PipeTransform<unknown, AwardFilter> {
  transform(query: unknown): AwardFilter {
    const { from, to, table, hand } = query as Record<string, unknown>;
    if (table !== undefined && (typeof table !== 'string' || table === '')) {
      throw new BadRequestException('table must be the name of one table.');
    }
    return {
      fromMs: readMoment('from', from),
      toMs: readMoment('to', to),
      table,
      hand: readHand(hand),
    };
  }
}

function readMoment(name: string, given: unknown): number | undefined {
  if (given === undefined) return undefined;
  const read = time.safeParse(given);
  if (read.success) return Date.parse(read.data);
  throw new BadRequestException(`${name} must be a time such as 2026-11-21T04:00:00Z.`);
}

function readHand(given: unknown): AwardFilter['hand'] {
  const hand = jackpotHands.find((each) => each === given);
  if (given === undefined || hand !== undefined) return hand;
  throw new BadRequestException(`hand must be one of ${jackpotHands.join(', ')}.`);
}
