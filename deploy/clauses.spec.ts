import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The claims in the table of clauses are held by tests that say so, and by no other. */
const folder = import.meta.dirname;
const root = join(folder, '..');
const rows = [...readFileSync(join(folder, 'clauses.md'), 'utf8').matchAll(/^\| (\d+) \|.*\|$/gm)];
const cells = rows.map(([line]) => line.split('|').map((cell) => cell.trim()));

/** Returns lines `18 test/e2e/x.spec.ts: title`, from the table. */
function claimed(): string[] {
  return cells.flatMap(([, clause = '', , , , , held = '']) =>
    [...held.matchAll(/\[[^\]]+\]\(\.\.\/([^)]+)\) “([^”]+)”/g)].map(
      ([, file, title]) => `${clause} ${file}: ${title}`,
    ),
  );
}

/** Returns the same lines, from the tests. */
function marked(): string[] {
  const found = execFileSync('git', ['grep', '-lE', '^ *// clause [0-9]'], { cwd: root });
  return String(found)
    .trim()
    .split('\n')
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const marks = [
        ...text.matchAll(/^ *\/\/ clause ([\d, ]+)\n *(?:it|test)\(\s*(['"`])(.+?)\2,/gm),
      ];
      return marks.flatMap(([, clauses = '', , title]) =>
        clauses.split(', ').map((clause) => `${clause} ${file}: ${title}`),
      );
    });
}

test('there is a row for each of the 43 clauses, in order', () => {
  expect(cells.map(([, clause]) => Number(clause))).toEqual(
    Array.from({ length: 43 }, (_, index) => index + 1),
  );
});

test('what is said to be here is held by tests, and each test names its rows', () => {
  expect(claimed().length).toBeGreaterThan(40);
  expect(claimed().sort()).toEqual(marked().sort());
});

const answers = cells.map(([, clause, , , here, how, held]) => ({ clause, here, how, held }));
test.each(answers)('clause $clause is $here', ({ here, how, held }) => {
  expect(['yes', 'partly', 'no', 'operator']).toContain(here);
  expect(how?.length).toBeGreaterThan(20);
  expect(held === '–').toBe(here === 'no');
});
