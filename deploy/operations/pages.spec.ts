import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCodes } from '#contract';
import { haltReasons, pageOf } from '#log/halting';
import { asWhom, commandsOf } from '#testing/manual';
import { WORDS } from '../../apps/signs/page/words.js';

/** An operator's pages, read at three in the morning, must exist, be short, and be true. */
describe('the operator’s manual', () => {
  const folder = import.meta.dirname;
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const names = pages.map((page) => page.replace('.md', '')).filter((name) => name !== 'README');
  /** The other pages are about an event. */
  const routines = ['changes', 'checkpoints', 'archive', 'gaming-day', 'reports', 'retire'];
  const events = names.filter((name) => !routines.includes(name));
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

  it('has a page for each reason to halt, and lists every page', () => {
    for (const reason of haltReasons) {
      expect(existsSync(join(folder, '..', '..', pageOf(reason)))).toBe(true);
    }
    for (const name of names) expect(read('README.md')).toContain(`[${name}](${name}.md)`);
  });

  it.each(events)('says of %s all that one asks, on one screen of 300 words', (name) => {
    const text = read(`${name}.md`);
    // A comment of a shell is not a heading.
    const prose = text.replaceAll(/^```.*?^```$/gms, '');
    const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual([
      name,
      'What it means',
      'What is safe meanwhile',
      'How to look',
      'What to decide',
      'What to do',
      'How to know that it worked',
    ]);
    expect(text.split('\n').length).toBeLessThanOrEqual(60);
    // Typed text is not read.
    const typed = /^ *```.*?^ *```$|^In the image .*$/gms;
    const words = text
      .replaceAll(typed, '')
      .replaceAll(/`[^`]*`/g, 'x')
      .trim()
      .split(/\s+/);
    expect(words.length).toBeLessThanOrEqual(300);
  });

  it.each(events)('ends %s with a command that shows its end', (name) => {
    const [, end = ''] = read(`${name}.md`).split('## How to know that it worked');
    expect(commandsOf(end)).not.toEqual([]);
  });

  it.each(names)('says on %s as whom its commands are typed', (name) => {
    const text = read(`${name}.md`);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(asWhom(commandsOf(text)));
  });

  it('says that a sign says only what a sign says', () => {
    const words = Object.values(WORDS).map(({ en }) => en as string);
    const said = events.flatMap((name) =>
      [
        ...read(`${name}.md`)
          .replaceAll(/\s+/g, ' ')
          .matchAll(/\bsigns?\b[^.*]*\*([^*]+)\*/gi),
      ].map(([, word]) => word as string),
    );
    expect(said.length).toBeGreaterThan(25);
    expect(said.filter((word) => !words.includes(word))).toEqual([]);
  });

  /** Events that a player at a table notices. */
  const atTables = [
    ...['royal-flush', 'win-waits', 'claim-waiting', 'claim-unpaid', 'false-win', 'wrong-claim'],
    ...['missed-win', 'nobody-comes', 'suspended', 'refused-events', 'round-unsettled', 'stranger'],
    ...['wrong-configuration', 'table-silent', 'carried-bet', 'service-down', 'kafka-down'],
    ...['redis-down', 'stuck', 'lag-grows', ...haltReasons],
  ];
  it.each(atTables)('says on %s what the dealer says', (name) => {
    expect(read(`${name}.md`)).toContain('\n**The dealer says**');
  });

  it('names no other page, and no program but these', () => {
    const programs = ['npm', 'curl', 'redis-cli', 'redis-check-aof', 'df', 'du'];
    let found = 0;
    for (const page of pages) {
      for (const [, link = ''] of read(page).matchAll(/\]\((?!http)([^)#]+)[^)]*\)/g)) {
        expect([page, link, existsSync(join(folder, link))]).toEqual([page, link, true]);
        found += 1;
      }
      const shells = [...read(page).matchAll(/^ *```sh\n(.*?)^ *```$/gms)];
      const lines = shells.flatMap(([, lines = '']) => lines.split('\n')).filter(Boolean);
      const typed = lines.map((line) => line.split(' ')[0] as string);
      const unknown = typed.filter(
        (word) => !programs.includes(word) && !/^kafka-.+\.sh$/.test(word),
      );
      expect([page, unknown]).toEqual([page, []]);
      found += typed.length;
    }
    expect(found).toBeGreaterThan(100);
  });

  it('has a row for each exit code, and none for another', () => {
    const [, section = ''] = /^\| exit code (.*?)\n\n/ms.exec(read('README.md')) ?? [];
    const codes = [...section.matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(exitCodes));
  });
});
