import type { Jackpot } from '#pools';
import { namingLooks } from './award-named.js';

const claims = [5301, 7768].map((offset) => {
  const id = `main/T1/${offset - 1}/${offset}`;
  return [id, { id, table: 'T1', round: String(offset - 1), offset }] as const;
});
const looks = (reason: string) =>
  namingLooks(reason, { claims: new Map(claims) } as unknown as Pick<Jackpot, 'claims'>);

test.each(['award 5301 was wrong', 'Award #7768', 'award no. 5301', 'ticket 5301', 'a count'])(
  'the reason "%s" is not looked at',
  (reason) => expect(looks(reason)).toEqual([]),
);

test.each(['awards 5301 and 7768 were wrong', 'award 5301, award 7768'])(
  'the reason "%s" names two awards',
  (reason) =>
    expect(looks(reason)).toEqual([expect.stringMatching(/^the reason names 2 awards: /)]),
);
