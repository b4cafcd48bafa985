import { MOST_JACKPOTS, readOptions } from './options.js';

const of = (search: string) => readOptions('/prefix/signs/fortune-main', search);

describe('the address of a sign', () => {
  it('names its jackpot, and asks for nothing else by itself', () => {
    expect(of('')).toMatchObject({
      ...{ jackpots: ['fortune-main'], turnMs: 12_000, isMinimal: false, showsDecimals: true },
      ...{ isStill: false, safePercent: 0, zone: undefined, theme: null, sign: null, token: null },
    });
  });

  it('names further jackpots, each once', () => {
    expect(of('?also=b,c&also=b,fortune-main').jackpots).toEqual(['fortune-main', 'b', 'c']);
    expect(of('?also=../x,,%20').jackpots).toEqual(['fortune-main']);
    const many = Array.from({ length: 40 }, (_, index) => `j${index}`).join();
    expect(of(`?also=${many}`).jackpots).toHaveLength(MOST_JACKPOTS);
  });

  it('switches decimals, motion and all but the amount off', () => {
    const options = of('?decimals=0&motion=off&layout=minimal');
    expect(options).toMatchObject({ showsDecimals: false, isStill: true, isMinimal: true });
  });

  it.each([
    ['5', 5],
    ['2.5', 2.5],
    ['99', 15],
    ['-1', 0],
    ['', 0],
    ['5;', 0],
  ])('keeps ?safe=%s percent empty: %s', (asked, percent) => {
    expect(of(`?safe=${encodeURIComponent(asked)}`).safePercent).toBe(percent);
  });

  it('takes no theme, sign or zone that is none', () => {
    expect(of('?theme=midnight&sign=12&zone=Asia/Macau')).toMatchObject({
      ...{ theme: 'midnight', sign: '12', zone: 'Asia/Macau' },
    });
    expect(of('?theme=../x&sign=a/b&zone=Nowhere')).toMatchObject({
      ...{ theme: null, sign: null, zone: undefined },
    });
  });
});
