import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { actsFor } from '../../apps/cli/src/recover/recovery-acts.js';
import { exitCodes } from '#contract';
import { haltReasons, pageOf } from '#log/halting';

/** What an operator reads at three in the morning must be there, short, and true. */
describe('the operator’s manual', () => {
  const folder = import.meta.dirname;
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const sourceOf = (file: string): string =>
    readFileSync(join(folder, '..', '..', 'apps', 'cli', 'src', file), 'utf8');

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

  it('names only commands, options and acts that the CLI has', () => {
    const main = sourceOf('main.ts');
    const known = (pattern: RegExp, text: string) =>
      new Set([...text.matchAll(pattern)].map(([, name]) => name as string));
    const commands = known(/\.command\('([a-z]+)'\)/g, main);
    const options = known(/(--[a-z-]+)/g, main);
    const acts = new Set<string>(Object.values(actsFor).flat());
    const lines = pages.flatMap((name) => [
      ...read(name).matchAll(/npm run jackpot -- ([^\n`#]+)/g),
    ]);
    expect(lines.length).toBeGreaterThan(20);
    for (const [, line] of lines) {
      const [command, ...words] = (line as string).trim().split(/\s+/);
      expect(commands).toContain(command);
      for (const word of words.filter((each) => each.startsWith('--'))) {
        expect(options).toContain(word);
      }
      const act = words[words.indexOf('--act') + 1];
      if (words.includes('--act') && act !== 'ACT') expect(acts).toContain(act);
    }
  });
});
