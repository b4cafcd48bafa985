import { readFileSync } from 'node:fs';
import { keptReports, sourcesLine } from './kept-reports.js';
import { keptPages, quotationsIn } from './quotations.js';

describe('a document', () => {
  const pages = keptPages();

  it.each(['README.md', 'SECURITY.md'])('%s has no figure that its report lacks', (document) => {
    const quotations = quotationsIn(readFileSync(document, 'utf8'), pages);
    expect(quotations.flatMap(({ wrong }) => wrong)).toEqual([]);
  });

  it('quotes each kept report: the README', () => {
    const quotations = quotationsIn(readFileSync('README.md', 'utf8'), pages);
    expect(new Set(quotations.flatMap(({ reports }) => reports))).toEqual(new Set(pages.keys()));
    const speed = quotations.filter(({ reports }) => reports.includes(keptReports.bench.file));
    const figures = speed.flatMap(({ text }) => text.match(/\d[\d,.]*/g) ?? []);
    expect(new Set(figures).size).toBeGreaterThan(10);
  });
});

describe('a quotation', () => {
  const sources = { digest: '0123456789ab', version: '1.0.0' };
  const line = sourcesLine(sources, 'npm t', '2026-11-21');
  const page = `# A\n\n${line}\n\n**1,300 faults**: 10 lost, p50 1.5 s`;
  const wrongIn = (markdown: string, text = page): string[] =>
    quotationsIn(markdown, new Map([['test/a.md', text]])).flatMap(({ wrong }) => wrong);

  it.each([
    ['a paragraph', 'It had "1300 faults"\nat p50 1.5 s ([report](test/a.md), `0123456789ab`).'],
    [
      'a row',
      '| what | |\n| 1,300 faults | [10](test/a.md) | `0123456789ab`, 2026-11-21 |\n| 7 | |',
    ],
    ['an item', '- 7 worlds\n- 10 lost ([report](test/a.md), `0123456789ab`)\n\n7 more'],
    ['a paragraph without a report', '7 faults `ffffffffffff`'],
  ])('is taken where the report has it: %s', (_, markdown) => {
    expect(wrongIn(markdown)).toEqual([]);
  });

  it.each([
    ['a false figure', '1,301 faults ([a](test/a.md), `0123456789ab`)', '1301 is in no'],
    ['a false date', '| [10](test/a.md) | `0123456789ab`, 2026-11-22 |', '2026-11-22 is in no'],
    ['words of its own', '["10 doubled"](test/a.md) `0123456789ab`', '"10 doubled" is in no'],
    ['half of a number', '["0 lost"](test/a.md) `0123456789ab`', '"0 lost" is in no'],
    ['another digest', '[10](test/a.md) `0123456789ac`', '0123456789ac is the digest of no'],
    ['a row beneath it', '| | [a](test/a.md) `0123456789ab` |\n| - | - |\n| 11 | |', '11 is in no'],
    ['no digest', '- [10 lost](test/a.md)', 'the digest of test/a.md, 0123456789ab, is not named'],
  ])('with %s is found', (_, markdown, sentence) => {
    expect(wrongIn(markdown)).toEqual(expect.arrayContaining([expect.stringContaining(sentence)]));
  });

  it('of a report without its line is found', () => {
    expect(wrongIn('[10](test/a.md) `0123456789ab`', page.replace(line, ''))).toHaveLength(2);
  });
});
