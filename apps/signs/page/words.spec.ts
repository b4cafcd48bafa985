import { jackpotHands } from '#rules';
import { readdirSync, readFileSync } from 'node:fs';
import { LANGUAGES, WORDS, handWords, languagesFor, words } from './words.js';

const page = new URL('./', import.meta.url);

describe('the words of a sign', () => {
  it.each(Object.entries(WORDS))(
    '%s is there in every language, with the same places',
    (_, row) => {
      const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
      expect(Object.keys(row).sort()).toEqual([...LANGUAGES].sort());
      for (const language of LANGUAGES) {
        expect(row[language].trim()).not.toBe('');
        expect(places(row[language])).toEqual(places(row.en));
      }
    },
  );

  it('has a row for every word that the page uses, and no other', () => {
    const used = new Set([...jackpotHands, ...wordsUsedByThePage()]);
    expect([...used].sort()).toEqual(Object.keys(WORDS).sort());
  });

  it('fills the places, and refuses to leave one open', () => {
    expect(words('atTable', { table: 'F3-07' }).en).toBe('Table F3-07');
    expect(() => words('atTable')).toThrow('table');
  });

  it('names a hand that it does not know by its id', () => {
    expect(handWords('five-of-a-kind').pt).toBe('five of a kind');
    expect(handWords('constructor').en).toBe('constructor');
  });

  it.each([
    ['en', ['en']],
    ['pt', ['pt']],
    ['pt-MO', ['pt']],
    ['zh-Hant', ['zh-Hant']],
    ['zh', ['zh-Hant']],
    ['zh_HK', ['zh-Hant']],
    ['rotate', LANGUAGES],
    ['', LANGUAGES],
    [null, LANGUAGES],
    ['klingon', LANGUAGES],
  ])('?lang=%s speaks %j', (asked, spoken) => {
    expect(languagesFor(asked)).toEqual(spoken);
  });
});

function wordsUsedByThePage(): string[] {
  const files = readdirSync(page).filter(
    (name) => /\.(js|html)$/.test(name) && name !== 'words.js',
  );
  return files.flatMap((name) => {
    const text = readFileSync(new URL(name, page), 'utf8');
    const uses = text.matchAll(/\bwords\('([^']+)'|data-word="([^"]+)"/g);
    return [...uses].map(([, inScript, inMarkup]) => inScript ?? inMarkup ?? '');
  });
}
