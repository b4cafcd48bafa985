import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { exceptionReasons, lineNames } from '#contract';
import { haltReasons } from '#log';
import { grantCauses } from '#pools';

/**
 * Checks that each citation leads somewhere: a section of the contract, an article, a question of
 * the rules, a property of ARCHITECTURE, a decision, a reason to halt, a log line, a file. The
 * target must exist under that name.
 */

const own = 'test/citations.spec.ts';
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const contract = 'libs/contract/README.md';
const page = (file: string): string => readFileSync(file, 'utf8');
const captures = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, first]) => first as string);

const sections = new Set(captures(page(contract), /^##+ (\d+(?:\.\d+)?)\.? /gm));
const questions = new Set(captures(page('libs/rules/README.md'), /^\| ([A-D]\d+) \|/gm));
const properties = new Set(captures(page('ARCHITECTURE.md'), /^\| (M\d+) \|/gm));
const decisions = new Set(captures(page('DECISIONS.md'), /^\*\*(\d+)\. /gm));
const reasons = new Set<string>([
  ...[...haltReasons, ...exceptionReasons, ...lineNames],
  ...grantCauses,
]);

/** The articles of each law, with the last of their paragraphs. */
const laws: Readonly<Record<string, string>> = {
  'fortune-3-card-poker-2025':
    '1 2(2) 3(4) 4(3) 5(4) 6(3) 7(3) 8 9(3) 10(3) 11(5) 12(4) 13(7) 14 15(6) 16(3) 17(5) 18(3)',
  'fortune-3-card-poker-2008': '1 2(2) 3(2) 4(2) 5(2) 6(5) 7(2) 8(6) 9(9) 10 11(4)',
  'three-card-baccarat': '1(2) 2(4) 3(2) 4(3) 5(2) 6 7(2) 8(3) 9(5) 10',
  'fish-prawn-crab': '1 2 3 4 5(j) 6(j) 7',
};

function hasArticle(law: string, article: string, paragraph = ''): boolean {
  const found = new RegExp(`(?:^| )${article}(?:\\((\\w)\\))?(?= |$)`).exec(laws[law] as string);
  if (found === null) return false;
  const [, last = ''] = found;
  if (paragraph === '' || paragraph === '0') return paragraph === '';
  return /\d/.test(last) === /\d/.test(paragraph) && paragraph <= last;
}

interface Citation {
  readonly pattern: RegExp;
  /**
   * The files to search; in the others the pattern means something else, or the citation has
   * another form.
   */
  readonly files?: (file: string) => boolean;
  readonly resolves: (match: RegExpMatchArray, file: string) => boolean;
}

const isDocument = (file: string): boolean => file.endsWith('.md');
const isOfGame = (law: string, file: string): boolean =>
  !Object.keys(laws).some((folder) => file.includes(`src/${folder}/`)) ||
  file.includes(`src/${law}/`);

const citations: Readonly<Record<string, Citation>> = {
  'section of the contract': {
    pattern: /\bcontract (\d+(?:\.\d+)?)/g,
    resolves: ([, section]) => sections.has(section as string),
  },
  'section of this page': {
    pattern: /\bsections? (\d+(?:\.\d+)?)/g,
    files: (file) => file === contract,
    resolves: ([, section]) => sections.has(section as string),
  },
  'form of a contract citation, which is: contract 3.3': {
    pattern: /\bcontract(?:’s|'s)?,? \(?(?:sections? )?\d|\b[Ss]ections? \d/g,
    files: (file) => file !== contract && !/^(CHANGELOG|deploy\/local\/kafka)/.test(file),
    resolves: ([text]) => /^contract \d$/.test(text),
  },
  article: {
    pattern: /\b(?:Art\.|Articles?) (\d+)(?:\((\w)\)[()\d]*)?(?: of (?:despacho )?\d+\/(\d{4}))?/g,
    resolves: ([, article = '', paragraph, year], file) =>
      Object.keys(laws)
        .filter((law) => (year === undefined ? isOfGame(law, file) : law.endsWith(year)))
        .some((law) => hasArticle(law, article, paragraph)),
  },
  'form of an article, which is: Art. 15(4)': {
    pattern: /(?<!(?:Art\.|Articles?) |[\w.-])\d{1,2}\(\d\)|\b(?:article|art\.?|Art) \d+\b/g,
    // The laws of other games have their own forms.
    files: (file) => isDocument(file) && !/^(libs\/rules\/|deploy\/clauses)/.test(file),
    resolves: () => false,
  },
  question: {
    pattern: /(?<![%\w-])([A-D]\d{1,2})\b/g,
    resolves: ([, id]) => questions.has(id as string),
  },
  property: {
    pattern: /\b(M\d+)\b/g,
    files: (file) => isDocument(file) || /\.(ts|lua)$/.test(file),
    resolves: ([, id]) => properties.has(id as string),
  },
  decision: {
    pattern: /\bdecision (\d+)\b/g,
    files: (file) => isDocument(file) || /\.(ts|lua)$/.test(file),
    resolves: ([, id]) => decisions.has(id as string),
  },
  'reason to halt, or log line': {
    pattern: /`((?:log|ledger|redis|wrong|partition|fold)-[a-z-]+)`/g,
    files: (file) => isDocument(file),
    resolves: ([, word]) => reasons.has(word as string) || /^redis-(cli|server)$/.test(word ?? ''),
  },
  file: {
    pattern: /`([^`\s]+)`|\]\(([^)\s#]+)\)/g,
    files: isDocument,
    resolves: ([text, code, link], file) =>
      code === undefined
        ? isFile(link as string, file)
        : !isPath(text.slice(1, -1)) || isFile(code, file),
  },
};

const roots = /^(apps|libs|test|deploy|docs|\.ci)\//;
const isPath = (word: string): boolean =>
  roots.test(word) || /^[\w*][\w*/.-]*\.(ts|js|mjs|lua|md|yaml|conf|acl|svg|css|html)$/.test(word);

/**
 * Accepts a path from the root or from the document, or the name (or its beginning) of one file.
 */
function isFile(path: string, document: string): boolean {
  if (/^https?:/.test(path)) return true;
  const folder = dirname(document);
  const places = ['', `${folder}/`, `${folder}/src/`].map((start) => normalize(start + path));
  if (!roots.test(path)) places.push(`**/${path}`);
  return places.some((place) => {
    const source = place
      .replace(/\/$/, '')
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/^\*\*\//, '(?:.*/)?')
      .replace(/(?<!\.)\*/g, '[^/]*');
    const pattern = new RegExp(`^${source}(?:$|/|\\.)`);
    return tracked.some((file) => pattern.test(file));
  });
}

/** Citations in a text whose target does not exist, as `kind: words`. */
function lost(file: string, text: string): string[] {
  return Object.entries(citations).flatMap(([kind, { pattern, files, resolves }]) =>
    files?.(file) === false
      ? []
      : [...text.matchAll(pattern)]
          .filter((match) => !resolves(match, file))
          .map(([words]) => `${kind}: ${words}`),
  );
}

const readable = tracked.filter(
  (file) => /\.(ts|mjs|js|lua|md|ya?ml|conf|acl)$/.test(file) && file !== own,
);

test.each(['apps/', 'libs/', 'test/', 'deploy/', ''])(
  'every citation below %s leads somewhere',
  (folder) => {
    const files = readable.filter((file) =>
      folder === '' ? !file.includes('/') : file.startsWith(folder),
    );
    expect(files.length).toBeGreaterThan(3);
    const found = files.flatMap((file) => lost(file, page(file)).map((each) => `${file}: ${each}`));
    expect(found).toEqual([]);
  },
);

describe('a citation that leads nowhere is found', () => {
  const wrong = [
    ['test/a.ts', '(contract 3.9)', 'section of the contract: contract 3.9'],
    ['test/a.ts', '(contract, section 3)', 'form of a contract citation'],
    ['test/a.ts', 'Section 3.5 says', 'form of a contract citation'],
    [contract, 'see section 12.1', 'section of this page: section 12.1'],
    ['README.md', 'by Art. 19', 'article: Art. 19'],
    ['README.md', 'by Art. 15(7)', 'article: Art. 15(7)'],
    ['README.md', 'by 15(4)', 'form of an article'],
    ['README.md', 'by article 15', 'form of an article'],
    ['README.md', 'by Art. 12 of 78/2008', 'article: Art. 12 of 78/2008'],
    ['libs/rules/src/fish-prawn-crab/a.ts', 'Article 15(4)', 'article: Article 15(4)'],
    ['test/a.ts', 'as A32 asks', 'question: A32'],
    ['test/a.ts', 'C11', 'question: C11'],
    ['test/a.ts', 'M9', 'property: M9'],
    ['test/a.ts', 'decision 0', 'decision: decision 0'],
    ['README.md', 'halts with `log-eaten`', 'reason to halt, or log line: `log-eaten`'],
    ['README.md', '`libs/none.ts`', 'file: `libs/none.ts`'],
    ['README.md', '[this](docs/none.md)', 'file: ](docs/none.md)'],
    ['libs/rules/README.md', '`article-99.ts`', 'file: `article-99.ts`'],
  ] as const;

  test.each(wrong)('in %s: %s', (file, text, found) => {
    expect(lost(file, text)).toEqual([expect.stringContaining(found)]);
  });

  test('of every kind', () => {
    const kinds = Object.keys(citations);
    const others = kinds.filter(
      (kind) => !wrong.some(([, , found]) => kind.startsWith(found.split(': ')[0] as string)),
    );
    expect(others).toEqual([]);
  });

  test.each([
    ['test/a.ts', '(contract 3.3)'],
    ['libs/rules/src/fortune-3-card-poker-2008/a.ts', 'Art. 9(8)(1), B13'],
    ['libs/pools/src/a.ts', 'Art. 15(4), Article 17(1)(1), A24, M1'],
    ['deploy/operations/README.md', '[log-gap](log-gap.md), `log-gap`'],
    ['test/model/README.md', '`model.ts`, `generated-*.ts`, `test/faults/auditor`'],
  ])('and one in %s that leads somewhere is not: %s', (file, text) => {
    expect(lost(file, text)).toEqual([]);
  });
});
