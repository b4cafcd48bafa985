import type { AwardMessage } from '#contract';
import type { Reader } from './layout.js';
import { restPart } from './rest-part.js';

type Affects = AwardMessage['affects'];

const part = (affects: Affects, isDone = false, language = 'en') =>
  restPart(
    { language } as Reader,
    { currency: 'MOP', id: 'main/F3-07/9/5', affects },
    { isDone },
  )?.text.replaceAll(/\s+/g, ' ');
const seed = { pool: '98225000000', reserve: '0', house: '-98225000000' };
const left: Affects = [{ what: 'seed', offset: 5, more: seed }];

test('an exact reversal leaves nothing to say', () => {
  expect(part([])).toBeUndefined();
});

test('what a reversal leaves is named, with the adjustment that puts it right', () => {
  expect(part(left)).toMatch(/Pool \+MOP 98,225\.00, House MOP -98,225\.00/);
  expect(part(left)).toMatch(/Adjust at once.*Pool <b class="money">MOP -98,225\.00<\/b>/);
  expect(part(left, true)).toContain('As of its reversal');
  expect(part(left, false, 'zh-Hant')).toContain('彩池 +MOP 98,225.00');
});

test('where an amount cannot be computed, people compare the awards', () => {
  const unknown: Affects = [{ what: 'award', offset: 7, more: null }];
  expect(part(unknown)).toMatch(/reverse the newest first.*compare the awards/);
  expect(part(unknown)).not.toContain('Adjust at once');
});
