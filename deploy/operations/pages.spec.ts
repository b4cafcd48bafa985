import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '#contract';
import { haltReasons, pageOf } from '#log/halting';

/** What an operator reads at three in the morning must be there, short, and true. */
describe('the operator’s manual', () => {
  const folder = import.meta.dirname;
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('has a page for each reason to halt, and none for another', () => {
    const expected = [...haltReasons.map((reason) => `${reason}.md`), 'README.md'];
    expect(pages.toSorted()).toEqual(expected.toSorted());
    for (const reason of haltReasons) {
      expect(existsSync(join(folder, '..', '..', pageOf(reason)))).toBe(true);
      expect(read('README.md')).toContain(`[${reason}](${reason}.md)`);
    }
  });

  it.each(haltReasons)('says of %s all that one asks, on one screen', (reason) => {
    const text = read(`${reason}.md`);
    const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      reason,
      'What it means',
      'What is safe meanwhile',
      'How to look',
      'What to decide',
      'What to do',
      'How to know that it worked',
    ]);
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
  });

  it('has a row for each exit code, and none for another', () => {
    const [, section = ''] = /^\| exit code (.*?)\n\n/ms.exec(read('README.md')) ?? [];
    const codes = [...section.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(exitCodes));
  });
});
