import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A section of the contract by its number, without those below it. */
export function section(page: string, number: string): string {
  const head = number.includes('.') ? `### ${number}` : `## ${number}\\.`;
  return new RegExp(`^${head} [^\\n]*\\n(.*?)(?=^##|$(?![^]))`, 'ms').exec(page)?.[1] ?? '';
}

/** The first example in a section. */
export function example(page: string, number: string, language = 'json'): string {
  const fenced = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's');
  return fenced.exec(section(page, number))?.[1] ?? '';
}

/** The rows of a section's table, without its head, cell by cell. */
export function rows(page: string, number: string): string[][] {
  return section(page, number)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The files of apps and libraries, but the tests. */
export function sourcesOfProduct(): { file: string; text: string }[] {
  const listed = ['ls-files', '--', 'apps/**/*.ts', 'libs/**/*.ts'];
  return execFileSync('git', listed, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && !file.includes('spec.ts'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}
