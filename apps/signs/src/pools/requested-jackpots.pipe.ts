import type { PipeTransform } from '@nestjs/common';

/** The jackpots of `?jackpot=a&jackpot=b`; undefined for all. */
export class RequestedJackpotsPipe implements PipeTransform<string | string[] | undefined> {
  transform(jackpot: string | string[] | undefined): ReadonlySet<string> | undefined {
    return requestedJackpots(jackpot);
  }
}

export function requestedJackpots(
  jackpot: string | string[] | undefined,
): ReadonlySet<string> | undefined {
  return jackpot === undefined ? undefined : new Set([jackpot].flat());
}
